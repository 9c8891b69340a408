/** The appearance of objects. One unit is one square; each object is drawn around its middle. */
import type { ByType, RoomObject, Type } from "@screeps-effect/schema/RoomObject"
import * as Store from "@screeps-effect/schema/Store"
import { dark, energy, inner, light, minerals, neutral, parts } from "./looks.ts"
import {
  arc,
  box,
  corners,
  disc,
  path,
  polygon,
  ring,
  rotated,
  type Shape,
  type Text,
  turn
} from "./shapes.ts"

type Draw<T extends Type> = (object: ByType[T], color: string, angle: number) => ReadonlyArray<Shape>

/** Longer texts of servers are cut. */
export const cut = (text: string, length: number): string =>
  Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join("")

const letter = (text: string, fill: string, size: number): Text => ({
  kind: "text",
  text: cut(text, 2),
  x: 0,
  y: 0,
  size,
  fill
})

const share = (part: number, whole: number): number => (whole > 0 && part > 0 ? Math.min(1, part / whole) : 0)

/** Returns how full a store is, 0 to 1. */
const filled = (object: Store.HasStore): number => share(Store.used(object), Store.capacity(object) ?? 0)

/** A soft light behind an object. */
const glow = (radius: number, color: string): ReadonlyArray<Shape> =>
  [1, 0.8, 0.6].map((part) => disc(radius * part, color, 0.1))

/** A box with its fill level. */
const vessel =
  (width: number, height: number) =>
  (object: Store.HasStore, stroke: string): ReadonlyArray<Shape> => {
    const part = filled(object)
    const [level, bottom] = [Math.max((height - 0.28) * part, 0.06), height / 2 - 0.14]
    const [left, right] = [-width / 2 + 0.14, width / 2 - 0.14]
    return [
      box(width, height, 0.16, { fill: dark, stroke, width: 0.1 }),
      ...(part > 0
        ? [
            polygon(
              [
                [left, bottom - level],
                [right, bottom - level],
                [right, bottom],
                [left, bottom]
              ],
              { fill: energy }
            )
          ]
        : [])
    ]
  }

/** Body parts as arcs, mirrored around the direction of the creep. */
const anatomy = ({ body }: ByType["creep"], angle: number): ReadonlyArray<Shape> => {
  let side = 0
  return [...parts].flatMap(([type, color]) => {
    const count = body.filter((part) => part.type === type && part.hits > 0).length
    if (count === 0) return []
    const from = side
    side += (count / Math.max(12, body.length)) * Math.PI
    return [
      arc(0.34, angle + from, angle + side, 0.12, color),
      arc(0.34, angle - side, angle - from, 0.12, color)
    ]
  })
}

const creature = (
  object: ByType["creep"] | ByType["powerCreep"],
  color: string,
  angle: number
): ReadonlyArray<Shape> => {
  const part = filled(object)
  return [
    disc(0.6, "#000", 0.3),
    disc(0.54, dark),
    ring(0.48, 0.13, color),
    ...(object.type === "creep" ? anatomy(object, angle) : [corners(3, 0.36, angle, { fill: color })]),
    ...(part > 0 ? [disc(0.1 + 0.13 * Math.sqrt(part), energy)] : []),
    polygon(
      rotated(
        [
          [0.7, 0],
          [0.52, -0.16],
          [0.52, 0.16]
        ],
        angle
      ),
      { fill: color }
    )
  ]
}

const levels = 8

const roadBetween = (lines: ReadonlyArray<readonly [x1: number, y1: number, x2: number, y2: number]>) =>
  path(
    lines.flatMap(([x1, y1, x2, y2]) => [["M", x1, y1] as const, ["L", x2, y2] as const]),
    { stroke: "#4b5560", width: 0.3 }
  )

