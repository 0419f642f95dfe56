// The upload of a file, with a preview, progress and a cancel button.
import { byId } from "./dom.js";

const MOST_PICTURES = 4; // the server's limit
const MOST_BYTES = { photo: 20_000_000, gif: 20_000_000, video: 25_000_000, voice: 20_000_000 }; // the server's limits, checked before a long upload

/**
 * @typedef {object} Sent
 * @property {string} id
 * @property {string} kind
 */

/**
 * Shows the file among the attachments and uploads it. A photo or GIF is added, another file replaces the one of its kind.
 * @param {HTMLFormElement} form
 * @param {Blob} file
 * @param {"photo" | "gif" | "video" | "voice"} kind
 * @param {HTMLElement} face the preview
 * @param {HTMLElement} [former] the attachment that it replaces
 * @returns {Promise<boolean>} whether the upload succeeded
 */
export function upload(form, file, kind, face, former) {
  const made = thing(kind === "gif" ? "photo" : kind, face, former);
  if (pictures().length > MOST_PICTURES) {
    fail(made, made.dataset.full ?? "");
    return Promise.resolve(false);
  }
  const films = document.querySelectorAll('.p-thing[data-kind="video"]').length;
  if (films && pictures().length && kind !== "voice") {
    fail(made, made.dataset.either ?? "");
    return Promise.resolve(false);
  }
  if (file.size > MOST_BYTES[kind]) {
    fail(made, (kind === "video" ? made.dataset.long : made.dataset.large) ?? "");
    return Promise.resolve(false);
  }
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", made.dataset.uploading ?? "");
  const tools = made.querySelector(".p-thing-tools");
  tools?.before(bar);
  const request = new XMLHttpRequest();
  made.addEventListener("taken-off", () => request.abort());
  const body = new FormData();
  for (const name of ["form_token", "own", "guest"]) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) body.set(name, field.value);
  }
  body.set("kind", kind);
  body.set("file", file, kind);
  form.dataset.uploading = String(Number(form.dataset.uploading ?? 0) + 1);
  return new Promise((resolve) => {
    request.upload.addEventListener("progress", (event) => (bar.value = event.loaded / event.total));
    request.addEventListener("loadend", () => {
      bar.remove();
      const left = Number(form.dataset.uploading) - 1;
      form.dataset.uploading = left ? String(left) : "";
      const arrived = request.status === 201 && keep(made, JSON.parse(request.responseText));
      if (!arrived && made.isConnected) fail(made, said(request) ?? made.dataset.failed ?? "");
      form.dispatchEvent(new Event(arrived ? "uploaded" : "uploaded-not"));
      resolve(arrived);
    });
    request.open("POST", `${form.dataset.base}/media`);
    request.send(body);
  });
}

/** @param {HTMLElement} made @param {Sent} sent */
function keep(made, sent) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "media";
  field.value = sent.id;
  made.append(field);
  const alt = made.querySelector(".p-alt");
  if (alt instanceof HTMLInputElement && sent.kind !== "voice") {
    alt.name = `alt-${sent.id}`;
    alt.hidden = false;
  }
  return made.isConnected;
}

/** @param {XMLHttpRequest} request @returns {string | undefined} undefined after a network failure */
function said(request) {
  try {
    return JSON.parse(request.responseText).message;
  } catch {
    return undefined; // not a response of our server
  }
}

/** Says why a file was refused; it can only be removed. @param {HTMLElement} made @param {string} says */
function fail(made, says) {
  made.dataset.kind = "refused";
  made.querySelector(".p-alt")?.remove();
  for (const tool of made.querySelectorAll('[data-tool]:not([data-tool="off"])')) tool.remove();
  const message = document.createElement("p");
  message.className = "p-fault";
  message.setAttribute("role", "alert");
  message.textContent = says;
  made.querySelector(".p-thing-tools")?.before(message);
}

/**
 * Adds an attachment: a photo next to the others, or in place of one; anything else replaces one of the same kind.
 * @param {string} kind
 * @param {HTMLElement} face
 * @param {HTMLElement} [former] the photo that it replaces
 * @returns {HTMLElement}
 */
export function thing(kind, face, former) {
  const same = kind === "photo" ? "" : `[data-kind="${kind}"], `;
  for (const before of document.querySelectorAll(`.p-thing:is(${same}[data-kind="refused"])`)) takeOff(before);
  const template = /** @type {HTMLTemplateElement} */ (byId("thing"));
  const made = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  made.dataset.kind = kind;
  made.prepend(face);
  made.querySelector('[data-tool="off"]')?.addEventListener("click", () => {
    takeOff(made);
    byId("text").focus();
  });
  made.querySelector('[data-tool="first"]')?.addEventListener("click", () => first(made));
  const typed = former?.querySelector(".p-alt");
  const alt = made.querySelector(".p-alt");
  if (typed instanceof HTMLInputElement && alt instanceof HTMLInputElement) alt.value = typed.value;
  if (former?.isConnected) {
    former.before(made);
    takeOff(former);
  } else byId("things").append(made);
  const left = byId("left");
  left.textContent = left.dataset.added ?? "";
  made.scrollIntoView({ block: "nearest" });
  return made;
}

/** @returns {Element[]} */
function pictures() {
  return [...document.querySelectorAll('.p-thing[data-kind="photo"]')];
}

/** @param {Element} made */
function first(made) {
  pictures()[0]?.before(made);
  made.querySelector(".p-alt")?.scrollIntoView({ block: "nearest" });
  byId("text").focus();
}

/** Replaces the boxes that show kept photos first by buttons. */
export function arrange() {
  for (const box of document.querySelectorAll('input[name="first"]')) {
    const made = box.closest(".p-thing");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "p-linklike p-first";
    button.textContent = box.parentElement?.textContent?.trim() ?? "";
    button.addEventListener("click", () => made && first(made));
    box.parentElement?.replaceWith(button);
  }
}

/** @param {Element} made */
function takeOff(made) {
  made.dispatchEvent(new Event("taken-off"));
  made.remove();
}
