// Confetti shot from both sides, turning as it falls.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 110,
  pull: 620,
  colours: ["#ff6f61", "#f5b841", "#2fb7a5", "#f49ab0", "#5a78ff", "#9b6bd3"],
  begin(width, height, index) {
    const left = index % 2 === 0;
    const force = Math.min(1.25, height / 800);
    return {
      x: left ? -10 : width + 10,
      y: height * 0.72,
      vx: between(90, 520) * Math.min(1.6, width / 500) * (left ? 1 : -1),
      vy: between(-900, -420) * force,
      spin: between(-9, 9),
      size: between(6, 11),
      late: between(0, 0.35),
    };
  },
  sway(piece, _age, step) {
    // Paper falls more slowly than it rises.
    if (piece.vy > 190) piece.vy -= (piece.vy - 190) * 6 * step;
    piece.vx -= piece.vx * 1.1 * step;
  },
  draw(g, piece, age) {
    const flat = Math.cos(age * 7 + piece.seed * 6);
    if (piece.seed < 0.25) {
      g.beginPath();
      g.ellipse(0, 0, piece.size * 0.5, Math.abs(piece.size * 0.5 * flat) + 0.5, 0, 0, Math.PI * 2);
      g.fill();
    } else {
      g.fillRect(-piece.size / 2, (-piece.size / 3) * flat, piece.size, piece.size * 0.66 * flat);
    }
  },
};
