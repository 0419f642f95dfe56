// Snow.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 90,
  pull: 0,
  colours: ["#ffffff", "#eef4ff", "#dfe9fb"],
  begin(width, height) {
    const size = between(2, 6);
    return {
      x: between(-0.1, 1.1) * width,
      y: between(-0.7, 0.15) * height,
      vy: (size / 6) * 0.34 * height + 60,
      spin: 0,
      size,
    };
  },
  sway(piece, age) {
    piece.vx = Math.sin(age * 1.8 + piece.seed * 12) * 34;
  },
  draw(g, piece, age) {
    g.globalAlpha *= Math.min(1, age * 3);
    g.shadowColor = "rgb(70 90 140 / .5)";
    g.shadowBlur = 4;
    g.beginPath();
    g.arc(0, 0, piece.size, 0, Math.PI * 2);
    g.fill();
  },
};
