// Copies the link in the field that a button names. Without scripts or permission, the reader copies it by hand.

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const link = document.getElementById(button.dataset.copy ?? "");
    if (!(link instanceof HTMLInputElement)) return;
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      return; // the link is selected for copying by hand
    }
    const says = button.querySelector("span");
    if (says) says.textContent = button.dataset.done ?? "";
  });
}
