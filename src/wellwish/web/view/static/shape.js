// What an effect's file exports, and the one function that all of them share.

/**
 * @typedef {object} Piece
 * @property {number} x
 * @property {number} y
 * @property {number} vx pixels a second
 * @property {number} vy pixels a second
 * @property {number} turn radians
 * @property {number} spin radians a second
 * @property {number} size pixels
 * @property {string} colour
 * @property {number} late seconds before it appears
 * @property {number} seed 0 to 1, its own
 */

/**
 * @typedef {object} Shape
 * @property {number} count how many pieces there are on a screen of 390 by 844
 * @property {number} pull pixels a second a second, downwards
 * @property {string[]} colours
 * @property {(width: number, height: number, index: number) => Partial<Piece>} begin where a piece begins, and how fast
 * @property {(g: CanvasRenderingContext2D, piece: Piece, age: number) => void} draw around 0, 0; already turned
 * @property {(piece: Piece, age: number, step: number) => void} [sway] changes a piece on its way
 */

/**
 * @param {number} from
 * @param {number} to
 */
export function between(from, to) {
  return from + Math.random() * (to - from);
}
