/** The ground of a room, with soft corners. */
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import { edges, ground as colors } from "./looks.ts"
import { path, rectangle, type Shape, type Step } from "./shapes.ts"

const radius = 0.42

const sides = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1]
] as const

/**
 * All squares of a kind as one path with round outer corners and filled inner ones; the room's edge squares extend
 * outwards. Squares in a row are one rectangle.
 */
export const area = (isIn: (x: number, y: number) => boolean): ReadonlyArray<Step> => {
  const last = size - 1
  const inside = (x: number, y: number) =>
    isIn(Math.min(last, Math.max(0, x)), Math.min(last, Math.max(0, y)))
  const corner = (x: number, y: number, [dx, dy]: readonly [number, number]) =>
    inside(x + dx, y) || inside(x, y + dy) || inside(x + dx, y + dy) ? 0 : radius
  const steps: Array<Step> = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!inside(x, y)) {
        for (const [dx, dy] of sides) {
          if (!inside(x + dx, y) || !inside(x, y + dy) || !inside(x + dx, y + dy)) continue
          const [cx, cy] = [x + (dx + 1) / 2, y + (dy + 1) / 2]
          steps.push(["M", cx, cy], ["L", cx - dx * radius, cy], ["Q", cx, cy, cx, cy - dy * radius], ["Z"])
        }
        continue
      }
      let end = x
      while (end < last && inside(end + 1, y)) end++
      const [a, b, c, d] = sides
      steps.push(
        ...rectangle(x, y, end + 1 - x, 1, [
          corner(x, y, a),
          corner(end, y, b),
          corner(end, y, c),
          corner(x, y, d)
        ])
      )
      x = end
    }
  }
  return steps
}

const stripes = Array.from({ length: size / 2 }, (_, i) => 2 * i)

/** Every other square of a plain is slightly lighter: rows and columns have opposite directions, and cancel out. */
const plain: ReadonlyArray<Shape> = [
  path(rectangle(0, 0, size, size, [0, 0, 0, 0]), { fill: colors.plain }),
  path(
    stripes.flatMap((at): ReadonlyArray<Step> => [
      ...rectangle(0, at, size, 1, [0, 0, 0, 0]),
      ["M", at, 0],
      ["L", at, size],
      ["L", at + 1, size],
      ["L", at + 1, 0],
      ["Z"]
    ]),
    { fill: colors.plainLight }
  )
]

/** The line around an area lies under its colour, so that the lines between its rows are hidden. */
export const laid = (
  steps: ReadonlyArray<Step>,
  fill: string,
  edge: string,
  width: number
): ReadonlyArray<Shape> =>
  steps.length === 0 ? [] : [path(steps, { stroke: edge, width: 2 * width }), path(steps, { fill })]

/** An arrow at each square of the edge that leads to another room. */
const exits = (terrain: Terrain): ReadonlyArray<Shape> => {
  const last = size - 1
  const arrow = (x: number, y: number, [dx, dy]: readonly [number, number]): ReadonlyArray<Step> => {
    if (terrain.at(x, y) === "wall") return []
    const [cx, cy] = [x + 0.5, y + 0.5]
    return [
      ["M", cx + dx * 0.3, cy + dy * 0.3],
      ["L", cx - dx * 0.15 + dy * 0.25, cy - dy * 0.15 + dx * 0.25],
      ["L", cx - dx * 0.15 - dy * 0.25, cy - dy * 0.15 - dx * 0.25],
      ["Z"]
    ]
  }
  const steps = Array.from({ length: size }, (_, i) => [
    ...arrow(i, 0, [0, -1]),
    ...arrow(i, last, [0, 1]),
    ...arrow(0, i, [-1, 0]),
    ...arrow(last, i, [1, 0])
  ]).flat()
  return steps.length === 0 ? [] : [path(steps, { fill: colors.exit })]
}

/** Draws the ground: plains, swamps, walls and exits. */
export const ground = (terrain: Terrain): ReadonlyArray<Shape> => [
  ...plain,
  ...laid(
    area((x, y) => terrain.at(x, y) === "swamp"),
    colors.swamp,
    edges.swamp,
    0.06
  ),
  ...laid(
    area((x, y) => terrain.at(x, y) === "wall"),
    colors.wall,
    edges.wall,
    0.11
  ),
  ...exits(terrain)
]
