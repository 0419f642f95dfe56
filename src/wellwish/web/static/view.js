// The card's pages: what each of them needs, fetched when it is there.
document.documentElement.classList.add("js");

const place = document.querySelector("[data-view]");
const view = place instanceof HTMLElement ? place.dataset.view : undefined;

if (view === "closed") void import("./opening.js").then((m) => m.ready());
if (view === "inside") void import("./opening.js").then((m) => m.inside());
if (view === "board") void import("./reading.js").then((m) => m.ready());
if (view === "book") void import("./reading.js").then((m) => m.turning());
if (view === "slides") void import("./slides.js").then((m) => m.ready());
if (document.querySelector("[data-music]")) void import("./music.js").then((m) => m.ready());
if (document.querySelector(".v-voice, [data-moving]")) void import("./playing.js").then((m) => m.ready(document));
for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => print());
}
