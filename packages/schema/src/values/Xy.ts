/** Squares of one room. */
import { coordinate } from "./numbers.ts"
import { record } from "./Record.ts"

/**
 * A square of a room that is known from the context: x counts from the west, y from the north, both 0–49.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Xy extends record<Xy>("Xy")({
  /** Column of the square, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of the square, from 0 (north) to 49 (south). */
  y: coordinate
}) {}
