// Falling, twinkling paper stars.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 44,
  pull: 18,
  colours: ["#f2b632", "#ffdf8a", "#fff6dc", "#f0a35e", "#a9c7ff"],
  begin(width, height) {
    return {
      x: between(0, 1) * width,
      y: between(-0.3, 0.35) * height,
      vx: between(-20, 20),
      vy: between(0.08, 0.3) * height,
      spin: between(-1.4, 1.4),
      size: between(6, 16),
      late: between(0, 0.8),
    };
  },
  draw(g, piece, age) {
    g.globalAlpha *= Math.min(1, age * 4) * (0.55 + 0.45 * Math.sin(age * 6 + piece.seed * 20));
    g.beginPath();
    for (let point = 0; point < 10; point++) {
      const far = point % 2 === 0 ? piece.size : piece.size * 0.44;
      const angle = (point * Math.PI) / 5 - Math.PI / 2;
      g.lineTo(Math.cos(angle) * far, Math.sin(angle) * far);
    }
    g.fill();
  },
};
