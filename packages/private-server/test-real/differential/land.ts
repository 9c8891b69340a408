/** Finds squares to build on in the world of the scenario. */
import type { Dump } from "./worlds.ts"

export interface Square {
  readonly x: number
  readonly y: number
}

/** Returns squares of plain terrain without objects nearby, nearest to the room's centre first, none adjacent. */
export const clearings = ({ objects, terrain }: Dump, room: string): ReadonlyArray<Square> => {
  const digits = terrain.find((one) => one.room === room)?.terrain ?? ""
  const taken = objects.filter((object) => object.room === room)
  const near = (a: Square, b: Square) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
  const isPlain = ({ x, y }: Square) =>
    [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => digits[(y + dy) * 50 + x + dx] === "0"))
  const middle = { x: 25, y: 25 }
  const squares = Array.from({ length: 40 * 40 }, (_, i) => ({ x: 5 + (i % 40), y: 5 + Math.floor(i / 40) }))
  const clear: Array<Square> = []
  for (const square of squares.toSorted((a, b) => near(a, middle) - near(b, middle))) {
    if (isPlain(square) && [...taken, ...clear].every((other) => near(other, square) > 2)) clear.push(square)
  }
  return clear
}
