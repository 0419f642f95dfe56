// Enhancements of the signing page, which works without scripts: the character count, the draft, offline handling,
// and the modules loaded on first use.
import { byId } from "./dom.js";

const form = /** @type {HTMLFormElement} */ (byId("form"));
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const go = /** @type {HTMLButtonElement} */ (byId("go"));
const language = document.documentElement.lang === "ar" ? "ar-u-nu-arab" : document.documentElement.lang;
const number = new Intl.NumberFormat(language);

// --- Characters left: always visible, announced to screen readers near the limit --------------------------------

const NEAR = 100;
const count = byId("count");
const left = byId("left");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let saying;

function tellCount() {
  const rest = text.maxLength - text.value.length;
  count.textContent = number.format(rest);
  clearTimeout(saying);
  if (rest <= NEAR) {
    saying = setTimeout(() => (left.textContent = (left.dataset.says ?? "#").replace("#", number.format(rest))), 1000);
  }
}
text.addEventListener("input", tellCount);
tellCount();

// --- Openings: a tap inserts one into the note, or replaces the one inserted before -----------------------------

let taken = "";
const prompts = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-prompt]")]);
for (const [at, button] of prompts.entries()) {
  // One stop of the Tab key; the arrow keys move inside (WAI-ARIA, toolbar pattern).
  button.addEventListener("keydown", (event) => {
    const onward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = prompts.at((at + (event.key === onward ? 1 : -1)) % prompts.length);
    button.tabIndex = -1;
    if (next) next.tabIndex = 0;
    next?.focus();
  });
  button.addEventListener("click", () => {
    const begun = (button.textContent ?? "").replace(/\s*…$/u, " ");
    const before = text.value === taken ? "" : text.value.replace(/(?<=\S)$/u, "\n");
    if (before.length + begun.length > text.maxLength) return;
    taken = before ? "" : begun;
    text.value = before + begun;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.focus();
    text.setSelectionRange(text.value.length, text.value.length);
  });
}

// --- The handwriting: another one while the chosen one lacks letters, so that no word has two faces ---------------

function write() {
  const pen = form.querySelector('input[name="pen"]:checked');
  const lacks = pen instanceof HTMLElement ? pen.dataset.lacks : undefined;
  const written = `${value("text")}${value("name")}`.normalize("NFC");
  document.querySelector(".p-note")?.toggleAttribute("data-steady", Boolean(lacks) && RegExp(`[${lacks}]`).test(written));
}
for (const event of ["input", "change"]) form.addEventListener(event, write);

// --- The draft: kept on this device until the card is signed ----------------------------------------------------

const KEPT_MS = 30 * 24 * 3600 * 1000;
const key = `draft:${form.dataset.draft}`;
const KEPT = ["text", "name", "pen", "ink", "paper", "visibility", "drawing", "transcript"];

/** @param {string} name @returns {string} */
function value(name) {
  const given = new FormData(form).get(name);
  return typeof given === "string" ? given : "";
}

function keepDraft() {
  if (form.dataset.own || form.dataset.guest) return; // a guest's words do not stay on the device
  try {
    const said = Object.fromEntries(KEPT.map((name) => [name, value(name)]));
    if (said.text || said.drawing) localStorage.setItem(key, JSON.stringify({ at: Date.now(), said }));
    else localStorage.removeItem(key);
  } catch {
    // Storage is unavailable or full: the draft lives only in the page.
  }
}

/** @param {Record<string, string>} said */
function fill(said) {
  for (const name of KEPT) {
    const field = form.elements.namedItem(name);
    const given = said[name];
    if (typeof given !== "string" || !given) continue;
    if (field instanceof RadioNodeList) field.value = given;
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = given;
  }
}

function restore() {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!found || form.dataset.own || form.dataset.guest || text.value || form.dataset.refused) return;
    if (Date.now() - found.at > KEPT_MS) return localStorage.removeItem(key);
    fill(found.said);
    byId("kept").hidden = false;
    tellCount();
  } catch {
    // An unreadable draft is ignored.
  }
}
restore();
write();
byId("clear").addEventListener("click", () => {
  localStorage.removeItem(key);
  byId("kept").hidden = true;
  form.reset();
  /** @type {HTMLInputElement} */ (byId("drawing")).value = "";
  document.querySelector('[data-kind="drawing"]')?.remove();
  tellCount();
  text.focus();
});
/** @type {ReturnType<typeof setTimeout> | undefined} */
let keeping;
form.addEventListener("input", () => {
  clearTimeout(keeping);
  keeping = setTimeout(keepDraft, 300);
});
addEventListener("pagehide", keepDraft);

