// Small comforts on pages that are complete without script.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

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
        state.textContent = "reading and indexing";
        line.className = "now";
        try {
          const form = new FormData();
          form.append("file", file);
          const response = await fetch("/api/upload", { method: "POST", body: form });
          const body = await response.json();
          if (!response.ok) throw new Error(body.detail || "It was not taken in.");
          state.textContent = body.chunks_added === 1 ? "1 passage" : body.chunks_added + " passages";
          line.className = "taken";
          taken += 1;
        } catch (error) {
          state.textContent = error instanceof TypeError ? "The server does not answer. Check that it runs, and send the file again." : error.message;
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

  // A form that was sent says what runs, and is not sent twice.
  for (const form of all("form[method=post]")) {
    form.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return;
      const waiting = form.querySelector(".waiting");
      if (waiting) waiting.hidden = false;
      for (const button of all("button", form)) button.disabled = true;
    });
  }
  addEventListener("pageshow", () => {
    for (const button of all("button:disabled")) button.disabled = false;
    for (const waiting of all(".waiting")) waiting.hidden = true;
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
  const follow = () => { const found = /^#c(\d+)$/.exec(location.hash); if (found) open(found[1]); };
  addEventListener("hashchange", follow);
  follow();

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
