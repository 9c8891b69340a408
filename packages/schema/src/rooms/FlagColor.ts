/** Colours of flags: numbers on the wire, names for people. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The colours of flags by name.
 *
 * **Source** read in the server's source.
 */
export const colors = {
  red: 1,
  purple: 2,
  blue: 3,
  cyan: 4,
  green: 5,
  yellow: 6,
  orange: 7,
  brown: 8,
  grey: 9,
  white: 10
} as const

/** The name of a flag's colour. */
export type ColorName = keyof typeof colors

/** The colour of a flag, 1 (red) to 10 (white). */
export type FlagColor = (typeof colors)[ColorName]

/** Checks the colour of a flag that a caller sends, 1 to 10. */
export const FlagColor: Schema.Codec<FlagColor> = literals("FlagColor", Object.values(colors))
