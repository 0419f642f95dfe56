// A photo, made small on the phone before it is sent: upright, and no larger than anyone will see it.
import { upload } from "./upload.js";

const LONGEST = 2048; // pixels; the largest that a card shows
const QUALITY = 0.86;

/**
 * @param {HTMLFormElement} form
 * @param {File} file
 * @param {HTMLInputElement} input
 */
export async function photo(form, file, input) {
  const kind = file.type === "image/gif" ? "gif" : "photo";
  const sent = kind === "gif" ? file : await small(file);
  const face = document.createElement("img");
  face.alt = "";
  face.src = URL.createObjectURL(sent);
  face.addEventListener("load", () => URL.revokeObjectURL(face.src));
  input.value = ""; // it goes now, and not again with the form
  if (await upload(form, sent, kind, face)) document.getElementById("description")?.focus({ preventScroll: true });
}

/** @param {File} file @returns {Promise<Blob>} the file itself where this browser cannot read it: the server may */
async function small(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size < 500_000) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise((/** @type {(blob: Blob | null) => void} */ done) =>
      canvas.toBlob(done, "image/jpeg", QUALITY),
    );
    return made && made.size < file.size ? made : file;
  } catch {
    return file;
  }
}
