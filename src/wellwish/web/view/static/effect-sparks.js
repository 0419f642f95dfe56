// Fireworks of thin lines: three bursts, one after another.
import { between } from "./shape.js";

const PLACES = [[0.3, 0.34, 0], [0.7, 0.26, 0.55], [0.5, 0.5, 1.1]];

/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 120,
  pull: 150,
  colours: ["#f2b632", "#e8467c", "#ffd98a", "#e0863b", "#c9a227"],
  begin(width, height, index) {
    const [x = 0, y = 0, late = 0] = PLACES[index % PLACES.length] ?? [];
    const angle = between(0, Math.PI * 2);
    const speed = between(0.45, 1) * Math.min(width, height) * 0.85;
    return {
      x: x * width,
      y: y * height,
      vx: Math.cos(angle) * speed,
      vy: Math.sin(angle) * speed,
      spin: 0,
      size: between(9, 20),
      late,
    };
  },
  sway(piece, _age, step) {
    piece.vx -= piece.vx * 2.4 * step;
    piece.vy -= piece.vy * 2.4 * step;
    piece.turn = Math.atan2(piece.vy, piece.vx);
  },
  draw(g, piece, age) {
    g.globalAlpha *= Math.max(0, 1 - age / 1.7);
    g.lineWidth = 2.4;
    g.lineCap = "round";
    g.beginPath();
    g.moveTo(-piece.size, 0);
    g.lineTo(0, 0);
    g.stroke();
  },
};
