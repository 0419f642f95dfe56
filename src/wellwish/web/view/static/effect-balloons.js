// Rising balloons on strings.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 16,
  pull: -30,
  colours: ["#e4572e", "#29a3d6", "#f2a541", "#b3265a", "#6bb36b"],
  begin(width, height) {
    const size = between(24, 44);
    return {
      x: between(0.04, 0.96) * width,
      y: height + size * 2,
      vy: between(-520, -330) * Math.max(0.7, height / 844),
      turn: between(-0.12, 0.12),
      spin: 0,
      size,
      late: between(0, 0.9),
    };
  },
  sway(piece, age) {
    piece.vx = Math.sin(age * 2.4 + piece.seed * 7) * 26;
    piece.turn = Math.sin(age * 2.4 + piece.seed * 7) * 0.12;
  },
  draw(g, piece, age) {
    const r = piece.size;
    g.lineWidth = 1.2;
    g.globalAlpha *= 0.95;
    g.beginPath();
    g.moveTo(0, r * 1.25);
    g.bezierCurveTo(Math.sin(age * 4) * 9, r * 1.9, -Math.sin(age * 4) * 9, r * 2.3, 0, r * 3);
    g.stroke();
    g.beginPath();
    g.ellipse(0, 0, r * 0.86, r * 1.1, 0, 0, Math.PI * 2);
    g.moveTo(-r * 0.13, r * 1.24);
    g.lineTo(0, r * 1.04);
    g.lineTo(r * 0.13, r * 1.24);
    g.fill();
    g.fillStyle = "rgb(255 255 255 / .38)";
    g.beginPath();
    g.ellipse(-r * 0.32, -r * 0.42, r * 0.16, r * 0.3, 0.5, 0, Math.PI * 2);
    g.fill();
  },
};
