/** The appearance of objects that few rooms have. One unit is one square; each object is drawn around its middle. */
import type { Type } from "@screeps-effect/schema/RoomObject"
import { mineral } from "@screeps-effect/schema/Lab"
import * as Store from "@screeps-effect/schema/Store"
import { dark, deposits, energy, inner, light, minerals, neutral, power } from "./looks.ts"
import { type Draw, filled, glow, letter, share } from "./draw.ts"
import { arc, box, corners, disc, path, polygon, ring, turn } from "./shapes.ts"

const north = -Math.PI / 2

/** The colour of a resource: of its first mineral. */
const colorOf = (resource: string | undefined): string => minerals.get(resource?.charAt(0) ?? "") ?? neutral

/** A flask with energy on its ground, and its mineral above. */
const lab: Draw<"lab"> = (object, color) => {
  const resource = mineral(object)
  const part = resource === undefined ? 0 : share(Store.amount(object, resource), 3000)
  const charge = share(Store.amount(object, "energy"), 2000)
  const top = 0.28 - 0.4 * part
  const half = (y: number) => 0.1 + ((y + 0.22) / 0.6) * 0.22
  return [
    path(
      [
        ["M", -0.13, -0.5],
        ["L", 0.13, -0.5],
        ["L", 0.13, -0.24],
        ["L", 0.45, 0.34],
        ["Q", 0.5, 0.48, 0.36, 0.48],
        ["L", -0.36, 0.48],
        ["Q", -0.5, 0.48, -0.45, 0.34],
        ["L", -0.13, -0.24],
        ["Z"]
      ],
      { fill: dark, stroke: color, width: 0.09 }
    ),
    ...(part > 0
      ? [
          polygon(
            [
              [-half(top), top],
              [half(top), top],
              [half(0.28), 0.28],
              [-half(0.28), 0.28]
            ],
            { fill: colorOf(resource) }
          )
        ]
      : []),
    ...(charge > 0
      ? [
          path(
            [
              ["M", -0.32 * charge, 0.38],
              ["L", 0.32 * charge, 0.38]
            ],
            { stroke: energy, width: 0.09 }
          )
        ]
      : [])
  ]
}

/** A wheel with a tooth for each kind of commodity, and its level. */
const factory: Draw<"factory"> = (object, color) => {
  const part = filled(object)
  const teeth = Array.from({ length: 32 }, (_, i) => {
    const [angle, radius] = [((i - 0.5) / 32) * turn, i % 4 < 2 ? 0.52 : 0.4]
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
  })
  return [
    polygon(teeth, { fill: dark, stroke: color, width: 0.08 }),
    disc(0.26, inner),
    ...(part > 0 ? [disc(0.26 * Math.sqrt(part), energy)] : []),
    ...(object.level ? [letter(String(object.level), light, 0.4)] : [])
  ]
}

/** An eye. */
const observer: Draw<"observer"> = (_, color) => [
  path([["M", -0.5, 0], ["Q", 0, -0.72, 0.5, 0], ["Q", 0, 0.72, -0.5, 0], ["Z"]], {
    fill: dark,
    stroke: color,
    width: 0.09
  }),
  disc(0.17, color),
  disc(0.07, dark)
]

/** A rocket, filled from below. */
const nuker: Draw<"nuker"> = (object, color) => {
  const part = share(Store.amount(object, "energy"), 300_000)
  const ready = share(Store.amount(object, "G"), 5000)
  return [
    path(
      [["M", 0, -0.6], ["Q", 0.34, -0.2, 0.26, 0.28], ["L", -0.26, 0.28], ["Q", -0.34, -0.2, 0, -0.6], ["Z"]],
      {
        fill: dark,
        stroke: color,
        width: 0.09
      }
    ),
    polygon(
      [
        [-0.26, 0.1],
        [-0.48, 0.5],
        [0.48, 0.5],
        [0.26, 0.1],
        [0.26, 0.28],
        [-0.26, 0.28]
      ],
      { fill: color }
    ),
    ...(part > 0 ? [box(0.28, 0.28 * part, 0.04, { fill: energy })] : []),
    disc(0.09, ready === 1 ? light : inner)
  ]
}

/** A nuke in flight: the square that it hits. */
const nuke: Draw<"nuke"> = () => [
  ...glow(1.1, "#ff4b4b"),
  ring(0.46, 0.09, "#ff4b4b", [0.16, 0.2]),
  ...[0, 1, 2].map((i) => {
    const from = (i / 3) * turn + north - 0.5
    return path([["M", 0, 0], ["A", 0, 0, 0.34, from, from + 1], ["Z"]], { fill: "#ff4b4b" })
  }),
  disc(0.08, dark)
]

