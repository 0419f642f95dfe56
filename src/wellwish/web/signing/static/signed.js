// The page after signing: deletes the draft and copies the link. A page that the browser has kept is loaded again: the
// browser may have forgotten its note since.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

const draft = document.querySelector("[data-signed]");
if (draft instanceof HTMLElement) {
  try {
    localStorage.removeItem(`draft:${draft.dataset.signed}`);
  } catch {
    // Without storage there is no draft.
  }
}

const link = document.getElementById("link");
const copy = document.getElementById("copy");
if (link instanceof HTMLInputElement && copy) {
  copy.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      return; // the text is selected for copying by hand
    }
    const says = copy.querySelector("span");
    if (says) says.textContent = copy.dataset.done ?? "";
  });
}

// The page that shows a link once is the answer to a form. Going back or reloading leads to the page without it.
const here = document.querySelector("[data-here]");
if (here instanceof HTMLElement) history.replaceState(null, "", here.dataset.here);
