// Loads the modules that each of the card's pages needs.
document.documentElement.classList.add("js");

const place = document.querySelector("[data-view]");
const view = place instanceof HTMLElement ? place.dataset.view : undefined;

if (view === "closed") void import("./opening.js").then((m) => m.ready());
if (view === "inside") void import("./opening.js").then((m) => m.inside());
if (view === "board") void import("./reading.js").then((m) => m.ready());
if (view === "book") void import("./book.js").then((m) => m.ready());
if (view === "slides") void import("./slides.js").then((m) => m.ready());
if (document.querySelector("[data-music]")) void import("./music.js").then((m) => m.ready());
if (document.querySelector(".v-voice, [data-moving]")) void import("./playing.js").then((m) => m.ready(document));
const thanks = document.querySelector("[data-thanks]");
if (thanks) void import("./thanks.js").then((m) => m.ready(thanks));
// Printing uses the board with all notes: this page if it is that board, otherwise the link's target.
for (const link of document.querySelectorAll("[data-print]")) {
  link.addEventListener("click", (event) => {
    if (view !== "board" || document.querySelector(".v-more")) return;
    event.preventDefault();
    print();
  });
}
if (location.hash === "#print") addEventListener("load", () => print());
