// The new card: its title, colours and cover follow the choices and the text. Without scripts, the button
// "Update the preview" asks the server for them. Jobs draw covers with other words: until one is drawn, the last
// cover stays.

import { byId } from "./dom.js";

const form = document.querySelector("form.d-new");
const pauseMs = 400;
const typingMs = 900; // of a text: each pause may have a cover drawn, which takes a core for seconds
const drawingMs = 1500; // between two looks for the drawn cover
const looks = 40;
const shortest = 3; // letters; a shorter first word, such as "Dr", does not name a person

/** @param {string} name */
function field(name) {
  return form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
}

/** @param {string} name */
function text(name) {
  const found = field(name);
  return found instanceof HTMLInputElement ? found.value.trim() : "";
}

/** The first word, or the whole name if that word is an abbreviation. @param {string} name */
function called(name) {
  const [first, ...rest] = name.replace(/<[^<>]*>?/, "").trim().split(" ");
  return rest.length && (first.length < shortest || first.endsWith(".")) ? [first, ...rest].join(" ") : first;
}

let isOwn = text("title") !== ""; // whether somebody has written the title

function entitle() {
  const design = form?.querySelector("input[name=design]:checked");
  const title = field("title");
  if (!(design instanceof HTMLInputElement) || !(title instanceof HTMLInputElement)) return;
  const name = called(text("who"));
  const named = name && !name.includes("@");
  const suggested = named ? (design.dataset.titleWith ?? "").replace("%(name)s", name) : (design.dataset.title ?? "");
  title.placeholder = suggested;
  if (!isOwn) title.value = name ? suggested : "";
  show("preview-title", title.value || suggested);
}

/** @param {string} id @param {string} words */
function show(id, words) {
  byId(id).textContent = words;
}

function picture() {
  const found = document.querySelector("#shown img");
  return found instanceof HTMLImageElement ? found : null;
}

/** Shows the words of the cover, unless the cover already has them. */
function write() {
  const typed = field("cover_text");
  if (!(typed instanceof HTMLTextAreaElement)) return;
  const says = typed.value.trim();
  const { waits, says: drawn } = picture()?.dataset ?? {};
  const line = byId("preview-words");
  line.hidden = says === "" || (!waits && says === drawn);
  const words = line.querySelector("span");
  if (words) words.textContent = says;
}

/** Shows a cover as soon as it is drawn. @param {HTMLImageElement} image */
async function whenDrawn(image) {
  const path = image.dataset.waits;
  for (let look = 0; path && look < looks && image.isConnected; look += 1) {
    const answer = await fetch(path, { cache: "reload" }).catch(() => null);
    if (answer?.ok && answer.headers.get("cache-control")?.includes("immutable")) {
      image.removeAttribute("srcset");
      image.src = path;
      delete image.dataset.waits;
      if (image.isConnected) write();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, drawingMs));
  }
}

const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);

/** Sets the colours of the chosen palette, which the page's style does not contain. @param {HTMLElement} aside */
function colour(aside) {
  const tints = ["accent", "wash", "wash2"].map((name) => [name, aside.dataset[name]]).filter(([, tint]) => tint);
  const rules = tints.map(([name, tint]) => `--${name}: light-dark(${tint});`);
  colours.replaceSync(`#${aside.id} { ${rules.join(" ")} }`);
}

let timer = 0;
let asked = 0;

/** Asks for the preview after a pause; until it arrives, the last one stays. @param {number} [afterMs] */
function refresh(afterMs = pauseMs) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (!(form instanceof HTMLFormElement)) return;
    const mine = (asked += 1);
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    body.append("draw", "1");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected || mine !== asked) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("shown");
      const now = document.getElementById("shown");
      if (!fresh || !now) return;
      const focused = now.contains(document.activeElement) ? document.activeElement : null;
      const last = picture();
      now.replaceWith(document.adoptNode(fresh));
      if (last && fresh.dataset.design === now.dataset.design) keep(last);
      settle(fresh);
      if (focused instanceof HTMLInputElement) {
        const same = fresh.querySelector(`input[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`);
        if (same instanceof HTMLElement) same.focus();
      }
      entitle();
      write();
    } catch {
      // The network is unavailable: the preview stays as it is.
    }
  }, afterMs);
}

/** Keeps the last cover of the design until the next one is drawn. @param {HTMLImageElement} last */
function keep(last) {
  const image = picture();
  if (!image?.dataset.waits) return;
  image.srcset = last.srcset;
  image.src = last.src;
}

/** @param {HTMLElement} aside */
function settle(aside) {
  colour(aside);
  const button = aside.querySelector("#draw");
  if (button instanceof HTMLElement) button.hidden = true;
  const image = picture();
  if (image) whenDrawn(image);
}

if (form instanceof HTMLFormElement) {
  const aside = document.getElementById("shown");
  if (aside) settle(aside);
  form.addEventListener("input", (event) => {
    const target = event.target;
    if (target instanceof HTMLTextAreaElement && target.name === "cover_text") {
      write();
      refresh(typingMs);
    }
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.name === "title") isOwn = target.value.trim() !== "";
    if (target.name === "sender") show("preview-sender", target.value);
    if (["who", "title", "design"].includes(target.name)) entitle();
    if (["design", "palette", "locale"].includes(target.name)) refresh();
  });
}
