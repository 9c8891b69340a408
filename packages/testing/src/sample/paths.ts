/** Paths through a room. */
import type { Terrain } from "@screeps-effect/schema/Terrain"
import { size } from "@screeps-effect/schema/Terrain"

/** A square of a room. @internal */
export interface Square {
  readonly x: number
  readonly y: number
}

const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))

/** @internal */
export const keyOf = ({ x, y }: Square): number => y * size + x

/** Returns the walkable squares around a square. @internal */
export const around = (land: Terrain, { x, y }: Square): ReadonlyArray<Square> =>
  steps
    .map(([dx, dy]) => ({ x: x + dx, y: y + dy }))
    .filter((square) => square.x !== x || square.y !== y)
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < size && y < size && land.isWalkable(x, y))

/** Returns the distance between two squares in steps. @internal */
export const distance = (a: Square, b: Square): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

/**
 * Returns a shortest path from a square beside `from` to a square that fits, both included; `undefined` without a path.
 * @internal
 */
export const findPath = (
  land: Terrain,
  from: Square,
  fits: (square: Square) => boolean,
  closed: ReadonlySet<number>
): ReadonlyArray<Square> | undefined => {
  const before = new Map<number, Square | undefined>([[keyOf(from), undefined]])
  const queue: Array<Square> = [from]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at !== from && fits(at)) {
      const squares: Array<Square> = []
      for (let back: Square | undefined = at; back !== undefined && back !== from;) {
        squares.unshift(back)
        back = before.get(keyOf(back))
      }
      return squares
    }
    for (const next of around(land, at)) {
      if (before.has(keyOf(next)) || closed.has(keyOf(next))) continue
      before.set(keyOf(next), at)
      queue.push(next)
    }
  }
  return undefined
}
