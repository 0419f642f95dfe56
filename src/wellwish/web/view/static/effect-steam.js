// Rising steam.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 14,
  pull: -14,
  colours: ["#ffffff", "#fff4e2", "#f1ece6"],
  begin(width, height) {
    return {
      x: between(0.3, 0.7) * width,
      y: between(0.72, 0.84) * height,
      vy: between(-0.24, -0.14) * height,
      turn: 0,
      spin: 0,
      size: between(60, 120),
      late: between(0, 1.2),
    };
  },
  draw(g, piece, age) {
    g.globalAlpha *= 0.5 * Math.sin(Math.min(1, age / 1.9) * Math.PI);
    g.lineWidth = 9;
    g.lineCap = "round";
    g.shadowColor = piece.colour;
    g.shadowBlur = 14;
    g.beginPath();
    for (let along = 0; along <= piece.size; along += 5) {
      const across = Math.sin(along / 20 + age * 2.2 + piece.seed * 6) * (5 + along / 9);
      if (along === 0) g.moveTo(across, 0);
      else g.lineTo(across, -along);
    }
    g.stroke();
  },
};
