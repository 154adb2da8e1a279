// Small comforts on pages that are complete without script.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");
  const silent = "The server does not answer. Check that it runs, and send it again.";

  // Sends what can be followed: tells every step, returns what the last event brings.
  const followed = async (address, request, hear) => {
    let response;
    try {
      response = await fetch(address, { ...request, method: "POST", headers: { ...request.headers, Accept: "text/event-stream" } });
    } catch {
      throw new Error(silent);
    }
    if (!response.ok) throw Object.assign(new Error(silent), await response.json().catch(() => ({})));
    let unread = "";
    const read = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await read.read().catch(() => { throw new Error(silent); });
      if (done) throw new Error(silent);
      const events = (unread + value).split("\n\n");
      unread = events.pop();
      for (const lines of events) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(lines) || [];
        if (!name) continue; // a comment: it is under way
        const told = JSON.parse(data);
        if (name === "problem") throw Object.assign(new Error(silent), told);
        if (!["begun", "reached", "ended"].includes(name)) return told;
        hear(name, told);
      }
    }
  };
  const counted = (count, unit) => count + " " + (count === 1 ? unit.replace(/s(?= |$)/, "") : unit);

  // The steps of a question or a verification, the one that runs marked, each with its count and time.
  const steps = (list) => {
    let now, began;
    const time = (line, seconds) => { line.lastChild.textContent = seconds < 0.1 ? Math.round(seconds * 1000) + " ms" : seconds.toFixed(1) + " s"; };
    const timer = setInterval(() => { if (now) time(now, (performance.now() - began) / 1000); }, 100);
    const begin = (name) => {
      if (now) now.remove();
      now = list.appendChild(document.createElement("li"));
      now.className = "now";
      for (const text of [name, "", ""]) now.appendChild(document.createElement("span")).textContent = text;
      now.lastChild.className = "time";
      now.lastChild.setAttribute("aria-hidden", "true");
      began = performance.now();
    };
    return {
      hear: (event, told) => {
        if (event === "begun" || !now) begin(told.name);
        if (event === "reached") now.children[1].textContent = told.count + " of " + counted(told.of, told.unit);
        if (event !== "ended") return;
        now.className = "taken";
        now.children[0].textContent = told.name;
        now.children[1].textContent = counted(told.count, told.unit);
        time(now, told.milliseconds / 1000);
        now = undefined;
      },
      stop: () => clearInterval(timer),
    };
  };

  // Files are sent one after another, and each says what became of it. A bad one never stops the rest.
  const drop = document.getElementById("drop");
  if (drop) {
    const input = drop.querySelector("input[type=file]");
    const button = drop.querySelector("button");
    const send = async (files) => {
      button.disabled = true;
      const list = document.createElement("ol");
      list.className = "progress";
      list.setAttribute("aria-live", "polite");
      const lines = files.map((file) => {
        const line = list.appendChild(document.createElement("li"));
        line.appendChild(document.createElement("span")).textContent = file.name;
        const state = line.appendChild(document.createElement("span"));
        state.textContent = "waiting";
        return { file, line, state };
      });
      for (const old of all(".progress, .progress-end", drop)) old.remove();
      drop.append(list);
      let taken = 0;
      for (const { file, line, state } of lines) {
        state.textContent = "sending";
        line.className = "now";
        try {
          const form = new FormData();
          form.append("file", file);
          const body = await followed("/api/upload", { body: form }, (event, told) => {
            const step = { Read: "reading", Embed: "indexing", Store: "storing" }[told.name] || told.name;
            if (event !== "ended") state.textContent = step + (event === "reached" ? ", " + told.count + " of " + counted(told.of, told.unit) : "");
          });
          state.textContent = counted(body.chunks_added, "passages");
          line.className = "taken";
          taken += 1;
        } catch (error) {
          state.textContent = error.detail || error.message;
          line.className = "refused";
        }
      }
      button.disabled = false;
      input.value = "";
      if (taken === lines.length) { location.href = "/ask"; return; }
      const end = drop.appendChild(document.createElement("p"));
      end.className = "progress-end";
      end.textContent = taken + " of " + lines.length + (lines.length === 1 ? " file was taken in. " : " files were taken in. ");
      for (const [href, words] of taken ? [["/ask", "Ask about them"], ["/upload", "Show the list"]] : []) {
        const link = end.appendChild(document.createElement("a"));
        link.href = href;
        link.textContent = words;
        link.after(" ");
      }
    };
    drop.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.files.length) send([...input.files]);
    });
    addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      if (event.dataTransfer && event.dataTransfer.files.length && !button.disabled) send([...event.dataTransfer.files]);
    });
  }

  // What is asked of each address, from the form that asks it.
  const asked = {
    "/api/v1/questions": (form) => ({ question: form.get("question") }),
    "/api/v1/verifications": (form) => form.get("mode") === "claims"
      ? { claims: form.get("text").split("\n").map((line) => line.trim()).filter((line) => line) }
      : { answer: form.get("text") },
  };
  const follow = async (form, button) => {
    const { api } = form.dataset;
    for (const old of all(".progress, .problem", form)) old.remove();
    const list = form.appendChild(document.createElement("ol"));
    list.className = "progress steps";
    list.setAttribute("aria-live", "polite");
    const { hear, stop } = steps(list);
    try {
      const body = JSON.stringify(asked[api](new FormData(form)));
      const report = await followed(api, { body, headers: { "Content-Type": "application/json" } }, hear);
      location.href = "/reports/" + report.id;
    } catch (error) {
      list.remove();
      const problem = form.appendChild(document.createElement("div"));
      problem.className = "notice problem";
      problem.setAttribute("role", "alert");
      problem.appendChild(document.createElement("p")).textContent = error.detail || error.message;
      const details = (error.error && error.error.details) || [];
      const said = details.length ? problem.appendChild(document.createElement("ul")) : null;
      for (const line of details) said.appendChild(document.createElement("li")).textContent = line;
      button.disabled = false;
    } finally {
      stop();
    }
  };

  // A form that was sent says what runs, and is not sent twice.
  for (const form of all("form[method=post]")) {
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      for (const button of all("button", form)) button.disabled = true;
      if (form.dataset.api && window.TextDecoderStream) {
        event.preventDefault();
        follow(form, form.querySelector("button"));
        return;
      }
      const waiting = form.querySelector(".waiting");
      if (waiting) waiting.hidden = false;
    });
  }
  addEventListener("pageshow", () => {
    for (const button of all("button:disabled")) button.disabled = false;
    for (const waiting of all(".waiting")) waiting.hidden = true;
    for (const steps of all(".steps")) steps.remove();
  });

  // Sentence and claim light each other up; a card stands level with its sentence where there is room.
  const cards = all(".claim[data-claim]");
  const said = all(".said[data-claim]");
  const light = (id, on) => { for (const node of [...cards, ...said]) if (node.dataset.claim === id) node.classList.toggle("lit", on); };
  for (const node of [...cards, ...said]) {
    for (const [event, on] of [["pointerenter", true], ["pointerleave", false], ["focusin", true], ["focusout", false]]) {
      node.addEventListener(event, () => light(node.dataset.claim, on));
    }
  }
  const open = (id) => {
    const card = document.getElementById("c" + id);
    if (card && card.tagName === "DETAILS") card.open = true;
  };
  const show = () => { const found = /^#c(\d+)$/.exec(location.hash); if (found) open(found[1]); };
  addEventListener("hashchange", show);
  show();

  const level = () => {
    const margin = document.querySelector(".margin");
    if (!margin) return;
    for (const card of cards) card.style.marginTop = "";
    if (!matchMedia("(min-width: 64rem)").matches) return;
    for (const card of cards) {
      const sentence = document.getElementById("s" + card.dataset.claim);
      if (!sentence) continue;
      const gap = sentence.getBoundingClientRect().top - card.getBoundingClientRect().top;
      if (gap > 0) card.style.marginTop = gap + "px";
    }
  };
  level();
  addEventListener("resize", level);
  if (document.fonts) document.fonts.ready.then(level);
  for (const card of cards) card.addEventListener("toggle", level);

  // j and k go claim by claim, / to the question, ? shows the keys.
  let at = -1;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    if ((event.key === "j" || event.key === "k") && cards.length) {
      at = Math.min(cards.length - 1, Math.max(0, at + (event.key === "j" ? 1 : -1)));
      cards[at].querySelector("summary").focus();
    } else if (event.key === "/") {
      const question = document.getElementById("question") || document.getElementById("text") || document.getElementById("q");
      if (question) { event.preventDefault(); question.focus(); } else { location.href = "/ask"; }
    } else if (event.key === "?") {
      const keys = document.getElementById("keys");
      if (keys && !keys.open) keys.showModal();
    }
  });
})();
