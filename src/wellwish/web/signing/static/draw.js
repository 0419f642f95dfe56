// The drawing dialog. The form sends the points, and the server renders the image.
import { byId } from "./dom.js";
import { thing } from "./upload.js";

/** @typedef {{ ink: string, width: number, points: number[][] }} Stroke */

const WIDTH = 1200;
const HEIGHT = 900;
const MOST_POINTS = 20_000;
const MOST_STROKES = 500;
/** @type {Record<string, string>} */
const INKS = { navy: "#1f2a52", berry: "#9c1c4e", green: "#0f5e4d", rust: "#8f3d12", plum: "#5f2455", charcoal: "#2b2b2b" };

/** @type {Stroke[]} */
let strokes = [];
/** @type {Stroke | undefined} */
let current;

/** @param {HTMLFormElement} form */
export function open(form) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("draw"));
  const canvas = /** @type {HTMLCanvasElement} */ (byId("canvas"));
  strokes = read(form);
  if (!dialog.dataset.ready) prepare(form, dialog, canvas);
  dialog.showModal();
  paint(canvas, strokes);
}

/** Shows the drawing among the attachments. @param {HTMLFormElement} form */
export function preview(form) {
  const drawn = read(form);
  if (!drawn.length) return;
  const face = document.createElement("canvas");
  face.width = WIDTH / 2;
  face.height = HEIGHT / 2;
  const made = thing("drawing", face);
  made.addEventListener("taken-off", () => write(form, []));
  paint(face, drawn);
}

/** @param {HTMLFormElement} form @returns {Stroke[]} */
function read(form) {
  const field = form.elements.namedItem("drawing");
  try {
    return field instanceof HTMLInputElement && field.value ? JSON.parse(field.value) : [];
  } catch {
    return [];
  }
}

/** @param {HTMLFormElement} form @param {Stroke[]} drawn */
function write(form, drawn) {
  const field = form.elements.namedItem("drawing");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = drawn.length ? JSON.stringify(drawn) : "";
  form.dispatchEvent(new Event("input"));
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLDialogElement} dialog
 * @param {HTMLCanvasElement} canvas
 */
function prepare(form, dialog, canvas) {
  dialog.dataset.ready = "yes";
  canvas.addEventListener("pointerdown", (event) => {
    const total = strokes.reduce((sum, each) => sum + each.points.length, 0);
    if (!event.isPrimary || strokes.length >= MOST_STROKES || total >= MOST_POINTS - 500) return;
    canvas.setPointerCapture(event.pointerId);
    current = { ink: chosen(dialog, "draw-ink"), width: Number(chosen(dialog, "draw-width")), points: [] };
    strokes.push(current);
    add(canvas, event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (current) for (const each of event.getCoalescedEvents?.() ?? [event]) add(canvas, each);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (current = undefined));
  byId("draw-undo").addEventListener("click", () => {
    strokes.pop();
    paint(canvas, strokes);
  });
  byId("draw-clear").addEventListener("click", () => {
    strokes = [];
    paint(canvas, strokes);
  });
  byId("draw-done").addEventListener("click", () => {
    write(form, strokes);
    dialog.close();
    if (strokes.length) preview(form);
    else document.querySelector('.p-thing[data-kind="drawing"]')?.remove();
  });
  byId("draw-cancel").addEventListener("click", () => dialog.close());
}

/** @param {HTMLDialogElement} dialog @param {string} name */
function chosen(dialog, name) {
  const field = dialog.querySelector(`input[name="${name}"]:checked`);
  return field instanceof HTMLInputElement ? field.value : "";
}

/** @param {HTMLCanvasElement} canvas @param {PointerEvent} event */
function add(canvas, event) {
  if (!current || current.points.length >= 500) return;
  const box = canvas.getBoundingClientRect();
  const x = Math.min(WIDTH, Math.max(0, ((event.clientX - box.left) / box.width) * WIDTH));
  const y = Math.min(HEIGHT, Math.max(0, ((event.clientY - box.top) / box.height) * HEIGHT));
  const [lastX, lastY] = current.points.at(-1) ?? [-9, -9];
  if (Math.hypot(x - lastX, y - lastY) < 2) return;
  const point = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
  if (event.pointerType === "pen") point.push(Math.round(event.pressure * 100) / 100);
  current.points.push(point);
  paint(canvas, strokes);
}

/** @param {HTMLCanvasElement} canvas @param {Stroke[]} drawn */
function paint(canvas, drawn) {
  const g = canvas.getContext("2d");
  if (!g) return;
  g.setTransform(canvas.width / WIDTH, 0, 0, canvas.height / HEIGHT, 0, 0);
  g.clearRect(0, 0, WIDTH, HEIGHT);
  g.lineCap = g.lineJoin = "round";
  for (const { ink, width, points } of drawn) {
    g.strokeStyle = INKS[ink] ?? INKS.navy;
    g.lineWidth = width;
    g.beginPath();
    const [first] = points;
    if (!first) continue;
    g.moveTo(first[0], first[1]);
    for (let i = 1; i < points.length - 1; i++) {
      const [x, y] = points[i];
      const [nextX, nextY] = points[i + 1];
      g.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
    }
    const [x, y] = points[points.length - 1];
    g.lineTo(x + 0.01, y);
    g.stroke();
  }
}
