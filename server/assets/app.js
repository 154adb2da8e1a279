// Small comforts on pages that are complete without script.
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  // A form that was sent says what runs, and is not sent twice.
  for (const form of all("form[method=post]")) {
    form.addEventListener("submit", () => {
      const waiting = form.querySelector(".waiting");
      if (waiting) waiting.hidden = false;
      for (const button of all("button", form)) button.disabled = true;
    });
  }
  addEventListener("pageshow", () => {
    for (const button of all("button:disabled")) button.disabled = false;
    for (const waiting of all(".waiting")) waiting.hidden = true;
  });

  // Files dropped anywhere on the upload page go into its form.
  const drop = document.getElementById("drop");
  if (drop) {
    const input = drop.querySelector("input[type=file]");
    addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      if (event.dataTransfer && event.dataTransfer.files.length) {
        input.files = event.dataTransfer.files;
        drop.requestSubmit();
      }
    });
  }

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
