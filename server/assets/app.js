// Small comforts on pages that are complete without script.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");
  const silent = "The server does not answer. Check that it runs, and send it again.";

  // Sends what can be followed: tells every step, returns what the last event brings.
  const followed = async (address, request, hear) => {
    const sent = { ...request, method: "POST", headers: { ...request.headers, Accept: "text/event-stream" } };
    const response = await fetch(address, sent).catch(() => { throw new Error(silent); });
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
        const told = name ? JSON.parse(data) : null;
        if (!told) continue; // a comment: it is under way
        if (name === "problem") throw Object.assign(new Error(silent), told);
        if (!["begun", "reached", "ended"].includes(name)) return told;
        hear(name, told);
      }
    }
  };
  const counted = (count, unit) => count + " " + (count === 1 ? unit.replace(/s(?= |$)/, "") : unit);
  const words = JSON.parse(document.getElementById("main").dataset.words || "{}");
  const inWords = (name) => words[name] || name;

  // The steps of a question or a verification, the one that runs marked, each with its count and time.
  const steps = (list) => {
    let now, began;
    const time = (line, seconds) => { line.lastChild.textContent = seconds < 0.1 ? Math.round(seconds * 1000) + " ms" : seconds.toFixed(1) + " s"; };
    const timer = setInterval(() => { if (now) time(now, (performance.now() - began) / 1000); }, 100);
    const begin = (name) => {
      if (now) now.remove();
      now = element(list, "li", "", "now");
      for (const text of [inWords(name), "", ""]) element(now, "span", text);
      now.lastChild.className = "time";
      now.lastChild.setAttribute("aria-hidden", "true");
      began = performance.now();
    };
    return {
      hear: (event, told) => {
        if (event === "begun" || !now) begin(told.name);
        if (event === "reached") now.children[1].textContent = told.count + " of " + counted(told.of, inWords(told.unit));
        if (event !== "ended") return;
        now.className = "taken";
        now.children[0].textContent = inWords(told.name);
        now.children[1].textContent = counted(told.count, inWords(told.unit));
        time(now, told.milliseconds / 1000);
        now = undefined;
      },
      stop: () => clearInterval(timer),
    };
  };

  // Files may be dropped anywhere on the page of their form.
  const dropped = (form, take) => {
    addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) form.classList.remove("over"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      form.classList.remove("over");
      if (event.dataTransfer && event.dataTransfer.files.length) take(event.dataTransfer.files);
    });
  };

  // Files are sent one after another, and each says what became of it. A bad one never stops the rest.
  const drop = document.getElementById("drop");
  if (drop) {
    const input = drop.querySelector("input[type=file]");
    const button = drop.querySelector("button");
    const collection = () => { const field = drop.querySelector("[name=collection]"); return field && field.value; };
    const of = (path) => collection() ? path + "?collection=" + encodeURIComponent(collection()) : path;
    // What the page says of the documents that are held, as it is now.
    const renew = async () => {
      const fresh = await page(location.href).catch(() => null);
      for (const old of fresh ? all("[data-held]") : []) {
        const now = fresh.querySelector("[data-held=" + old.dataset.held + "]");
        if (now && !old.contains(document.activeElement)) old.replaceWith(now);
      }
    };
    // Waits until the server is through with some files; how many were taken in.
    const through = async (lines) => {
      const taken = () => lines.filter(({ line }) => line.className === "taken").length;
      for (let open = lines.length, held = 0; open; ) {
        const queue = await fetch("/api/v1/uploads").then((response) => response.json()).catch(() => null);
        open = 0;
        for (const { line, state } of queue ? lines : []) {
          const file = queue.files.find(({ id }) => id === line.dataset.id);
          const at = file ? file.state : "failed";
          const twin = file && file.read && file.read.same_as;
          if (twin) line.dataset.twin = "";
          state.textContent = at === "done" ? counted(file.read.passages, "passages") + (twin ? "; the same file as " + twin + ", kept once under both names" : "")
            : at === "failed" ? (file && file.reason) || "taken out of the queue"
            : at === "indexing" && file.reached ? "indexing, " + file.reached[0] + " of " + counted(file.reached[1], "passages")
            : at === "waiting" && queue.paused ? "waiting, the queue is paused" : at;
          line.className = { done: "taken", failed: "refused", waiting: "" }[at] ?? "now";
          if (!["done", "failed"].includes(at)) open += 1;
        }
        if (!queue) open = lines.length;
        if (held !== taken()) { held = taken(); await renew(); }
        if (open) await new Promise((next) => setTimeout(next, 400));
      }
      return taken();
    };
    const send = async (files) => {
      button.disabled = true;
      const list = document.createElement("ol");
      list.className = "progress";
      list.setAttribute("aria-live", "polite");
      const lines = files.map((file) => {
        const line = element(list, "li");
        element(line, "span", file.name);
        return { file, line, state: element(line, "span", "waiting") };
      });
      for (const old of all(".progress, .progress-end", drop)) old.remove();
      drop.append(list);
      let taken = 0;
      for (const { file, line, state } of lines) {
        state.textContent = "sending";
        line.className = "now";
        try {
          const form = new FormData();
          if (collection()) form.append("collection", collection());
          form.append("file", file);
          const response = await fetch("/api/v1/uploads", { method: "POST", body: form }).catch(() => { throw new Error(silent); });
          const body = await response.json().catch(() => ({}));
          if (!response.ok) throw Object.assign(new Error(silent), body);
          line.dataset.id = body.uploads[0].id;
          state.textContent = "waiting";
          line.className = "";
        } catch (error) {
          state.textContent = error.detail || error.message;
          line.className = "refused";
        }
      }
      // The server has them: whoever leaves now loses nothing.
      taken = await through(lines.filter(({ line }) => line.dataset.id));
      button.disabled = false;
      input.value = "";
      if (taken === lines.length && !lines.some(({ line }) => "twin" in line.dataset)) { location.href = of("/ask"); return; }
      const end = element(drop, "p", taken + " of " + lines.length + (lines.length === 1 ? " file was taken in. " : " files were taken in. "), "progress-end");
      for (const [href, words] of taken ? [[of("/ask"), "Ask about them"], [of("/upload"), "Show the list"]] : []) {
        const link = element(end, "a", words);
        link.href = href;
        link.after(" ");
      }
    };
    drop.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.files.length) send([...input.files]);
    });
    dropped(drop, (files) => { if (!button.disabled) send([...files]); });
  }
  const many = document.getElementById("many");
  if (many) dropped(many, (files) => { many.querySelector("input[type=file]").files = files; many.requestSubmit(); });

  // A queue or a batch that is looked at is kept up to date.
  const watched = async () => {
    const old = document.querySelector(".queue, .batch");
    const address = old && (old.dataset.live || (old.querySelector("[data-state=waiting], [data-state=reading], [data-state=indexing]") && "/uploads"));
    if (!address) return;
    const fresh = await page(address).then((shown) => shown.querySelector("." + old.classList[0])).catch(() => null);
    if (fresh && !old.contains(document.activeElement)) old.replaceWith(fresh);
    setTimeout(watched, 1500);
  };
  setTimeout(watched, 1500);

  // What is asked of each address, from the form that asks it.
  const asked = {
    "/api/v1/questions": (form) => ({
      question: form.get("question"), conversation: form.get("conversation") || "new",
      collection: form.get("collection") || undefined, scope: { documents: form.getAll("document") },
    }),
    "/api/v1/verifications": (form) => ({
      collection: form.get("collection") || undefined,
      ...(form.get("mode") === "claims"
        ? { claims: form.get("text").split("\n").map((line) => line.trim()).filter((line) => line) }
        : { answer: form.get("text") }),
    }),
  };
  // Another collection: its page, unless files are chosen that would be lost.
  for (const select of all("select[data-go]")) {
    select.addEventListener("change", () => {
      const file = select.form && select.form.querySelector("input[type=file]");
      if (!file || !file.files.length) location.href = select.dataset.go + "?collection=" + encodeURIComponent(select.value);
    });
  }
  const element = (parent, name, text, className) => {
    const made = Object.assign(document.createElement(name), text && { textContent: text }, className && { className });
    return parent.appendChild(made);
  };
  const quiet = (parent, label, act) => {
    const button = element(parent, "button", label, "quiet");
    button.type = "button";
    button.addEventListener("click", act);
  };
  const page = async (address) => {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    return new DOMParser().parseFromString(await response.text(), "text/html");
  };

  // The turn that is being answered: its question, and below it the steps.
  const pending = (turns, question) => {
    const turn = element(turns, "article", "", "turn pending");
    element(turn, "h2", question, "question");
    turn.scrollIntoView({ block: "center" });
    return turn;
  };
  // Puts the answered turn in its place without leaving the page.
  const arrived = async (report) => {
    const address = "/conversations/" + report.conversation;
    const fresh = await page(address);
    for (const part of [".turns", ".history"]) {
      const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
      if (old && now) old.replaceWith(now);
    }
    history.replaceState(null, "", address + "#r-" + report.id);
    const turn = document.getElementById("r-" + report.id);
    if (turn) turn.scrollIntoView({ block: "start" });
  };
  const notice = (form, kind, role, text) => {
    const box = document.createElement("div");
    box.className = "notice " + kind;
    box.setAttribute("role", role);
    element(box, "p", text);
    form.before(box);
    return box;
  };
  const refused = (form, error) => {
    const problem = notice(form, "problem", "alert", error.detail || error.message);
    const details = (error.error && error.error.details) || [];
    const said = details.length ? element(problem, "ul") : null;
    for (const line of details) element(said, "li", line);
  };
  // What the tab keeps; where it keeps nothing, or no more, the page does without.
  const stored = (act) => { try { return act(sessionStorage); } catch { return null; } };
  // A question that is under way is kept in mind: whoever reloads or leaves ends it, and is told so on coming back.
  const underWay = () => "asked " + location.pathname;
  const begun = (question, key) => {
    if (question) stored((kept) => kept.setItem(key, question));
    return key;
  };
  const ended = (key) => stored((kept) => kept.removeItem(key));
  const interrupted = () => {
    const box = document.getElementById("question");
    const question = box && box.form && stored((kept) => kept.getItem(underWay()));
    if (!question || !box.form.dataset.api) return;
    ended(underWay());
    const told = notice(box.form, "interrupted", "status", "The page was left before this was answered: “" + question + "”");
    quiet(told, "Ask it again", () => {
      told.remove();
      box.value = question;
      box.form.requestSubmit();
    });
  };
  const follow = async (form, submitter) => {
    const { api } = form.dataset;
    const data = new FormData(form, submitter);
    const box = form.querySelector("textarea");
    const turns = form.querySelector("[name=conversation]") && document.querySelector(".turns");
    for (const old of all(".progress, .notice.problem[role=alert], .notice.interrupted")) old.remove();
    const turn = turns ? pending(turns, data.get("question")) : null;
    if (turn && box) box.value = "";
    const asking = begun(data.get("question"), underWay());
    const list = element(turn || form, "ol", "", "progress steps");
    list.setAttribute("aria-live", "polite");
    if (!turn) list.scrollIntoView({ block: "nearest" });
    const { hear, stop } = steps(list);
    try {
      const body = JSON.stringify(asked[api](data));
      const report = await followed(api, { body, headers: { "Content-Type": "application/json" } }, hear);
      forget(box);
      if (turn) await arrived(report);
      else location.href = report.conversation ? "/conversations/" + report.conversation : "/reports/" + report.id;
    } catch (error) {
      if (turn) turn.remove();
      list.remove();
      if (box && !box.value) box.value = data.get(box.name) || "";
      refused(form, error);
      if (box) box.focus();
    } finally {
      ended(asking);
      stop();
      for (const button of all("button:disabled", form)) button.disabled = false;
    }
  };

  // A form that was sent says what runs, and is not sent twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.api && window.TextDecoderStream && !(event.submitter && event.submitter.name === "choose")) {
      event.preventDefault();
      const work = follow(form, event.submitter);
      for (const button of all("button", form)) button.disabled = true;
      return work;
    }
    // After the form's data is taken: a button that is off sends no value.
    setTimeout(() => { for (const button of all("button", form)) button.disabled = true; });
    const waiting = form.querySelector(".waiting");
    if (waiting) waiting.hidden = false;
  });
  addEventListener("pageshow", (event) => {
    for (const button of all("button:disabled")) button.disabled = false;
    for (const waiting of all("form .waiting")) waiting.hidden = true;
    if (event.persisted) {
      for (const left of all(".steps, .pending")) left.remove();
      interrupted();
    }
  });

  // What was typed outlives reload and coming back, until it is sent.
  const key = (box) => "typed " + location.pathname + " " + box.name;
  const forget = (box) => { if (box) stored((kept) => kept.removeItem(key(box))); };
  for (const box of all("textarea")) if (!box.value) box.value = stored((kept) => kept.getItem(key(box))) || "";
  interrupted();
  document.addEventListener("input", (event) => {
    if (event.target.tagName !== "TEXTAREA") return;
    stored((kept) => kept.setItem(key(event.target), event.target.value));
  });

  // Sentence and claim light each other up.
  const light = (event, on) => {
    const node = event.target.closest && event.target.closest("[data-claim]");
    if (node) for (const one of all("[data-claim]")) if (one.dataset.claim === node.dataset.claim) one.classList.toggle("lit", on);
  };
  for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(event, (told) => light(told, on));
  }
  // What an address names is opened with everything around it.
  const reveal = (node) => {
    for (let part = node; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  };
  const show = () => {
    const found = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!found) return;
    reveal(found);
    found.scrollIntoView({ block: "start" });
  };
  addEventListener("hashchange", show);
  show();

  // A source opens beside the answer where there is room, marked and scrolled to; elsewhere the link leads to it.
  let from;
  const marks = () => all(["mark", ".marked", ".page .sentence"].map((one) => (document.querySelector(".beside") ? ".beside .inside " : "main :is(.original, .grid, .sheet) ") + one).join(", ")).filter((one) => !one.closest(".marked mark"));
  let mark = 0;
  const go = (step) => {
    const list = marks();
    if (!list.length) return;
    for (const one of list) one.classList.remove("now");
    mark = (mark + step + list.length) % list.length;
    list[mark].classList.add("now");
    list[mark].scrollIntoView({ block: "center", inline: "center" });
    const count = document.querySelector(".beside .count, .marks-bar .count");
    if (count) count.textContent = list.length > 1 ? mark + 1 + " of " + list.length : "";
  };
  const byMark = (parent) => {
    quiet(parent, "Previous mark", () => go(-1));
    quiet(parent, "Next mark", () => go(1));
  };
  // On a page of its own with several marks: from one to the next.
  const alone = document.querySelector("main :is(.original, .grid, .sheet)");
  if (alone && marks().length > 1) {
    const bar = element(alone.parentElement, "div", "", "marks-bar");
    element(bar, "span", "", "count aside");
    byMark(bar);
    go(0);
  }
  const close = () => {
    const beside = document.querySelector(".beside");
    if (!beside) return;
    beside.remove();
    document.querySelector(".desk").classList.remove("split");
    if (from) from.focus();
  };
  // An open source is a step of the history: going back closes it and leaves the conversation where it is.
  let opened;
  const shut = () => {
    if (document.querySelector(".beside") && history.state && history.state.beside) history.back();
    else close();
  };
  addEventListener("popstate", (event) => {
    // A link within the page is a step forward and leaves the source open.
    if (!(event.state && event.state.beside) && location.href === opened) close();
  });
  const beside = async (link) => {
    const desk = document.querySelector(".desk");
    let shown = await page(link.href);
    const looks = shown.querySelector("a.looks");
    const text = shown;
    if (looks) shown = await page(looks.getAttribute("href"));
    let part = shown.querySelector(".page, .original, .grid");
    if (looks && !shown.querySelector(".page rect")) part = text.querySelector(".original");
    if (!part) { location.href = link.href; return; }
    close();
    from = link;
    const aside = element(desk, "aside", "", "beside");
    aside.setAttribute("aria-label", "Source");
    const header = element(aside, "header");
    const title = element(header, "h2", (shown.querySelector("h1") || link).textContent);
    title.tabIndex = -1;
    element(header, "span", "", "count aside");
    byMark(header);
    quiet(header, "Close", shut);
    const whole = element(header, "a", "Open it whole");
    whole.href = link.href;
    const inside = element(aside, "div", "", "inside");
    inside.tabIndex = 0;
    for (const one of [shown.querySelector(".marked-cells"), part]) if (one) inside.append(document.importNode(one, true));
    for (const node of all("[id]", inside)) node.removeAttribute("id");
    desk.classList.add("split");
    for (const step of all("button", header).slice(0, 2)) step.hidden = marks().length < 2;
    if (!(history.state && history.state.beside)) history.pushState({ beside: true }, "");
    opened = location.href;
    mark = 0;
    go(0);
    title.focus({ preventScroll: true });
    link.scrollIntoView({ block: "nearest" });
  };
  const toClipboard = (node, text, done, failed) => {
    const words = node.textContent;
    navigator.clipboard.writeText(text).then(() => { node.textContent = done; setTimeout(() => { node.textContent = words; }, 2000); }, failed);
  };
  document.addEventListener("click", (event) => {
    const copy = event.target.closest("[data-copy]");
    if (copy && navigator.clipboard) {
      toClipboard(copy, copy.dataset.copy, "Copied", () => { copy.textContent = "The browser did not let it be copied"; });
      return;
    }
    const share = event.target.closest("a.share");
    if (share && navigator.clipboard && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      toClipboard(share, share.href, "Link copied", () => { location.href = share.href; });
      return;
    }
    const link = event.target.closest("a.open");
    const plain = !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || !document.querySelector(".desk") || !matchMedia("(min-width: 72rem)").matches) return;
    event.preventDefault();
    beside(link).catch(() => { location.href = link.href; });
  });

  // The keys that the dialog of keys names.
  const step = (by) => {
    const cases = all(".reviews .case");
    if (cases.length) {
      const at = cases.findIndex((one) => one.contains(document.activeElement));
      cases[at < 0 ? (by > 0 ? 0 : cases.length - 1) : Math.min(cases.length - 1, Math.max(0, at + by))].focus();
      return;
    }
    // Turn by turn in the order of the text: what failed stands above what holds.
    const number = (card) => Number(/\d*$/.exec(card.dataset.claim)[0]);
    const cards = all(".turn").flatMap((turn) => all(".claim[data-claim]", turn).sort((one, other) => number(one) - number(other)));
    if (!cards.length) return;
    const here = cards.findIndex((card) => card.contains(document.activeElement));
    const next = cards[here < 0 ? (by > 0 ? 0 : cards.length - 1) : Math.min(cards.length - 1, Math.max(0, here + by))];
    if (next.parentElement) reveal(next.parentElement);
    next.querySelector("summary").focus();
  };
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    // Enter sends a question; in a longer text it breaks the line. A letter that is still being composed is only taken.
    const question = event.target.id === "question" && !event.shiftKey && !event.altKey;
    if (event.key === "Enter" && event.target.form && !event.isComposing && (event.ctrlKey || event.metaKey || question)) {
      event.preventDefault();
      if (!event.target.form.querySelector("button:disabled")) event.target.form.requestSubmit();
      return;
    }
    if (event.key === "Escape") {
      if (typing) event.target.blur(); else if (!document.querySelector("dialog[open]")) shut();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "a" || event.key === "r") {
      const own = document.activeElement.closest(".case");
      const button = own && own.querySelector("button[value=" + (event.key === "a" ? "approved" : "rejected") + "]");
      if (button) button.click();
    } else if (event.key === "Enter" && event.target.matches(".reviews .case")) event.target.querySelector("h2 a").click();
    else if (event.key === "n") go(1);
    else if (event.key === "p") go(-1);
    else if (event.key === "/") {
      event.preventDefault();
      const question = ["question", "text", "search", "find"].map((id) => document.getElementById(id)).find((box) => box);
      if (question) question.focus(); else location.href = "/ask";
    } else if (event.key === "?") {
      const keys = document.getElementById("keys");
      if (keys && !keys.open) keys.showModal();
    }
  });
})();
