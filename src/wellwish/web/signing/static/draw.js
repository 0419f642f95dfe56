// The drawing dialog. The form sends the points, and the server renders the image.
import { byId } from "./dom.js";
import { thing } from "./upload.js";

/** @typedef {{ ink: string, width: number, points: number[][] }} Stroke */

const WIDTH = 1200;
const HEIGHT = 900;
const MOST_POINTS = 20_000;
const MOST_STROKES = 500;
const CLOSER = 1.2; // units; closer points make no visible difference
const LIGHT = 0.35; // fraction of the full width at minimum pressure
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
  for (const each of drawn) {
    g.fillStyle = INKS[each.ink] ?? INKS.navy;
    g.fill(new Path2D(outline(each)), "nonzero");
  }
}

/**
 * The outline of a stroke as the path of the saved image: media/drawing.py makes the same one.
 * @param {Stroke} stroke
 * @returns {string}
 */
export function outline({ width, points }) {
  /** @type {number[][]} */
  const kept = [];
  for (const [x, y, pressure] of points) {
    const [lastX, lastY] = kept.at(-1) ?? [-CLOSER, -CLOSER];
    if (kept.length && Math.hypot(x - lastX, y - lastY) < CLOSER) continue;
    kept.push([x, y, pressure === undefined ? 1 : LIGHT + (1 - LIGHT) * pressure]);
  }
  const [start, end] = [kept[0][2], kept[kept.length - 1][2]].map((each) => (width * each) / 2);
  if (kept.length === 1) {
    const [[x, y]] = kept;
    return `M${at([x - start, y])}a${round(start)} ${round(start)} 0 1 0 ${round(2 * start)} 0a${round(start)} ${round(start)} 0 1 0 ${round(-2 * start)} 0Z`;
  }
  /** @type {number[][]} */
  const left = [];
  /** @type {number[][]} */
  const right = [];
  for (const [index, [x, y, share]] of kept.entries()) {
    const before = kept[Math.max(0, index - 1)];
    const after = kept[Math.min(kept.length - 1, index + 1)];
    const along = Math.atan2(after[1] - before[1], after[0] - before[0]);
    const half = (width * share) / 2;
    left.push([x - Math.sin(along) * half, y + Math.cos(along) * half]);
    right.push([x + Math.sin(along) * half, y - Math.cos(along) * half]);
  }
  right.reverse();
  const turned = `A${round(end)} ${round(end)} 0 0 0 ${at(right[0])}`;
  return `M${at(left[0])}${smooth(left)}${turned}${smooth(right)}A${round(start)} ${round(start)} 0 0 0 ${at(left[0])}Z`;
}

/** @param {number[][]} edge @returns {string} quadratic curves through the midpoints */
function smooth(edge) {
  let path = "";
  for (let i = 1; i < edge.length - 1; i++) {
    path += `Q${at(edge[i])} ${at([(edge[i][0] + edge[i + 1][0]) / 2, (edge[i][1] + edge[i + 1][1]) / 2])}`;
  }
  return `${path}L${at(edge[edge.length - 1])}`;
}

/** @param {number[]} point */
function at([x, y]) {
  return `${round(x)} ${round(y)}`;
}

/** @param {number} value */
function round(value) {
  return value.toFixed(1);
}
