// The new card: the preview follows the chosen design and the text. Without scripts a button updates it.

import { byId } from "./dom.js";

const cover = document.getElementById("preview");
byId("draw").hidden = true;

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field instanceof HTMLTextAreaElement && field.name === "cover_text") {
    byId("preview-cover_text").textContent = field.value;
  }
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === "design" && cover instanceof HTMLImageElement && field.dataset.cover) {
    cover.src = field.dataset.cover;
  } else if (field.name === "title" || field.name === "sender") {
    byId(`preview-${field.name}`).textContent = field.value;
  }
});
