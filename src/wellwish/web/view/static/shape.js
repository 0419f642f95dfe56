// The interface of an effect module, and a function that all effects share.

/**
 * @typedef {object} Piece
 * @property {number} x
 * @property {number} y
 * @property {number} vx pixels per second
 * @property {number} vy pixels per second
 * @property {number} turn radians
 * @property {number} spin radians per second
 * @property {number} size pixels
 * @property {string} colour
 * @property {number} late delay in seconds
 * @property {number} seed random number from 0 to 1
 */

/**
 * @typedef {object} Shape
 * @property {number} count number of pieces on a screen of 390 by 844 pixels
 * @property {number} pull downward acceleration in pixels per second squared
 * @property {string[]} colours
 * @property {(width: number, height: number, index: number) => Partial<Piece>} begin initial position and speed of a piece
 * @property {(g: CanvasRenderingContext2D, piece: Piece, age: number) => void} draw draws at the origin, with the rotation already applied
 * @property {(piece: Piece, age: number, step: number) => void} [sway] changes a piece in flight
 */

/**
 * @param {number} from
 * @param {number} to
 */
export function between(from, to) {
  return from + Math.random() * (to - from);
}
