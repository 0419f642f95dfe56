// Slides: one note at a time. The slideshow starts only on request, and Space pauses it.
import { arrow, listen, turn } from "./turning.js";

const LEAST_S = 6;
const A_WORD_S = 0.25;

/** @type {number | undefined} */
let timer;
let running = false;
/** The lock on the screen; requests and releases run one after the other. @type {Promise<WakeLockSentinel | undefined>} */
let lock = Promise.resolve(undefined);

export function ready() {
  const slide = document.querySelector(".v-slide");
  button()?.addEventListener("click", toggle);
  button()?.removeAttribute("disabled");
  document.addEventListener("keydown", pressed);
  if (slide instanceof HTMLElement) listen(slide, (rel) => void go(rel));
  document.addEventListener("visibilitychange", keepAwake);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const on = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || on?.closest("input, textarea, audio, summary")) return;
  const rel = arrow(event);
  if (rel) {
    event.preventDefault();
    void go(rel);
  } else if (event.key === " " && !on?.closest("button")) {
    event.preventDefault();
    toggle();
  } else if (event.key === "Escape") {
    const back = document.querySelector("[data-leave]");
    if (back instanceof HTMLElement) back.click();
  }
}

function button() {
  return document.querySelector("[data-run]");
}

function toggle() {
  running = !running;
  show();
  keepAwake();
  clearTimeout(timer);
  if (running) wait();
}

/** Updates the button. Screen readers announce no notes while the slideshow runs. */
function show() {
  for (const word of button()?.querySelectorAll("[data-when]") ?? []) {
    word.toggleAttribute("hidden", (word.getAttribute("data-when") === "running") !== running);
  }
  document.querySelector(".v-slide")?.setAttribute("aria-live", running ? "off" : "polite");
}

/** Keeps the screen on while the slideshow runs and is in view; browsers without this let it dim. */
function keepAwake() {
  lock = lock.then(async (held) => {
    if (running && !document.hidden) return held?.released === false ? held : navigator.wakeLock?.request("screen");
    await held?.release();
    return undefined;
  }).catch(() => undefined); // The system refuses, for example because of a low battery.
}

function wait() {
  clearTimeout(timer);
  const words = document.querySelector(".v-slide")?.textContent?.trim().split(/\s+/).length ?? 0;
  timer = setTimeout(() => void go("next"), (LEAST_S + words * A_WORD_S) * 1000);
}

/** @param {"next" | "prev"} rel */
async function go(rel) {
  clearTimeout(timer);
  const slide = document.querySelector(".v-slide");
  if (!(await turn(rel))) {
    if (running) toggle();
    return;
  }
  slide?.classList.remove("v-slide-in");
  void (/** @type {HTMLElement | null} */ (slide)?.offsetWidth);
  slide?.classList.add("v-slide-in");
  slide?.scrollTo(0, 0);
  if (running) wait();
}