const powerSpawn: Draw<"powerSpawn"> = (object, color) => {
  const [part, stored] = [
    share(Store.amount(object, "energy"), 5000),
    share(Store.amount(object, "power"), 100)
  ]
  return [
    disc(0.66, dark),
    ring(0.6, 0.1, color),
    ...[0, 1, 2, 3].map((i) => arc(0.44, (i / 4) * turn + 0.25, ((i + 1) / 4) * turn - 0.25, 0.12, power)),
    disc(0.1 + 0.2 * Math.sqrt(part), part > 0 ? energy : inner),
    ...(stored > 0 ? [disc(0.14 * Math.sqrt(stored), power)] : [])
  ]
}

/** Three claws around a mineral, which stays visible. */
const extractor: Draw<"extractor"> = (_, color) =>
  [0, 1, 2].map((i) => arc(0.58, (i / 3) * turn + north - 0.75, (i / 3) * turn + north + 0.75, 0.13, color))

const powerBank: Draw<"powerBank"> = (object) => [
  ...glow(0.8, power),
  corners(6, 0.56, 0, { fill: dark, stroke: power, width: 0.12 }),
  corners(6, 0.12 + 0.24 * Math.sqrt(share(Store.amount(object, "power"), 10_000)), 0, { fill: power })
]

/** Broken rock in the colour of its resource. */
const deposit: Draw<"deposit"> = ({ depositType }) => {
  const color = deposits.get(depositType) ?? neutral
  return [
    polygon(
      [
        [-0.5, 0.1],
        [-0.26, -0.4],
        [0.16, -0.5],
        [0.5, -0.1],
        [0.36, 0.4],
        [-0.2, 0.48]
      ],
      { fill: dark, stroke: color, width: 0.1 }
    ),
    polygon(
      [
        [-0.26, 0.06],
        [0, -0.26],
        [0.26, -0.02],
        [0.04, 0.26]
      ],
      { fill: color }
    )
  ]
}

/** A star with its level. */
const invaderCore: Draw<"invaderCore"> = ({ level }, color) => [
  ...glow(0.9, color),
  corners(4, 0.62, 0, { fill: dark, stroke: color, width: 0.1 }),
  corners(4, 0.62, Math.PI / 4, { fill: dark, stroke: color, width: 0.1 }),
  disc(0.34, dark),
  letter(String(level), color, 0.5)
]

/** A whirl; those to other shards have a second colour. */
const portal: Draw<"portal"> = ({ destination }) => {
  const color = "shard" in destination ? "#d58aff" : "#8aa0ff"
  return [
    ...glow(0.8, color),
    ...[0, 1, 2].flatMap((i) => {
      const from = (i / 3) * turn
      return [arc(0.44, from, from + 1.5, 0.12, color), arc(0.22, from + 1.2, from + 2.7, 0.09, light)]
    })
  ]
}

const symbolOf = (resource: string): string =>
  resource
    .replace(/^symbol_/, "")
    .slice(0, 1)
    .toUpperCase()

/** The drawings of these kinds. */
export const rare = {
  lab,
  factory,
  observer,
  nuker,
  nuke,
  powerSpawn,
  extractor,
  powerBank,
  deposit,
  invaderCore,
  portal,
  keeperLair: () => [disc(0.46, "#1c0f0f"), ring(0.4, 0.1, "#a4402c"), disc(0.12, "#ff8b3d")],
  reactor: (_, color) => [
    disc(0.62, dark),
    ring(0.56, 0.08, color),
    ...[0, 1, 2].map((i) => arc(0.34, (i / 3) * turn, (i / 3) * turn + 1, 0.26, energy)),
    disc(0.1, light)
  ],
  scoreCollector: () => [
    corners(3, 0.62, north, { fill: dark, stroke: energy, width: 0.1 }),
    disc(0.18, energy)
  ],
  scoreContainer: () => [corners(4, 0.36, 0, { fill: "#3a3113", stroke: energy, width: 0.09 })],
  symbolDecoder: ({ resourceType }) => [
    corners(8, 0.6, 0, { fill: dark, stroke: "#6aa8ff", width: 0.1 }),
    letter(symbolOf(resourceType), "#6aa8ff", 0.56)
  ],
  symbolContainer: ({ resourceType }) => [
    box(0.62, 0.62, 0.3, { fill: dark, stroke: "#6aa8ff", width: 0.07 }),
    letter(symbolOf(resourceType), "#6aa8ff", 0.4)
  ]
} satisfies { readonly [T in Type]?: Draw<T> }
