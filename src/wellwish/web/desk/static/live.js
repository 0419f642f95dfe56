// Keeps a part of the page current: a stream reports changes, and the page reloads the part. Without a stream,
// the link "Refresh" and the time of the data remain.
const live = document.querySelector("[data-live]");
const streamPath = live instanceof HTMLElement ? (live.dataset.live ?? "") : "";
const retryMs = 60_000;

// The revision of the page: a change before the stream began also counts.
let shown = live instanceof HTMLElement ? (live.dataset.revision ?? "") : "";
let isStale = false;

/**
 * Whether the reader is using the part: a focused element, an open menu, or something typed.
 * @param {Element} part
 */
function isInUse(part) {
  const fields = [...part.querySelectorAll("input")];
  const isTyped = fields.some((field) => field.type !== "hidden" && field.value !== field.defaultValue);
  return isTyped || part.contains(document.activeElement) || part.querySelector("details[open]") !== null;
}

/** Fetches the page and replaces the part, unless the reader is using it. */
async function refresh() {
  const now = document.querySelector("[data-live]");
  if (!now) return;
  isStale = isInUse(now);
  if (isStale) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || answer.redirected) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = next.querySelector("[data-live]");
    if (fresh) now.replaceWith(document.adoptNode(fresh));
  } catch {
    // The network is unavailable: the page keeps its content and its time.
  }
}

function listen() {
  const stream = new EventSource(streamPath);
  stream.addEventListener("changed", (event) => {
    const hasChanged = shown !== event.lastEventId;
    shown = event.lastEventId;
    if (hasChanged) void refresh();
  });
  stream.addEventListener("end", () => stream.close());
  // Too many streams: a later attempt may succeed.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, retryMs);
  });
}

if (streamPath) {
  listen();
  document.addEventListener("focusout", () => {
    if (isStale) setTimeout(() => void refresh());
  });
}
