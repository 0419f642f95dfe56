// Keyboard shortcuts for notes: move, enlarge, load more. Single-letter shortcuts can be switched off.
const KEPT = "wellwish-keys";
let keys = true;

/** Prepares the board. */
export function ready() {
  keys = stored() !== "off";
  document.addEventListener("keydown", pressed);
  for (const list of document.querySelectorAll(".v-board")) prepare(list);
  document.querySelector("[data-keys]")?.addEventListener("click", help);
  document.addEventListener("click", more);
}

/** Makes the notes of a list reachable by the keyboard. @param {Element} list */
export function prepare(list) {
  for (const note of list.querySelectorAll(".v-note")) note.setAttribute("tabindex", "-1");
  if (!document.querySelector('.v-note[tabindex="0"]')) list.querySelector(".v-note")?.setAttribute("tabindex", "0");
  list.addEventListener("dblclick", (event) => {
    const note = event.target instanceof Element ? event.target.closest(".v-note") : null;
    if (note) enlarge(note);
  });
}

/** Whether a key belongs to a field, a dialog or the browser. @param {KeyboardEvent} event */
export function busy(event) {
  const on = event.target instanceof Element ? event.target : null;
  return (
    event.ctrlKey || event.metaKey || event.altKey || !!document.querySelector("dialog[open]") ||
    !!on?.closest("input, textarea, select, audio, [contenteditable]")
  );
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (busy(event)) return;
  const notes = [...document.querySelectorAll("main .v-note")];
  const inBook = !!document.querySelector("[data-view=book]"); // which turns its pages with these keys
  const at = notes.indexOf(document.activeElement ?? document.body);
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  if (event.key === "?") {
    event.preventDefault();
    help();
    return;
  }
  if (!keys) return;
  if (event.key === "Enter" && at >= 0) {
    event.preventDefault();
    enlarge(/** @type {Element} */ (notes[at]));
    return;
  }
  const letter = event.key.toLowerCase();
  const arrows = at >= 0; // elsewhere the arrow keys scroll
  let to = -1;
  if (letter === "j" || (arrows && (event.key === "ArrowDown" || (event.key === forward && !inBook)))) to = Math.min(at + 1, notes.length - 1);
  if (letter === "k" || (arrows && (event.key === "ArrowUp" || (event.key === back && !inBook)))) to = Math.max(at - 1, 0);
  if (arrows && event.key === "Home") to = 0;
  if (arrows && event.key === "End") to = notes.length - 1;
  const note = notes[to];
  if (!(note instanceof HTMLElement)) return;
  event.preventDefault();
  for (const each of notes) each.setAttribute("tabindex", "-1");
  note.setAttribute("tabindex", "0");
  note.focus();
  note.scrollIntoView({ block: "nearest" });
}

/** @param {Element} note */
function enlarge(note) {
  const dialog = document.querySelector("#v-large");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const copy = /** @type {HTMLElement} */ (note.cloneNode(true));
  copy.removeAttribute("tabindex");
  copy.removeAttribute("id");
  dialog.querySelector(".v-large-note")?.replaceChildren(copy);
  dialog.setAttribute("aria-label", note.getAttribute("aria-label") ?? "");
  const report = dialog.querySelector("[data-report]");
  if (report instanceof HTMLAnchorElement) report.href = (report.dataset["report"] ?? "") + note.id.replace("n-", "");
  dialog.querySelector("button")?.setAttribute("autofocus", "");
  dialog.showModal();
  void import("./playing.js").then((m) => m.ready(dialog));
}

function help() {
  const dialog = document.querySelector("#v-help");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const box = dialog.querySelector("input");
  if (box) {
    box.checked = keys;
    box.onchange = () => {
      keys = box.checked;
      try {
        localStorage.setItem(KEPT, keys ? "on" : "off");
      } catch {
        // Without storage the choice applies to this page only.
      }
    };
  }
  dialog.showModal();
}

function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Appends the next page of notes to this page. @param {MouseEvent} event */
async function more(event) {
  const link = event.target instanceof Element ? event.target.closest("a[data-more]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const list = next.querySelector(".v-board");
    const rest = next.querySelector(".v-more");
    const here = link.closest(".v-more");
    if (!list || !here) throw new Error("no notes");
    for (const style of next.querySelectorAll('link[rel="stylesheet"]')) {
      if (!document.querySelector(`link[href="${style.getAttribute("href")}"]`)) document.head.append(style);
    }
    here.before(document.adoptNode(list));
    prepare(list);
    void import("./playing.js").then((m) => m.ready(list));
    if (rest) here.replaceWith(document.adoptNode(rest));
    else here.remove();
    const first = list.querySelector(".v-note");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  } catch {
    location.assign(link.href);
  }
}