const draws: { readonly [T in Type]?: Draw<T> } = {
  road: () => [roadBetween([[-0.5, 0, 0.5, 0]])], // alone: `drawRoads` draws those of a room as a net
  source: ({ energy: left, energyCapacity }) => {
    const part = share(left, energyCapacity)
    return [
      ...(part > 0 ? glow(0.9, energy) : []),
      box(0.78, 0.78, 0.24, { fill: "#3a3113", stroke: "#8a7420", width: 0.1 }),
      ...(part > 0 ? [box(0.18 + 0.4 * part, 0.18 + 0.4 * part, 0.12, { fill: energy })] : [])
    ]
  },
  mineral: ({ mineralType }) => {
    const color = minerals.get(mineralType) ?? neutral
    return [disc(0.46, dark), ring(0.42, 0.09, color), letter(mineralType, color, 0.52)]
  },
  controller: ({ level }, color) => [
    corners(levels, 0.62, Math.PI / 8, { fill: dark, stroke: color, width: 0.1 }),
    ...Array.from({ length: levels }, (_, i) => {
      const from = -Math.PI / 2 + (i / levels) * turn
      return arc(0.39, from + 0.18, from + turn / levels - 0.18, 0.1, i < level ? light : "#39424d")
    }),
    letter(String(level), light, 0.4)
  ],
  spawn: (object, color) => {
    const part = filled(object)
    const { spawning } = object
    return [
      ...glow(0.95, color),
      disc(0.68, dark),
      ring(0.62, 0.13, color),
      disc(0.12 + 0.3 * Math.sqrt(part), part > 0 ? energy : inner),
      ...(spawning === null || spawning === undefined ? [] : [ring(0.5, 0.08, light, [0.06, 0.18])])
    ]
  },
  extension: (object, color) => {
    const part = filled(object)
    return [
      disc(0.34, dark),
      ring(0.32, 0.09, color),
      ...(part > 0 ? [disc(0.21 * Math.sqrt(part), energy)] : [])
    ]
  },
  tower: (object, color, angle) => {
    const part = filled(object)
    return [
      disc(0.5, dark),
      ring(0.46, 0.1, color),
      polygon(
        rotated(
          [
            [0, -0.13],
            [0.6, -0.13],
            [0.6, 0.13],
            [0, 0.13]
          ],
          angle
        ),
        { fill: "#56616e" }
      ),
      box(0.44, 0.44, 0.08, { fill: "#39434e" }),
      ...(part > 0 ? [box(0.3, 0.3 * part, 0.03, { fill: energy })] : [])
    ]
  },
  storage: vessel(0.92, 1.08),
  terminal: (object, color) => {
    const part = Math.sqrt(filled(object))
    return [
      corners(8, 0.6, 0, { fill: dark, stroke: color, width: 0.1 }),
      box(0.5, 0.5, 0.05, { fill: inner }),
      ...(part > 0 ? [box(0.46 * part, 0.46 * part, 0.04, { fill: energy })] : [])
    ]
  },
  container: vessel(0.56, 0.66),
  link: (object, color) => {
    const part = Math.sqrt(filled(object))
    return [
      corners(4, 0.48, 0, { fill: dark, stroke: color, width: 0.09 }),
      ...(part > 0 ? [corners(4, 0.32 * part, 0, { fill: energy })] : [])
    ]
  },
  rampart: (_, color) => [
    box(1, 1, 0.2, { fill: color, opacity: 0.28 }),
    box(0.92, 0.92, 0.2, { stroke: color, width: 0.06 })
  ],
  constructedWall: () => [box(0.94, 0.94, 0.12, { fill: "#39424c", stroke: "#4a545f", width: 0.1 })],
  constructionSite: ({ progress, progressTotal }, color) => {
    const part = share(progress, progressTotal)
    return [
      ring(0.34, 0.07, color, [0.1, 0.17]),
      ...(part > 0
        ? [
            path([["M", 0, 0], ["A", 0, 0, 0.26, -Math.PI / 2, -Math.PI / 2 + turn * part], ["Z"]], {
              fill: color
            })
          ]
        : [])
    ]
  },
  energy: ({ resourceType }) => [disc(0.18, (resourceType ?? "energy") === "energy" ? energy : "#cfd6de")],
  tombstone: (_, color) => [box(0.4, 0.54, 0.18, { fill: inner, stroke: color, width: 0.1, opacity: 0.6 })],
  ruin: () => [corners(5, 0.38, 0, { fill: "#3a3f46" })],
  keeperLair: () => [disc(0.46, "#1c0f0f"), ring(0.4, 0.1, "#a4402c"), disc(0.12, "#ff8b3d")],
  portal: () => [...glow(0.8, "#5a7bff"), ring(0.4, 0.16, "#8aa0ff")],
  creep: creature,
  powerCreep: creature
}

const initials: ReadonlyMap<string, string> = new Map([
  ["lab", "L"],
  ["factory", "F"],
  ["observer", "O"],
  ["nuker", "N"],
  ["powerSpawn", "P"],
  ["extractor", "X"],
  ["unknown", "?"]
])

/** An object without a drawing of its own: a box with a letter. */
const other = ({ type }: RoomObject, stroke: string): ReadonlyArray<Shape> => [
  box(0.8, 0.8, 0.22, { fill: dark, stroke, width: 0.1 }),
  letter(initials.get(type) ?? type.charAt(0).toUpperCase(), stroke, 0.46)
]

/** Draws an object around the middle of its square. */
export const drawObject = (object: RoomObject, color: string, angle: number): ReadonlyArray<Shape> => {
  if (object.type === "unknown") return other(object, color)
  // Each drawing has the type of its object as its key.
  const own = draws[object.type] as Draw<Type> | undefined
  return own === undefined ? other(object, color) : own(object, color, angle)
}

const heights: ReadonlyArray<string> = [
  "road",
  "ruin",
  "container",
  "tombstone",
  "energy",
  "constructionSite",
  "mineral",
  "source",
  "extension"
]

/** Returns the drawing order: creeps are above everything except ramparts. */
export const height = ({ type }: RoomObject): number => {
  if (type === "rampart") return 100
  if (type === "creep" || type === "powerCreep") return 90
  const at = heights.indexOf(type)
  return at < 0 ? 50 : at
}

/** Whether the object is drawn: its spawn shows a creep that is spawning. */
export const isShown = (object: RoomObject): boolean => object.type !== "creep" || object.spawning !== true

const neighbours = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1]
] as const

/** Draws roads as a net. */
export const drawRoads = (
  squares: ReadonlyArray<{ readonly x: number; readonly y: number }>
): ReadonlyArray<Shape> => {
  const known = new Set(squares.map(({ x, y }) => `${x},${y}`))
  const lines = squares.flatMap(({ x, y }) =>
    [[0, 0] as const, ...neighbours.filter(([dx, dy]) => known.has(`${x + dx},${y + dy}`))].map(
      ([dx, dy]) => [x + 0.5, y + 0.5, x + dx + 0.5, y + dy + 0.5] as const
    )
  )
  return lines.length === 0 ? [] : [roadBetween(lines)]
}
