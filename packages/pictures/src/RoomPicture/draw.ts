/** What the drawings of objects have in common. */
import type { ByType, Type } from "@screeps-effect/schema/RoomObject"
import * as Store from "@screeps-effect/schema/Store"
import { disc, type Shape, type Text } from "./shapes.ts"

/** Draws an object of a kind in the colour of its owner; `angle` is its direction in radians, 0 is east. */
export type Draw<T extends Type> = (object: ByType[T], color: string, angle: number) => ReadonlyArray<Shape>

/** Longer texts of servers are cut. */
export const cut = (text: string, length: number): string =>
  Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join("")

/** A short text in the middle. */
export const letter = (text: string, fill: string, size: number): Text => ({
  kind: "text",
  text: cut(text, 2),
  x: 0,
  y: 0,
  size,
  fill
})

/** Returns a part of a whole, 0 to 1. */
export const share = (part: number, whole: number): number =>
  whole > 0 && part > 0 ? Math.min(1, part / whole) : 0

/** Returns how full a store is, 0 to 1. */
export const filled = (object: Store.HasStore): number =>
  share(Store.used(object), Store.capacity(object) ?? 0)

/** A soft light behind an object. */
export const glow = (radius: number, color: string): ReadonlyArray<Shape> =>
  [1, 0.8, 0.6].map((part) => disc(radius * part, color, 0.1))
