/** The two reagent labs of a reaction. */
import { coordinate } from "./numbers.ts"
import { record } from "./Record.ts"

/**
 * The squares of the two labs that another lab's reaction uses; all four coordinates are 0–49.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class StartEnd extends record<StartEnd>("StartEnd")({
  /** Column of the first lab. */
  x1: coordinate,
  /** Row of the first lab. */
  y1: coordinate,
  /** Column of the second lab. */
  x2: coordinate,
  /** Row of the second lab. */
  y2: coordinate
}) {}
