// The desk's small conveniences: copying, menus that close, and buttons that do not press twice. Without scripts
// links are copied by hand, menus close by their button, and the server ignores a second press.

export {};

for (const button of document.querySelectorAll("button[data-copy], button[data-copy-text]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  const label = button.querySelector("span");
  button.addEventListener("click", async () => {
    const found = document.getElementById(button.dataset.copy ?? "");
    const field = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null;
    field?.select();
    try {
      await navigator.clipboard.writeText(button.dataset.copyText ?? field?.value ?? "");
    } catch {
      return; // the text is selected for copying by hand
    }
    if (label) label.textContent = button.dataset.done ?? "";
    else button.setAttribute("aria-label", button.dataset.done ?? "");
    button.classList.add("d-done");
  });
}

for (const button of document.querySelectorAll("button[data-share]")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    // Closing the system's dialog rejects the promise.
    navigator.share({ title: button.dataset.title, text: button.dataset.text, url: button.dataset.share }).catch(() => {});
  });
}

// A cover that fails to load leaves blank paper, not the browser's broken picture.
for (const picture of document.querySelectorAll(".c-stack img")) {
  if (!(picture instanceof HTMLImageElement)) continue;
  const leave = () => {
    picture.parentElement?.classList.add("d-coverless");
    picture.remove();
  };
  if (picture.complete && picture.naturalWidth === 0 && picture.loading !== "lazy") leave();
  else picture.addEventListener("error", leave);
}

const menus = () => document.querySelectorAll("details.d-menu[open]");
document.addEventListener("click", (event) => {
  for (const menu of menus()) if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.removeAttribute("open");
    const summary = menu.querySelector("summary");
    if (summary && menu.contains(document.activeElement)) summary.focus();
  }
});

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.defaultPrevented) return;
  if (button instanceof HTMLButtonElement && button.formTarget === "_blank") return; // this page stays in use
  if (!(event.target instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
  if (event.target.dataset.sent === "1") {
    event.preventDefault();
    return;
  }
  event.target.dataset.sent = "1";
  button.setAttribute("aria-disabled", "true");
  const words = button.querySelector("span:not(.u-hidden)");
  if (button.dataset.busy && words) words.textContent = button.dataset.busy;
});
// A page from the back-forward cache can be sent again.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[aria-disabled]")) button.removeAttribute("aria-disabled");
});
