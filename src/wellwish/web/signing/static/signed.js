// The card is signed: the draft has done its work, and the link can be copied.

const draft = document.querySelector("[data-signed]");
if (draft instanceof HTMLElement) {
  try {
    localStorage.removeItem(`draft:${draft.dataset.signed}`);
  } catch {
    // No storage, no draft.
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
      return; // it is selected, and can be copied by hand
    }
    const says = copy.querySelector("span");
    if (says) says.textContent = copy.dataset.done ?? "";
  });
}
