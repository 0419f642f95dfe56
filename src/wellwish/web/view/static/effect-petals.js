// Petals on a light wind.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 46,
  pull: 26,
  colours: ["#f3b3bd", "#f7cdb8", "#e98c8c", "#fbe3d3", "#d9a5c0"],
  begin(width, height) {
    return {
      x: between(-0.25, 1) * width,
      y: between(-0.35, -0.02) * height,
      vx: between(20, 80),
      vy: between(0.26, 0.46) * height,
      spin: between(-2.4, 2.4),
      size: between(8, 15),
      late: between(0, 0.7),
    };
  },
  sway(piece, age) {
    piece.vx = 46 + Math.sin(age * 2.6 + piece.seed * 9) * 70;
  },
  draw(g, piece, age) {
    g.scale(1, 0.45 + 0.55 * Math.abs(Math.cos(age * 2.2 + piece.seed * 6)));
    const s = piece.size;
    g.beginPath();
    g.moveTo(0, s);
    g.bezierCurveTo(-s, s * 0.3, -s * 0.8, -s, 0, -s * 0.72);
    g.bezierCurveTo(s * 0.8, -s, s, s * 0.3, 0, s);
    g.fill();
  },
};
