// Opening the card: fetches the inside, turns the cover and plays the effect once.
import { mayMove, play } from "./effect.js";

const TURNS_MS = 1150;
// The smallest sizes of the opened card: a few notes are written in larger letters than many.
const LEAST_OF_MANY = 0.72;
const LEAST_OF_FEW = 0.5;
const BELOW_PX = 12; // under the buttons

/** Prepares the closed cover: its form opens the card in place. */
export function ready() {
  const form = document.querySelector("form.v-cover");
  form?.addEventListener("submit", (event) => {
    if (!mayMove() || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    void open(form);
  });
  addEventListener("popstate", () => location.reload());
}

/** Prepares the inside: the notes, the effect and its replay button. */
export function inside() {
  void document.fonts.ready.then(written);
  // `ready` may be settled before the layout asks for the first face.
  document.fonts.addEventListener("loadingdone", fit);
  addEventListener("load", fit);
  addEventListener("resize", fit);
  const place = document.querySelector("[data-effect]");
  const effect = place instanceof HTMLElement ? (place.dataset.effect ?? "none") : "none";
  void play(effect);
  document.querySelector("[data-again]")?.addEventListener("click", () => void play(effect));
}

/** Shows the notes, which are hidden until their handwritings have loaded (view.css). */
function written() {
  fit();
  document.querySelector(".v-spread")?.classList.add("v-written");
}

/** Makes the opened card smaller, within limits, until its buttons are in a wide window. */
function fit() {
  const spread = document.querySelector(".v-spread");
  const buttons = document.querySelector(".v-inside > .v-actions");
  if (!(spread instanceof HTMLElement) || !buttons) return;
  spread.style.removeProperty("--fit");
  if (!matchMedia("(min-width: 60rem)").matches) return;
  const least = spread.classList.contains("v-of-many") ? LEAST_OF_MANY : LEAST_OF_FEW;
  for (let size = 0.96; size >= least && buttons.getBoundingClientRect().bottom + scrollY + BELOW_PX > innerHeight; size -= 0.04) {
    spread.style.setProperty("--fit", size.toFixed(2));
  }
}

let opening = false;

/** @param {HTMLFormElement} form */
async function open(form) {
  if (opening) return;
  opening = true;
  const next = await fetched(form.action);
  const main = document.querySelector("main");
  const spread = next?.querySelector("main");
  const cover = document.querySelector(".v-cover");
  if (!next || !main || !spread || !cover) {
    form.submit();
    return;
  }
  const leaves = spread.querySelectorAll(".v-leaf");
  leaf(".v-lid-back", leaves.length > 1 ? leaves[0] : undefined);
  leaf(".v-under", leaves[leaves.length - 1]);
  cover.classList.add("v-opening");
  await new Promise((done) => setTimeout(done, TURNS_MS));
  main.replaceWith(document.adoptNode(spread));
  written(); // The leaves of the book have loaded the handwritings.
  document.title = next.title;
  history.pushState(null, "", "?inside");
  scrollTo(0, 0);
  spread.querySelector("h1")?.setAttribute("tabindex", "-1");
  spread.querySelector("h1")?.focus();
  inside();
}

/** @param {string} address @returns {Promise<Document | undefined>} */
async function fetched(address) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { Accept: "text/html" } });
    if (!answer.ok) return undefined;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return undefined;
  }
}

/**
 * @param {string} place
 * @param {Element | undefined} page
 */
function leaf(place, page) {
  const into = document.querySelector(place);
  if (!into || !page) return;
  const copy = /** @type {Element} */ (page.cloneNode(true));
  copy.setAttribute("aria-hidden", "true");
  into.replaceChildren(document.adoptNode(copy));
}