// --- The chosen amount, next to the button ----------------------------------------------------------------------

const sum = byId("sum");
const free = sum.textContent ?? "";
form.addEventListener("change", () => {
  const chosen = form.querySelector('input[name="gift"]:checked');
  const amount = chosen instanceof HTMLInputElement ? (chosen.dataset.says ?? "") : "";
  sum.textContent = amount && sum.dataset.says ? sum.dataset.says.replace("#", amount) : free;
});

// --- Submitting: only once, and not while files are uploading or the device is offline --------------------------

let sending = false;
let waiting = false;
const offline = byId("offline");
const said = go.querySelector("span");
const calm = said?.textContent ?? "";

/** @param {boolean} busy */
function show(busy) {
  go.setAttribute("aria-disabled", String(busy));
  if (busy) go.style.minInlineSize = `${go.offsetWidth}px`;
  if (said) said.textContent = busy ? (go.dataset.busy ?? "") : calm;
}

form.addEventListener("submit", (event) => {
  if (sending) return event.preventDefault();
  keepDraft();
  if (!navigator.onLine) {
    event.preventDefault();
    offline.hidden = false;
    waiting = true;
    return;
  }
  if (form.dataset.uploading || form.dataset.held) {
    event.preventDefault();
    waiting = true;
    return show(true);
  }
  sending = true;
  show(true);
});
/** Submits a form that was waiting for the network, an upload or the rate limit. */
function again() {
  if (!waiting) return;
  waiting = false;
  show(false);
  form.requestSubmit(go);
}
addEventListener("online", () => {
  offline.hidden = true;
  again();
});
addEventListener("offline", () => (offline.hidden = false));
form.addEventListener("uploaded", again);
form.addEventListener("released", again);
addEventListener("pageshow", (event) => {
  if (event.persisted && form.dataset.guest) location.reload(); // the next person does not find the words
  sending = false;
  show(false);
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(go);
});

// --- Reporting that a person opened the page, at the first human interaction ------------------------------------

const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"];
/** @param {Event} event */
function seen(event) {
  if (!event.isTrusted) return;
  for (const sign of SIGNS) removeEventListener(sign, seen, true);
  tellSeen();
}
/** Sends the report, and tries again when the device is back online. */
function tellSeen() {
  const body = new URLSearchParams({ form_token: value("form_token") });
  fetch(`${form.dataset.base}/seen`, { method: "POST", body, keepalive: true }).catch(() =>
    addEventListener("online", tellSeen, { once: true }),
  );
}
for (const sign of SIGNS) addEventListener(sign, seen, { capture: true, passive: true });

// --- Modules loaded on first use --------------------------------------------------------------------------------

for (const kind of /** @type {const} */ (["photo", "gif"])) {
  const input = /** @type {HTMLInputElement} */ (byId(kind));
  input.addEventListener("change", async () => {
    const files = [...(input.files ?? [])];
    if (files.length) (await import("./photo.js")).photos(form, files, input);
  });
}
const video = document.getElementById("video");
video?.addEventListener("change", async () => {
  const [file] = (video instanceof HTMLInputElement && video.files) || [];
  if (file && video instanceof HTMLInputElement) (await import("./photo.js")).film(form, file, video);
});
byId("add-emoji").addEventListener("click", async () => (await import("./emoji.js")).open(text));
byId("add-drawing").addEventListener("click", async () => (await import("./draw.js")).open(form));
byId("voice").addEventListener("click", async (event) => {
  if (!navigator.mediaDevices || typeof MediaRecorder === "undefined") return; // the file input still works
  event.preventDefault();
  (await import("./voice.js")).open(form);
});
for (const thing of document.querySelectorAll(".p-thing")) drop(thing);
const clock = document.getElementById("wait");
if (clock) import("./wait.js").then((module) => module.wait(form, clock, language));
if (value("drawing")) import("./draw.js").then((module) => module.preview(form));

/** Turns the box of a kept file into a button that takes it off at once. @param {Element} thing */
function drop(thing) {
  const box = thing.querySelector('input[name="without"]');
  const button = document.createElement("button");
  button.type = "button";
  button.className = "p-linklike";
  button.append(...(box?.nextElementSibling?.childNodes ?? []));
  button.addEventListener("click", () => {
    thing.remove();
    text.focus();
  });
  box?.parentElement?.replaceWith(button);
}
if (document.querySelector('input[name="first"]')) import("./upload.js").then((module) => module.arrange());
