// A grid of emoji for those whose keyboard has none: the choice goes where the cursor is.
import { byId } from "./sign.js";

const GRID =
  "🎂🎉🎈🎁🥳🎊🕯️🍰🧁🥂🍾☕🍕🍓🍋🌶️ ❤️🧡💛💚💙💜🤎🖤💕💖💌💐🌷🌹🌻🌼 😀😄😊🥰😍😘😂🥹😎🤩😇🙃😉🤗😢😭 " +
  "👍👏🙌🙏💪🤝👋✌️🤞🫶👀🧠🫂👶🎓💼 🐶🐱🐻🐼🐰🦊🐣🦋🐢🐳🌳🍀🍁🌊🌈☀️ ⭐✨🌙🔥❄️⛄🚀✈️🏡⛺🚲⚽🎸🎵📚🏆";
const QUIET = "🕯️🤍🕊️💐🌷🌼🍃🌿🌙⭐🌊🍂🙏🫂💙💜❤️☁️🌅🌳";

/** @param {HTMLTextAreaElement} text */
export function open(text) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("emoji"));
  if (!dialog.dataset.ready) prepare(dialog, text);
  dialog.showModal();
  dialog.querySelector("button")?.focus(); // and not the grid, which scrolls and so could have the focus itself
}

/** @param {HTMLDialogElement} dialog @param {HTMLTextAreaElement} text */
function prepare(dialog, text) {
  dialog.dataset.ready = "yes";
  const grid = byId("emoji-grid");
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of letters.segment(dialog.dataset.tone === "quiet" ? QUIET : GRID)) {
    if (!segment.trim()) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = segment;
    button.addEventListener("click", () => {
      if (text.value.length + segment.length <= text.maxLength) {
        text.setRangeText(segment, text.selectionStart, text.selectionEnd, "end");
        text.dispatchEvent(new Event("input", { bubbles: true }));
      }
      dialog.close();
      text.focus();
    });
    grid.append(button);
  }
  byId("emoji-cancel").addEventListener("click", () => dialog.close());
}
