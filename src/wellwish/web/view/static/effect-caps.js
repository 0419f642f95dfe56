// Graduation caps thrown into the air.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 20,
  pull: 820,
  colours: ["#26304f", "#1d4f7a", "#3b2f63"],
  begin(width, height) {
    return {
      x: between(0.08, 0.92) * width,
      y: height + 40,
      vx: between(-70, 70),
      vy: -Math.sqrt(2 * 820 * height * between(0.45, 0.95)),
      turn: between(-0.6, 0.6),
      spin: between(-2.6, 2.6),
      size: between(20, 32),
      late: between(0, 0.5),
    };
  },
  draw(g, piece) {
    const s = piece.size;
    g.beginPath();
    g.ellipse(0, s * 0.3, s * 0.55, s * 0.36, 0, 0, Math.PI * 2);
    g.fill();
    g.beginPath();
    g.moveTo(0, -s * 0.45);
    g.lineTo(s, 0);
    g.lineTo(0, s * 0.45);
    g.lineTo(-s, 0);
    g.fill();
    g.strokeStyle = "#f2b632";
    g.lineWidth = 2;
    g.beginPath();
    g.moveTo(0, 0);
    g.lineTo(s * 0.72, s * 0.14);
    g.lineTo(s * 0.76, s * 0.62);
    g.stroke();
  },
};
