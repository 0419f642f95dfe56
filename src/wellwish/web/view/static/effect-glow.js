// Small warm lights, rising like lanterns.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 26,
  pull: -10,
  colours: ["#ffb347", "#ff8c42", "#ffd27d"],
  begin(width, height) {
    return {
      x: between(0, 1) * width,
      y: between(0.55, 1.1) * height,
      vy: between(-0.26, -0.1) * height,
      spin: 0,
      turn: 0,
      size: between(14, 34),
      late: between(0, 0.9),
    };
  },
  sway(piece, age) {
    piece.vx = Math.sin(age * 1.5 + piece.seed * 8) * 18;
  },
  draw(g, piece, age) {
    const glow = g.createRadialGradient(0, 0, 0, 0, 0, piece.size);
    glow.addColorStop(0, "#fff6dd");
    glow.addColorStop(0.28, piece.colour);
    glow.addColorStop(1, "rgb(255 150 60 / 0)");
    g.globalAlpha *= Math.min(1, age * 2) * (0.75 + 0.25 * Math.sin(age * 7 + piece.seed * 9));
    g.fillStyle = glow;
    g.beginPath();
    g.arc(0, 0, piece.size, 0, Math.PI * 2);
    g.fill();
  },
};
