// Opening the card: fetches the inside, turns the cover and plays the effect once.
import { mayMove, play } from "./effect.js";

const TURNS_MS = 1150;

/** Prepares the closed cover: its links open the card in place. */
export function ready() {
  for (const link of document.querySelectorAll('a[href="?inside"]')) {
    link.addEventListener("click", (event) => {
      if (!(event instanceof MouseEvent) || event.metaKey || event.ctrlKey || event.shiftKey || !mayMove()) return;
      event.preventDefault();
      void open();
    });
  }
  addEventListener("popstate", () => location.reload());
}

/** Prepares the inside: the effect and its replay button. */
export function inside() {
  const place = document.querySelector("[data-effect]");
  const effect = place instanceof HTMLElement ? (place.dataset.effect ?? "none") : "none";
  void play(effect);
  document.querySelector("[data-again]")?.addEventListener("click", () => void play(effect));
}

let opening = false;

async function open() {
  if (opening) return;
  opening = true;
  const next = await fetched();
  const main = document.querySelector("main");
  const spread = next?.querySelector("main");
  const cover = document.querySelector(".v-cover");
  if (!next || !main || !spread || !cover) {
    location.assign("?inside");
    return;
  }
  const leaves = spread.querySelectorAll(".v-leaf");
  leaf(".v-lid-back", leaves.length > 1 ? leaves[0] : undefined);
  leaf(".v-under", leaves[leaves.length - 1]);
  cover.classList.add("v-opening");
  await new Promise((done) => setTimeout(done, TURNS_MS));
  main.replaceWith(document.adoptNode(spread));
  document.title = next.title;
  history.pushState(null, "", "?inside");
  scrollTo(0, 0);
  spread.querySelector("h1")?.setAttribute("tabindex", "-1");
  spread.querySelector("h1")?.focus();
  inside();
}

/** @returns {Promise<Document | undefined>} */
async function fetched() {
  try {
    const answer = await fetch("?inside", { headers: { Accept: "text/html" } });
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
