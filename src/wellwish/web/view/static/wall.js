// The wall: turns its pages, and shows new notes when the stream reports them.
const wall = document.querySelector("[data-wall]");
const path = wall instanceof HTMLElement ? (wall.dataset.wall ?? "") : "";
const turnsMs = 1000 * Number(wall instanceof HTMLElement ? wall.dataset.turns : 20);
const pause = document.querySelector("[data-pause]");

let isPaused = new URLSearchParams(location.search).has("still");
let revision = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Shows a page of notes in place. @param {string} query */
async function show(query) {
  try {
    const answer = await fetch(`${path}${query}`, { headers: { Accept: "text/html" } });
    if (answer.status === 404) location.reload();
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const place of document.querySelectorAll("[data-swap]")) {
      const fresh = next.querySelector(`[data-swap="${place.getAttribute("data-swap")}"]`);
      if (!fresh) continue;
      place.replaceWith(document.adoptNode(fresh));
      fresh.querySelector("ul")?.classList.add("w-come");
    }
  } catch {
    // The network is unavailable: the page keeps its notes and retries at the next turn.
  }
}

function following() {
  const main = document.querySelector("main");
  return main?.dataset.next ?? "?page=1";
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!isPaused) void show(following());
    plan();
  }, turnsMs);
}

function listen() {
  const stream = new EventSource(`${path}/stream`);
  stream.addEventListener("notes", (event) => {
    const changed = revision !== "" && revision !== event.lastEventId;
    revision = event.lastEventId;
    if (!changed || isPaused) return;
    void show("?page=1");
    plan();
  });
  stream.addEventListener("end", () => {
    stream.close();
    location.reload();
  });
  // Too many streams: the pages turn without one, and a later attempt may succeed.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3 * turnsMs);
  });
}

plan();
listen();
pause?.addEventListener("click", (event) => {
  event.preventDefault();
  isPaused = !isPaused;
  for (const icon of pause.querySelectorAll("[data-when]")) {
    icon.toggleAttribute("hidden", (icon.getAttribute("data-when") === "resting") !== isPaused);
  }
  if (!isPaused) void show(following());
});
if ("wakeLock" in navigator) navigator.wakeLock.request("screen").catch(() => {});
