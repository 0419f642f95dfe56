// Keeps a page current while a job works for it. Unlike a reload, this keeps the place of readers with a screen reader.
const intervalMs = 2_000;

/** Replaces the main part of the page by a fresh one, until that is no longer pending. */
async function update() {
  const main = document.querySelector("main");
  if (!main?.hasAttribute("data-pending")) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) location.reload();
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = next.querySelector("main");
    if (answer.ok && fresh) {
      main.toggleAttribute("data-pending", fresh.hasAttribute("data-pending"));
      if (fresh.innerHTML !== main.innerHTML) {
        const hadFocus = main.contains(document.activeElement);
        main.replaceChildren(...document.adoptNode(fresh).childNodes);
        if (hadFocus) main.focus();
      }
    }
  } catch {
    // The network is unavailable: the page keeps its content.
  }
  setTimeout(update, intervalMs);
}

setTimeout(update, intervalMs);
