// Rising, swaying hearts.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 34,
  pull: -24,
  colours: ["#d92f4b", "#f49ab0", "#b3265a", "#ff7a7a", "#ffd0d8"],
  begin(width, height) {
    return {
      x: between(0.02, 0.98) * width,
      y: height + 30,
      vy: between(-0.5, -0.28) * height,
      turn: between(-0.3, 0.3),
      spin: 0,
      size: between(9, 22),
      late: between(0, 1),
    };
  },
  sway(piece, age) {
    piece.vx = Math.sin(age * 2.6 + piece.seed * 9) * 42;
    piece.turn = Math.sin(age * 2.6 + piece.seed * 9) * 0.3;
  },
  draw(g, piece) {
    const s = piece.size;
    g.beginPath();
    g.moveTo(0, s * 0.9);
    g.bezierCurveTo(-s * 1.5, -s * 0.1, -s * 0.8, -s * 1.1, 0, -s * 0.35);
    g.bezierCurveTo(s * 0.8, -s * 1.1, s * 1.5, -s * 0.1, 0, s * 0.9);
    g.fill();
  },
};
