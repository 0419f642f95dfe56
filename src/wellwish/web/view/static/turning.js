// Turns to the previous or next page: book and slides replace the marked parts of the page with those of the link.

/** The link to the page before or after. @param {"prev" | "next"} rel */
export function link(rel) {
  const found = document.querySelector(`[data-swap] a[rel="${rel}"]`);
  return found instanceof HTMLAnchorElement ? found : null;
}

/**
 * Replaces the marked parts. Returns false without such a page. If the page cannot be loaded, the browser goes there.
 * @param {"prev" | "next"} rel
 */
export async function turn(rel) {
  const to = link(rel);
  if (!to) return false;
  const href = to.href;
  try {
    const answer = await fetch(href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.closest("[data-swap]");
    const wasLink = document.activeElement?.getAttribute("rel");
    for (const part of document.querySelectorAll("[data-swap]")) {
      const other = next.querySelector(`[data-swap="${part.getAttribute("data-swap")}"]`);
      if (!other) throw new Error("no page");
      for (const name of ["aria-label", "value"]) {
        const value = other.getAttribute(name);
        if (value !== null) part.setAttribute(name, value);
      }
      part.replaceChildren(...[...other.childNodes].map((each) => document.adoptNode(each)));
    }
    const again = wasLink ? document.querySelector(`[data-swap] a[rel="${wasLink}"]`) : null;
    const focus = again ?? (focused ? document.querySelector("[data-swap][tabindex]") : null);
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
    history.replaceState(null, "", href);
    void import("./playing.js").then((m) => m.ready(document.querySelector("main") ?? document));
    return true;
  } catch {
    location.assign(href);
    return false;
  }
}

/**
 * Calls with the direction when a link is pressed or a finger swipes over the place.
 * @param {HTMLElement} place
 * @param {(rel: "prev" | "next") => void} go
 * @param {(rel: "prev" | "next") => boolean} atEdge whether nothing in the place is left to scroll to
 */
export function listen(place, go, atEdge = () => true) {
  document.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target.closest("[data-swap] a[rel]") : null;
    const rel = on?.getAttribute("rel");
    if ((rel !== "next" && rel !== "prev") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(rel);
  });
  /** @type {{x: number, y: number, free: Set<string>} | null} */
  let from = null;
  place.addEventListener("touchstart", (event) => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined;
    const free = new Set(/** @type {const} */ (["prev", "next"]).filter((rel) => atEdge(rel)));
    from = touch ? { x: touch.clientX, y: touch.clientY, free } : null;
  }, { passive: true });
  place.addEventListener("touchend", (event) => {
    const touch = event.changedTouches[0];
    if (!from || !touch) return;
    const across = (touch.clientX - from.x) * (document.dir === "rtl" ? -1 : 1);
    const rel = across < 0 ? "next" : "prev";
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(touch.clientY - from.y) && from.free.has(rel)) go(rel);
    from = null;
  }, { passive: true });
}

/** The direction of an arrow key. @param {KeyboardEvent} event @returns {"prev" | "next" | ""} */
export function arrow(event) {
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  return event.key === forward || event.key === "PageDown" ? "next" : event.key === back || event.key === "PageUp" ? "prev" : "";
}
