// The emoji dialog: a grid and a search over all emoji. A chosen emoji is inserted at the cursor.
import { byId } from "./dom.js";

const GRID =
  "🎂🎉🎈🎁🥳🎊🕯️🍰🧁🥂🍾☕🍕🍓🍋🌶️ ❤️🧡💛💚💙💜🤎🖤💕💖💌💐🌷🌹🌻🌼 😀😄😊🥰😍😘😂🥹😎🤩😇🙃😉🤗😢😭 " +
  "👍👏🙌🙏💪🤝👋✌️🤞🫶👀🧠🫂👶🎓💼 🐶🐱🐻🐼🐰🦊🐣🦋🐢🐳🌳🍀🍁🌊🌈☀️ ⭐✨🌙🔥❄️⛄🚀✈️🏡⛺🚲⚽🎸🎵📚🏆";
const QUIET = "🕯️🤍🕊️💐🌷🌼🍃🌿🌙⭐🌊🍂🙏🫂💙💜❤️☁️🌅🌳";

const MOST = 60; // search results shown

/** @param {HTMLTextAreaElement} text */
export function open(text) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("emoji"));
  if (!dialog.dataset.ready) prepare(dialog, text);
  dialog.showModal();
  grid().querySelector("button")?.focus(); // not the search field: that would open a phone's keyboard
}

/** @returns {HTMLElement} */
const grid = () => byId("emoji-grid");

/** @param {HTMLDialogElement} dialog @param {HTMLTextAreaElement} text */
function prepare(dialog, text) {
  dialog.dataset.ready = "yes";
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
  const chosen = [...letters.segment(dialog.dataset.tone === "quiet" ? QUIET : GRID)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim());
  show(chosen);
  grid().addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    const emoji = button.textContent ?? "";
    if (text.value.length + emoji.length <= text.maxLength) {
      text.setRangeText(emoji, text.selectionStart, text.selectionEnd, "end");
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }
    dialog.close();
    text.focus();
  });
  byId("emoji-cancel").addEventListener("click", () => dialog.close());
  search(chosen);
}

/** @param {string[]} all */
function show(all) {
  grid().replaceChildren(
    ...all.map((emoji) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = emoji;
      return button;
    }),
  );
}

/** Searches names in the page's language and in English. @param {string[]} calm the emoji shown without a query */
function search(calm) {
  const field = /** @type {HTMLInputElement} */ (byId("emoji-find"));
  const found = byId("emoji-found");
  field.addEventListener("input", async () => {
    const asked = plain(field.value).split(/\s+/).filter(Boolean);
    const words = asked.length ? await known() : [];
    if (plain(field.value).split(/\s+/).filter(Boolean).join() !== asked.join()) return; // the query has changed since
    const hits = words.filter(([, names]) => asked.every((word) => names.includes(` ${word}`)));
    show(asked.length ? hits.slice(0, MOST).map(([emoji]) => emoji) : calm);
    found.textContent = asked.length && !hits.length ? (field.dataset.none ?? "") : "";
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    grid().querySelector("button")?.click();
  });
}

/** @param {string} said */
const plain = (said) => said.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

/** @type {Promise<[string, string][]> | undefined} */
let loading;

/** @returns {Promise<[string, string][]>} each emoji with its names, a space before each word */
function known() {
  loading ??= load().catch((error) => {
    loading = undefined; // the next key retries
    throw error;
  });
  return loading;
}

/** @param {string} language @returns {Promise<string[]>} */
async function lines(language) {
  const answer = await fetch(new URL(`./emoji-${language}.txt`, import.meta.url));
  if (!answer.ok) throw new Error(`emoji-${language}.txt: ${answer.status}`);
  return (await answer.text()).trimEnd().split("\n");
}

/** @returns {Promise<[string, string][]>} */
async function load() {
  const own = document.documentElement.lang;
  const [english, names] = await Promise.all([lines("en"), own === "de" || own === "ar" ? lines(own) : []]);
  // Each line of another language names the emoji in the same line of the English file.
  return english.map((line, at) => {
    const [emoji = "", said = ""] = line.split("\t");
    return [emoji, ` ${plain(said)} ${plain(names[at] ?? "")}`];
  });
}
