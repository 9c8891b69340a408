/** The appearance of objects. One unit is one square; each object is drawn around its middle. */
import type { ByType, RoomObject, Type } from "@screeps-effect/schema/RoomObject"
import type * as Store from "@screeps-effect/schema/Store"
import { type Draw, filled, glow, letter, share } from "./draw.ts"
import { dark, energy, inner, light, minerals, neutral, parts } from "./looks.ts"
import { rare } from "./rare.ts"
import { road, wall } from "./joined.ts"
import { arc, box, corners, disc, path, polygon, ring, rotated, type Shape, turn } from "./shapes.ts"

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
      arc(0.29, angle + from, angle + side, 0.11, color),
      arc(0.29, angle - side, angle - from, 0.11, color)
    ]
  })
}

/** A creature with its direction, within its square. */
const creature = (
  object: ByType["creep"] | ByType["powerCreep"],
  color: string,
  angle: number
): ReadonlyArray<Shape> => {
  const part = filled(object)
  return [
    disc(0.47, dark),
    ring(0.41, 0.1, color),
    ...(object.type === "creep" ? anatomy(object, angle) : [corners(3, 0.33, angle, { fill: color })]),
    ...(part > 0 ? [disc(0.08 + 0.11 * Math.sqrt(part), energy)] : []),
    polygon(
      rotated(
        [
          [0.5, 0],
          [0.37, -0.14],
          [0.37, 0.14]
        ],
        angle
      ),
      { fill: color }
    )
  ]
}

const levels = 8

/** The drawings of all known kinds; those of roads, walls and ramparts alone, which `joined` draws as one. */
const draws: { readonly [T in Type]: Draw<T> } = {
  ...rare,
  road: () => [
    path(
      [
        ["M", -0.5, 0],
        ["L", 0.5, 0]
      ],
      road
    )
  ],
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
        { fill: "#8d9aa8" }
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
  constructedWall: () => [box(0.94, 0.94, 0.12, { fill: wall.fill, stroke: wall.stroke, width: 0.1 })],
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
  creep: creature,
  powerCreep: creature
}

/** An object of an unknown kind. */
const other = (stroke: string): ReadonlyArray<Shape> => [
  box(0.8, 0.8, 0.22, { fill: dark, stroke, width: 0.1 }),
  letter("?", stroke, 0.46)
]

/** Draws an object around the middle of its square. */
export const drawObject = (object: RoomObject, color: string, angle: number): ReadonlyArray<Shape> => {
  if (object.type === "unknown") return other(color)
  // Each drawing has the type of its object as its key; a later version of the schema may have further ones.
  const own = draws[object.type] as Draw<Type> | undefined
  return own === undefined ? other(color) : own(object, color, angle)
}

/** Whether the object is drawn: its spawn shows a creep that is spawning. */
export const isShown = (object: RoomObject): boolean => object.type !== "creep" || object.spawning !== true
