/** Generates rooms from a seed: terrain whose exits match the neighbours', and natural objects. */
import { fromSquares, size, type Terrain, type TerrainSquare } from "@screeps-effect/schema/Terrain"
import type { Xy } from "@screeps-effect/schema/Xy"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

/** The steps to the eight squares around one. */
const steps = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => ({ dx, dy })))
  .filter(({ dx, dy }) => dx !== 0 || dy !== 0)

/** Returns the eight squares around one; those beyond the border of a room are not left out. @internal */
export const around = ({ x, y }: Xy): ReadonlyArray<Xy> =>
  steps.map(({ dx, dy }) => ({ x: x + dx, y: y + dy }))

const border = (i: number) => i === 0 || i === size - 1

/** Runs an effect whose random numbers follow from this seed. @internal */
export const seeded = <A>(seed: string, effect: Effect.Effect<A>): A =>
  Effect.runSync(Random.withSeed(effect, seed))

/** Returns the exit between two rooms, the same from either side. */
const exit = (seed: string, a: RoomName.RoomName, b: RoomName.RoomName): readonly [number, number] =>
  seeded(
    `${seed} ${[a, b].toSorted().join(" ")}`,
    Effect.gen(function* () {
      const from = yield* Random.nextIntBetween(5, 35)
      return [from, from + (yield* Random.nextIntBetween(4, 9))] as const
    })
  )

/** A grid with a margin of ones, so that every square of the room has eight neighbours. */
const width = size + 2
const padded = (x: number, y: number) => (y + 1) * width + x + 1

/**
 * Returns blobs: noise that is smoothed over neighbouring squares. `fixed` returns the squares that are given: they take
 * no random number, and stay. Plain loops over bytes, since a world has a hundred rooms.
 */
const blobs = (
  density: number,
  fixed: (x: number, y: number) => boolean | undefined
): Effect.Effect<(x: number, y: number) => boolean> =>
  Effect.map(Random.Random, (random) => {
    let cells = new Uint8Array(width * width).fill(1)
    const free: Array<number> = []
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const given = fixed(x, y)
        if (given === undefined) free.push(padded(x, y))
        cells[padded(x, y)] = Number(given ?? random.nextDoubleUnsafe() < density)
      }
    }
    for (let pass = 0; pass < 4; pass++) {
      const before = cells
      cells = before.slice()
      for (const i of free) {
        let around = -(before[i] ?? 0)
        for (let row = i - width; row <= i + width; row += width)
          around += (before[row - 1] ?? 0) + (before[row] ?? 0) + (before[row + 1] ?? 0)
        cells[i] = Number(around >= 5)
      }
    }
    return (x, y) => cells[padded(x, y)] === 1
  })

/** Generates the terrain of a room. @internal */
export const terrain = (seed: string, room: RoomName.RoomName): Terrain => {
  const { bottom, left, right, top } = RoomName.neighbours(room)
  const exits = {
    top: exit(seed, room, top),
    bottom: exit(seed, room, bottom),
    left: exit(seed, room, left),
    right: exit(seed, room, right)
  }
  const within = (i: number, [from, to]: readonly [number, number]) => i >= from && i <= to
  // Walls all around except the exits, which continue a few squares inwards.
  const walls = (x: number, y: number): boolean | undefined => {
    const open =
      (y <= 2 && within(x, exits.top)) ||
      (y >= size - 3 && within(x, exits.bottom)) ||
      (x <= 2 && within(y, exits.left)) ||
      (x >= size - 3 && within(y, exits.right))
    return open ? false : border(x) || border(y) ? true : undefined
  }
  const [rock, swamp] = seeded(
    `${seed} ${room} terrain`,
    Effect.all([blobs(0.46, walls), blobs(0.46, (x, y) => (border(x) || border(y) ? false : undefined))])
  )
  const squares: Array<TerrainSquare> = []
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [i % size, Math.floor(i / size)]
    if (rock(x, y)) squares.push({ room, x, y, type: "wall" })
    if (swamp(x, y)) squares.push({ room, x, y, type: "swamp" })
  }
  const land = fromSquares(squares)
  if (niches(land).length >= 4) return land
  // A room without walls inside gets four boulders as positions for natural objects.
  return fromSquares([...squares, ...boulders.map(({ x, y }) => ({ room, x, y, type: "wall" as const }))])
}

/** Returns wall squares that are reachable from a neighbour: positions for sources, minerals and controllers. */
const niches = (land: Terrain): ReadonlyArray<Xy> => {
  const found: Array<Xy> = []
  for (let y = 5; y < size - 5; y++) {
    for (let x = 5; x < size - 5; x++) {
      if (land.isWalkable(x, y)) continue
      if (around({ x, y }).filter((one) => land.isWalkable(one.x, one.y)).length >= 3) found.push({ x, y })
    }
  }
  return found
}

/** Positions of boulders in an open room. */
const boulders: ReadonlyArray<Xy> = [15, 35].flatMap((x) => [15, 35].map((y) => ({ x, y })))

/** Returns at least four squares, as far apart as the room allows but not farther than needed. */
const spread = (spots: ReadonlyArray<Xy>): ReadonlyArray<Xy> => {
  for (let gap = 5; gap > 0; gap--) {
    const apart: Array<Xy> = []
    for (const spot of spots) {
      if (apart.every((other) => Math.max(Math.abs(other.x - spot.x), Math.abs(other.y - spot.y)) > gap))
        apart.push(spot)
    }
    if (apart.length >= 4) return apart
  }
  return spots
}

/** A natural object of a room, without id. */
type Natural = Xy & { readonly type: string; readonly [field: string]: unknown }

/**
 * Returns a room's natural objects: none on highways, sources and a mineral elsewhere, a controller outside sector
 * centres.
 */
export const nature = (seed: string, room: RoomName.RoomName, land: Terrain): ReadonlyArray<Natural> => {
  if (RoomName.isHighway(room)) return []
  return seeded(
    `${seed} ${room} nature`,
    Effect.gen(function* () {
      const [controller, first, second, mineral] = spread(yield* Random.shuffle(niches(land)))
      const guarded = RoomName.isKeeperRoom(room) || RoomName.isSectorCentre(room)
      const energy = guarded ? 4000 : 1500
      const source = (spot: Xy): Natural => ({
        x: spot.x,
        y: spot.y,
        type: "source",
        energy,
        energyCapacity: energy,
        ticksToRegeneration: 300
      })
      const mineralType = ["H", "O", "U", "K", "L", "Z", "X"][yield* Random.nextIntBetween(0, 6)]
      const objects: Array<Natural> = []
      if (controller !== undefined && !guarded)
        objects.push({ x: controller.x, y: controller.y, type: "controller", level: 0 })
      if (first !== undefined) objects.push(source(first))
      if (second !== undefined) objects.push(source(second))
      if (mineral !== undefined) {
        objects.push({
          x: mineral.x,
          y: mineral.y,
          type: "mineral",
          mineralType,
          mineralAmount: 35_000,
          density: 2
        })
      }
      return objects
    })
  )
}
