// The book: its pages turn by key, by swipe and by the buttons at the sides. A phone shows one page at a time.
import { busy, prepare, ready as reading } from "./reading.js";
import { arrow, listen, turn } from "./turning.js";

export function ready() {
  reading();
  const pages = document.querySelector(".v-pages");
  if (!(pages instanceof HTMLElement)) return;
  for (const list of pages.querySelectorAll("ul")) prepare(list);
  reachable(pages);
  pages.addEventListener("scroll", () => place(pages), { passive: true });
  listen(pages, (rel) => void go(pages, rel), (rel) => atEdge(pages, rel));
  document.addEventListener("keydown", (event) => {
    const rel = busy(event) ? "" : arrow(event);
    if (!rel) return;
    event.preventDefault();
    void go(pages, rel);
  });
  addEventListener("resize", () => reachable(pages));
}

/** Whether the first or the last page of the spread is mostly in view. @param {HTMLElement} pages @param {"prev" | "next"} rel */
function atEdge(pages, rel) {
  const at = Math.abs(pages.scrollLeft);
  const half = pages.clientWidth / 2;
  return rel === "prev" ? at < half : at > pages.scrollWidth - pages.clientWidth - half;
}

/** @param {HTMLElement} pages @param {"prev" | "next"} rel */
async function go(pages, rel) {
  const way = (rel === "next" ? 1 : -1) * (document.dir === "rtl" ? -1 : 1);
  if (getComputedStyle(pages).overflowX !== "visible" && !atEdge(pages, rel)) {
    pages.scrollBy({ left: way * pages.clientWidth, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    return;
  }
  if (!(await turn(rel))) return;
  for (const list of pages.querySelectorAll("ul")) prepare(list);
  // After turning back, the last page of the spread is in view; offsets are negative in right-to-left languages.
  pages.scrollLeft = rel === "prev" ? pages.scrollWidth * (document.dir === "rtl" ? -1 : 1) : 0;
  reachable(pages);
  place(pages);
  pages.classList.remove("v-come");
  pages.classList.toggle("v-back", way < 0);
  void pages.offsetWidth;
  pages.classList.add("v-come");
}

/** Names the page in view, where only one is. @param {HTMLElement} pages */
function place(pages) {
  const says = document.querySelector(".v-single");
  const sheets = [...pages.querySelectorAll(".v-sheet[data-place]")];
  const seen = sheets[Math.min(sheets.length - 1, Math.round(Math.abs(pages.scrollLeft) / pages.clientWidth))];
  const name = seen instanceof HTMLElement ? seen.dataset["place"] : undefined;
  if (says && name && says.textContent !== name) says.textContent = name;
}

/** A page that scrolls takes the focus, so that arrow keys move it. @param {HTMLElement} pages */
function reachable(pages) {
  for (const sheet of pages.querySelectorAll(".v-sheet")) {
    if (sheet.scrollHeight > sheet.clientHeight + 1) sheet.setAttribute("tabindex", "0");
    else sheet.removeAttribute("tabindex");
  }
}
