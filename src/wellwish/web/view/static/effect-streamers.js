// Paper streamers, uncurling from the top.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 26,
  pull: 120,
  colours: ["#2647c8", "#e8452c", "#f5c542", "#1d9a8a", "#f49ab0"],
  begin(width) {
    return {
      x: between(0, 1) * width,
      y: -60,
      vy: between(190, 380),
      turn: between(-0.3, 0.3),
      spin: between(-0.2, 0.2),
      size: between(70, 150),
      late: between(0, 0.8),
    };
  },
  sway(piece, age) {
    piece.vx = Math.sin(age * 3 + piece.seed * 9) * 40;
  },
  draw(g, piece, age) {
    g.lineWidth = 4.5;
    g.lineCap = "round";
    g.beginPath();
    for (let along = 0; along <= piece.size; along += 4) {
      const wide = 12 * (1 - along / piece.size) + 3;
      const across = Math.sin(along / 9 + age * 7 + piece.seed * 6) * wide;
      if (along === 0) g.moveTo(across, -along);
      else g.lineTo(across, -along);
    }
    g.stroke();
  },
};
