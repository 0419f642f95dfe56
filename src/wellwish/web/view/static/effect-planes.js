// Paper planes with trails.
import { between } from "./shape.js";

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 9,
  pull: -26,
  colours: ["#fffdf6", "#ffe6df", "#e4ecfb", "#fff2c9"],
  begin(width, height) {
    const vx = (width / 1.7) * between(0.85, 1.2);
    return {
      x: -50,
      y: between(0.25, 0.9) * height,
      vx,
      vy: -vx * between(0.12, 0.3),
      spin: 0,
      turn: 0,
      size: between(20, 34),
      late: between(0, 1.1),
    };
  },
  sway(piece, age) {
    piece.vy += Math.sin(age * 4 + piece.seed * 8) * 5;
    piece.turn = Math.atan2(piece.vy, piece.vx);
  },
  draw(g, piece) {
    const s = piece.size;
    g.setLineDash([2, 9]);
    g.lineCap = "round";
    g.lineWidth = 2;
    g.strokeStyle = "rgb(120 90 90 / .45)";
    g.beginPath();
    g.moveTo(-s * 1.1, 0);
    g.quadraticCurveTo(-s * 3, s * 0.4, -s * 5, 0);
    g.stroke();
    g.setLineDash([]);
    g.shadowColor = "rgb(60 30 40 / .35)";
    g.shadowBlur = 5;
    g.beginPath();
    g.moveTo(s, 0);
    g.lineTo(-s, -s * 0.72);
    g.lineTo(-s * 0.55, 0);
    g.lineTo(-s, s * 0.5);
    g.fill();
    g.shadowBlur = 0;
    g.fillStyle = "rgb(84 52 60 / .28)";
    g.beginPath();
    g.moveTo(s, 0);
    g.lineTo(-s * 0.55, 0);
    g.lineTo(-s, s * 0.5);
    g.fill();
  },
};
