// The animation when a card opens: at most three seconds, on a separate canvas. Each effect is a module that is
// loaded when the effect is played.
import { between } from "./shape.js";

const LONGEST_S = 3;
const FADE_S = 0.6;
const MOST = 260; // pieces on the largest screen

/** Returns whether motion is allowed. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @type {(() => void) | undefined} */
let end;

/**
 * Plays an effect once, on top of the page, and ends a running one.
 * @param {string} name an effect of the API, such as confetti
 * @returns {Promise<void>} resolves at the end
 */
export async function play(name) {
  if (!mayMove() || !/^[a-z]+$/.test(name) || name === "none") return;
  const module = await import(`./effect-${name}.js`);
  end?.();
  const canvas = document.createElement("canvas");
  canvas.className = "v-effect";
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  await run(canvas, /** @type {import("./shape.js").Shape} */ (module.shape));
  canvas.remove();
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./shape.js").Shape} shape
 * @returns {Promise<void>}
 */
function run(canvas, shape) {
  const g = canvas.getContext("2d");
  if (!g) return Promise.resolve();
  const scale = Math.min(devicePixelRatio, 2);
  const width = innerWidth;
  const height = innerHeight;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const count = Math.min(MOST, Math.round(shape.count * Math.sqrt((width * height) / (390 * 844))));
  const pieces = Array.from({ length: count }, (_, index) => piece(shape, width, height, index));
  return new Promise((resolve) => {
    let began = 0;
    let former = 0;
    let over = false;
    end = () => {
      over = true;
    };
    /** @param {number} now */
    const frame = (now) => {
      began ||= now;
      const t = (now - began) / 1000;
      const step = Math.min(0.05, former ? (now - former) / 1000 : 0);
      former = now;
      if (over || t >= LONGEST_S) {
        resolve();
        return;
      }
      g.setTransform(scale, 0, 0, scale, 0, 0);
      g.clearRect(0, 0, width, height);
      g.globalAlpha = Math.min(1, (LONGEST_S - t) / FADE_S);
      for (const each of pieces) {
        const age = t - each.late;
        if (age < 0) continue;
        shape.sway?.(each, age, step);
        each.vy += shape.pull * step;
        each.x += each.vx * step;
        each.y += each.vy * step;
        each.turn += each.spin * step;
        g.save();
        g.translate(each.x, each.y);
        g.rotate(each.turn);
        g.fillStyle = each.colour;
        g.strokeStyle = each.colour;
        shape.draw(g, each, age);
        g.restore();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/**
 * @param {import("./shape.js").Shape} shape
 * @param {number} width
 * @param {number} height
 * @param {number} index
 * @returns {import("./shape.js").Piece}
 */
function piece(shape, width, height, index) {
  return {
    x: Math.random() * width,
    y: -20,
    vx: 0,
    vy: 0,
    turn: between(0, Math.PI * 2),
    spin: between(-2, 2),
    size: 8,
    colour: shape.colours[index % shape.colours.length] ?? "#f5b841",
    late: 0,
    seed: Math.random(),
    ...shape.begin(width, height, index),
  };
}
