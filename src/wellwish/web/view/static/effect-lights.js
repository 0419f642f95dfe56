// A string of lights along the top, switched on one by one.
/** @type {import("./shape.js").Shape} */
export const shape = {
  count: 22,
  pull: 0,
  colours: ["#ffc04d", "#ff8f5a", "#fff0b8", "#f7a8b8", "#8fd3c4"],
  begin(width, _height, index) {
    const gap = Math.max(26, width / 20);
    const row = Math.floor((index * gap) / width);
    const x = (index * gap) % width;
    const sag = Math.sin(((x % (width / 2)) / (width / 2)) * Math.PI) * 46;
    return { x, y: 34 + row * 96 + sag, turn: 0, spin: 0, size: 9, late: (x / width) * 0.8 };
  },
  draw(g, piece, age) {
    const on = Math.min(1, age * 3) * (0.72 + 0.28 * Math.sin(age * 5 + piece.seed * 12));
    g.fillStyle = "#3b3346";
    g.fillRect(-3, -15, 6, 7);
    g.globalAlpha *= on;
    g.fillStyle = piece.colour;
    g.shadowColor = piece.colour;
    g.shadowBlur = 22;
    g.beginPath();
    g.ellipse(0, 0, piece.size * 0.8, piece.size, 0, 0, Math.PI * 2);
    g.fill();
  },
};
