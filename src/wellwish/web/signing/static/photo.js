// Photo upload: the browser rotates, crops and downscales the photo before it is sent.
import { upload } from "./upload.js";

const LONGEST = 2048; // pixels; cards show nothing larger
const QUALITY = 0.86;
const LITTLE_BYTES = 500_000;
const MOST_CHUNKS = 1_000; // before the pixels of a PNG; encoders write fewer than 20

/**
 * @typedef {object} Shape
 * @property {number} turns quarters of a turn, clockwise
 * @property {boolean} square whether to crop to the central square
 */

/**
 * @param {HTMLFormElement} form
 * @param {File[]} files
 * @param {HTMLInputElement} input
 */
export async function photos(form, files, input) {
  input.value = ""; // already uploaded: they must not be sent again with the form
  /** @type {Element | null | undefined} */
  let first;
  for (const file of files) {
    const made = await send(form, file, { turns: 0, square: false });
    first ??= made?.querySelector(".p-alt");
  }
  if (first instanceof HTMLElement && first.isConnected) describe(first);
}

/** Moves the focus to the description, except where that opens a keyboard over the note. @param {HTMLElement} alt */
function describe(alt) {
  if (!matchMedia("(pointer: coarse)").matches) alt.focus({ preventScroll: true });
}

/**
 * @param {HTMLFormElement} form
 * @param {File} file
 * @param {Shape} shape
 * @param {HTMLElement} [former] the attachment that it replaces
 * @param {string} [pressed] a tool to focus
 * @returns {Promise<Element | null>} the attachment, or null if it did not arrive
 */
async function send(form, file, shape, former, pressed) {
  const kind = file.type === "image/gif" || (await moves(file)) ? "gif" : "photo";
  const sent = kind === "gif" ? file : await small(file, shape);
  const face = document.createElement("img");
  face.alt = "";
  face.src = URL.createObjectURL(sent);
  face.addEventListener("load", () => {
    URL.revokeObjectURL(face.src);
    face.scrollIntoView({ block: "nearest" }); // after its height is known
  });
  const arrives = upload(form, sent, kind, face, former);
  const made = face.closest(".p-thing");
  if (made instanceof HTMLElement && made.dataset.kind !== "refused" && kind === "photo") tools(made, form, file, shape, pressed);
  return (await arrives) ? made : null;
}

/** Uploads a video as it is. @param {HTMLFormElement} form @param {File} file @param {HTMLInputElement} input */
export async function film(form, file, input) {
  input.value = "";
  const face = document.createElement("video");
  face.controls = true;
  face.playsInline = true;
  face.src = URL.createObjectURL(file);
  const arrived = await upload(form, file, "video", face);
  const alt = face.closest(".p-thing")?.querySelector(".p-alt");
  if (arrived && alt instanceof HTMLElement) describe(alt);
}

/** @param {HTMLElement} made @param {HTMLFormElement} form @param {File} file @param {Shape} shape @param {string} [pressed] */
function tools(made, form, file, shape, pressed) {
  const next = { turn: { ...shape, turns: (shape.turns + 1) % 4 }, square: { ...shape, square: !shape.square } };
  for (const [name, other] of Object.entries(next)) {
    const button = /** @type {HTMLButtonElement | null} */ (made.querySelector(`[data-tool="${name}"]`));
    if (!button) continue;
    button.hidden = false;
    if (name === "square" && shape.square) button.textContent = button.dataset.off ?? "";
    button.addEventListener("click", () => send(form, file, other, made, name), { once: true });
    if (name === pressed) button.focus({ preventScroll: true });
  }
}

/**
 * A canvas would keep only the first frame of an animation.
 * @param {File} file
 * @returns {Promise<boolean>} whether it is an animated WebP or PNG
 */
async function moves(file) {
  const head = await text(file, 0, 21);
  if (head.startsWith("RIFF")) return head.slice(8, 16) === "WEBPVP8X" && (head.charCodeAt(20) & 2) > 0;
  if (!head.startsWith("\x89PNG")) return false;
  for (let at = 8, left = MOST_CHUNKS; left > 0; left--) {
    const chunk = await text(file, at, 8);
    const name = chunk.slice(4);
    if (name.length < 4 || name === "IDAT") return false;
    if (name === "acTL") return true;
    at += 12 + [0, 1, 2, 3].reduce((size, place) => size * 256 + chunk.charCodeAt(place), 0);
  }
  return false;
}

/** @param {File} file @param {number} at @param {number} size @returns {Promise<string>} a character for each byte */
async function text(file, at, size) {
  return String.fromCharCode(...new Uint8Array(await file.slice(at, at + size).arrayBuffer()));
}

/** @param {CanvasRenderingContext2D} pen @returns {boolean} whether a pixel is transparent */
function isClear(pen) {
  const { data } = pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/**
 * @param {File} file
 * @param {Shape} shape
 * @returns {Promise<Blob>} the original file if this browser cannot decode it: the server may be able to
 */
async function small(file, { turns, square }) {
  try {
    const picture = await createImageBitmap(file);
    const side = Math.min(picture.width, picture.height);
    const [width, height] = square ? [side, side] : [picture.width, picture.height];
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const shaped = turns > 0 || square;
    if (!shaped && scale === 1 && file.size < LITTLE_BYTES) return file;
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = turns % 2 ? [high, wide] : [wide, high];
    const pen = canvas.getContext("2d");
    if (!pen) return file;
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate((turns * Math.PI) / 2);
    const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
    pen.drawImage(picture, left, top, width, height, -wide / 2, -high / 2, wide, high);
    picture.close();
    // A JPEG would be black where the picture is transparent. A browser that writes no WebP writes a PNG.
    const type = file.type !== "image/jpeg" && isClear(pen) ? "image/webp" : "image/jpeg";
    const made = await new Promise((/** @type {(blob: Blob | null) => void} */ done) =>
      canvas.toBlob(done, type, QUALITY),
    );
    return made && (shaped || made.size < file.size) ? made : file;
  } catch {
    return file;
  }
}
