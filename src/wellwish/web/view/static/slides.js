// Slides: one note at a time. The slideshow starts only on request, and Space pauses it.
const LEAST_S = 6;
const A_WORD_S = 0.25;

/** @type {number | undefined} */
let timer;
let running = false;

export function ready() {
  button()?.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest("input, textarea, audio, summary")) return;
    const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    if (event.key === " " && !on?.closest("button")) {
      event.preventDefault();
      toggle();
    } else if (event.key === forward || event.key === back) {
      event.preventDefault();
      void go(event.key === forward ? "next" : "prev");
    } else if (event.key === "Escape") {
      stop();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[rel]") : null;
    const way = link?.closest(".v-more") && link.getAttribute("rel");
    if ((way !== "next" && way !== "prev") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void go(way);
  });
  addEventListener("popstate", () => location.reload());
}

function button() {
  return document.querySelector("[data-run]");
}

function toggle() {
  if (running) stop();
  else start();
}

function start() {
  running = true;
  show();
  wait();
}

function stop() {
  running = false;
  clearTimeout(timer);
  show();
}

/** Updates the button. Screen readers announce no notes while the slideshow runs. */
function show() {
  const on = button();
  if (!(on instanceof HTMLElement)) return;
  for (const word of on.querySelectorAll("[data-when]")) {
    word.toggleAttribute("hidden", (word.getAttribute("data-when") === "running") !== running);
  }
  document.querySelector(".v-slide")?.setAttribute("aria-live", running ? "off" : "polite");
}

function wait() {
  clearTimeout(timer);
  const words = document.querySelector(".v-slide")?.textContent?.trim().split(/\s+/).length ?? 0;
  timer = setTimeout(() => void go("next"), (LEAST_S + words * A_WORD_S) * 1000);
}

/** @param {"next" | "prev"} way */
async function go(way) {
  const link = document.querySelector(`.v-more a[rel="${way}"]`);
  if (!(link instanceof HTMLAnchorElement)) {
    stop();
    return;
  }
  const href = link.href;
  try {
    const answer = await fetch(href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const slide = next.querySelector(".v-slide");
    const rest = next.querySelector(".v-more");
    const here = document.querySelector(".v-slide");
    const bar = document.querySelector(".v-more");
    if (!slide || !rest || !here || !bar) throw new Error("no note");
    slide.classList.add("v-slide-in");
    here.replaceChildren(...slide.childNodes);
    here.classList.remove("v-slide-in");
    void (/** @type {HTMLElement} */ (here).offsetWidth);
    here.classList.add("v-slide-in");
    const focused = document.activeElement?.getAttribute("rel");
    for (const each of ["prev", "next"]) swap(bar, rest, `[data-way="${each}"]`);
    swap(bar, rest, "[data-count]");
    if (focused) bar.querySelector(`a[rel="${focused}"]`)?.dispatchEvent(new Event("focus"));
    if (focused) /** @type {HTMLElement | null} */ (bar.querySelector(`a[rel="${focused}"]`) ?? bar.querySelector("a"))?.focus();
    history.replaceState(null, "", href);
    void import("./playing.js").then((m) => m.ready(here));
    if (running) wait();
  } catch {
    location.assign(href);
  }
}

/**
 * @param {Element} bar
 * @param {Element} rest
 * @param {string} what
 */
function swap(bar, rest, what) {
  bar.querySelector(what)?.replaceChildren(...(rest.querySelector(what)?.childNodes ?? []));
}
