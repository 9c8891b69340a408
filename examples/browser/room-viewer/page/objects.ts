/** The appearance of objects. One unit is one square; each object is drawn around its middle. */
import { type RoomObject, Store } from "@screeps-effect/schema"
import { energy, minerals, neutral, parts } from "./looks.ts"

type Known = RoomObject.Known
type Draw<T extends RoomObject.Type> = (
  context: CanvasRenderingContext2D,
  object: RoomObject.ByType[T],
  colour: string,
  angle: number
) => void

const dark = "#0f1318"
const body = "#2b333d"
const turn = Math.PI * 2

const disc = (context: CanvasRenderingContext2D, radius: number, fill: string) => {
  context.fillStyle = fill
  context.beginPath()
  context.arc(0, 0, radius, 0, turn)
  context.fill()
}

const ring = (context: CanvasRenderingContext2D, radius: number, width: number, colour: string) => {
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  context.arc(0, 0, radius, 0, turn)
  context.stroke()
}

const box = (
  context: CanvasRenderingContext2D,
  w: number,
  h: number,
  r: number,
  fill: string,
  edge?: string
) => {
  context.beginPath()
  context.roundRect(-w / 2, -h / 2, w, h, r)
  context.fillStyle = fill
  context.fill()
  if (edge === undefined) return
  context.strokeStyle = edge
  context.lineWidth = 0.1
  context.stroke()
}

const corners = (context: CanvasRenderingContext2D, count: number, radius: number, offset = 0) => {
  context.beginPath()
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * turn + offset
    context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius)
  }
  context.closePath()
}

const letter = (context: CanvasRenderingContext2D, text: string, colour: string, size: number) => {
  context.fillStyle = colour
  context.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`
  context.textAlign = "center"
  context.textBaseline = "middle"
  context.fillText(text, 0, size * 0.07)
}

/** Returns how full a store is, 0 to 1. */
const fill = (object: Store.HasStore): number => {
  const most = Store.capacity(object) ?? 0
  return most > 0 ? Math.min(1, Store.used(object) / most) : 0
}

/** Draws a box with its fill level. */
const vessel =
  (w: number, h: number) => (context: CanvasRenderingContext2D, object: Store.HasStore, colour: string) => {
    box(context, w, h, 0.16, dark, colour)
    const part = fill(object)
    const height = (h - 0.28) * part
    context.fillStyle = energy
    if (part > 0)
      context.fillRect(-w / 2 + 0.14, h / 2 - 0.14 - Math.max(height, 0.06), w - 0.28, Math.max(height, 0.06))
  }

const glow = (context: CanvasRenderingContext2D, colour: string, blur: number, draw: () => void) => {
  context.save()
  context.shadowColor = colour
  context.shadowBlur = blur * context.getTransform().a
  draw()
  context.restore()
}

/** Draws body parts as arcs, mirrored around the direction of the creep. */
const anatomy = (context: CanvasRenderingContext2D, creep: RoomObject.ByType["creep"], angle: number) => {
  const counts = new Map<string, number>()
  for (const { hits, type } of creep.body) if (hits > 0) counts.set(type, (counts.get(type) ?? 0) + 1)
  const most = Math.max(12, creep.body.length)
  let side = 0
  context.lineWidth = 0.1
  for (const [type, count] of counts) {
    const share = (count / most) * Math.PI
    context.strokeStyle = parts[type] ?? neutral
    for (const way of [1, -1]) {
      context.beginPath()
      context.arc(0, 0, 0.28, angle + way * side, angle + way * (side + share), way < 0)
      context.stroke()
    }
    side += share
  }
}

const creature: Draw<"creep" | "powerCreep"> = (context, object, colour, angle) => {
  context.scale(1.2, 1.2)
  glow(context, "#000c", 0.3, () => disc(context, 0.46, dark))
  ring(context, 0.4, 0.11, colour)
  if (object.type === "creep") anatomy(context, object, angle)
  else {
    corners(context, 3, 0.3, angle)
    context.fillStyle = colour
    context.fill()
  }
  const part = fill(object)
  if (part > 0) disc(context, 0.08 + 0.11 * Math.sqrt(part), energy)
  context.save()
  context.rotate(angle)
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(0.58, 0)
  context.lineTo(0.43, -0.13)
  context.lineTo(0.43, 0.13)
  context.fill()
  context.restore()
}

const levels = 8

const draws: { readonly [T in RoomObject.Type]?: Draw<T> } = {
  road: () => {}, // drawn as a net, see `roads`
  source: (context, { energy: left, energyCapacity }) => {
    const part = energyCapacity > 0 ? left / energyCapacity : 0
    glow(context, energy, 0.5 * part, () => box(context, 0.78, 0.78, 0.24, "#3a3113", "#8a7420"))
    if (part > 0) box(context, 0.18 + 0.4 * part, 0.18 + 0.4 * part, 0.12, energy)
  },
  mineral: (context, { mineralType }) => {
    const colour = minerals[mineralType] ?? neutral
    disc(context, 0.46, dark)
    ring(context, 0.42, 0.09, colour)
    letter(context, mineralType, colour, 0.52)
  },
  controller: (context, { level }, colour) => {
    corners(context, levels, 0.62, Math.PI / 8)
    context.fillStyle = dark
    context.fill()
    context.strokeStyle = colour
    context.lineWidth = 0.1
    context.stroke()
    for (let i = 0; i < levels; i++) {
      context.strokeStyle = i < level ? "#eef3f8" : "#39424d"
      context.lineWidth = 0.11
      context.beginPath()
      const from = -Math.PI / 2 + (i / levels) * turn
      context.arc(0, 0, 0.39, from + 0.12, from + turn / levels - 0.12)
      context.stroke()
    }
    letter(context, String(level), "#eef3f8", 0.4)
  },
  spawn: (context, object, colour) => {
    glow(context, colour, 0.35, () => disc(context, 0.68, dark))
    ring(context, 0.62, 0.13, colour)
    const full = fill(object)
    disc(context, 0.12 + 0.3 * Math.sqrt(full), full > 0 ? energy : body)
    const { spawning } = object
    if (spawning === null || spawning === undefined) return
    context.strokeStyle = "#eef3f8"
    context.lineWidth = 0.08
    context.setLineDash([0.12, 0.12])
    context.beginPath()
    context.arc(0, 0, 0.5, 0, turn)
    context.stroke()
    context.setLineDash([])
  },
  extension: (context, object, colour) => {
    disc(context, 0.34, dark)
    ring(context, 0.32, 0.09, colour)
    const full = fill(object)
    if (full > 0) disc(context, 0.21 * Math.sqrt(full), energy)
  },
  tower: (context, object, colour, angle) => {
    disc(context, 0.5, dark)
    ring(context, 0.46, 0.1, colour)
    context.save()
    context.rotate(angle)
    context.fillStyle = "#56616e"
    context.fillRect(0, -0.13, 0.6, 0.26)
    context.restore()
    box(context, 0.44, 0.44, 0.08, "#39434e")
    const full = fill(object)
    if (full > 0) box(context, 0.3, 0.3 * full, 0.03, energy)
  },
  storage: vessel(0.92, 1.08),
  terminal: (context, object, colour) => {
    corners(context, 8, 0.6)
    context.fillStyle = dark
    context.fill()
    context.strokeStyle = colour
    context.lineWidth = 0.1
    context.stroke()
    box(context, 0.5, 0.5, 0.05, body)
    const part = Math.sqrt(fill(object))
    if (part > 0) box(context, 0.46 * part, 0.46 * part, 0.04, energy)
  },
  container: vessel(0.56, 0.66),
  link: (context, object, colour) => {
    corners(context, 4, 0.48)
    context.fillStyle = dark
    context.fill()
    context.strokeStyle = colour
    context.lineWidth = 0.09
    context.stroke()
    const part = Math.sqrt(fill(object))
    corners(context, 4, 0.32 * part)
    context.fillStyle = energy
    context.fill()
  },
  rampart: (context, _, colour) => {
    context.globalAlpha *= 0.28
    box(context, 1, 1, 0.2, colour)
    context.globalAlpha /= 0.28
    context.beginPath()
    context.roundRect(-0.46, -0.46, 0.92, 0.92, 0.2)
    context.strokeStyle = colour
    context.lineWidth = 0.06
    context.stroke()
  },
  constructedWall: (context) => box(context, 0.94, 0.94, 0.12, "#39424c", "#4a545f"),
  constructionSite: (context, { progress, progressTotal }, colour) => {
    context.setLineDash([0.16, 0.12])
    ring(context, 0.34, 0.07, colour)
    context.setLineDash([])
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(0, 0)
    context.arc(0, 0, 0.26, -Math.PI / 2, -Math.PI / 2 + turn * (progress / Math.max(1, progressTotal)))
    context.fill()
  },
  energy: (context, pile) => {
    const isEnergy = (pile.resourceType ?? "energy") === "energy"
    disc(context, 0.18, isEnergy ? energy : "#cfd6de")
  },
  tombstone: (context, _, colour) => {
    context.globalAlpha *= 0.6
    box(context, 0.4, 0.54, 0.18, body, colour)
    context.globalAlpha /= 0.6
  },
  ruin: (context) => {
    corners(context, 5, 0.38)
    context.fillStyle = "#3a3f46"
    context.fill()
  },
  keeperLair: (context) => {
    disc(context, 0.46, "#1c0f0f")
    ring(context, 0.4, 0.1, "#a4402c")
    disc(context, 0.12, "#ff8b3d")
  },
  portal: (context) => {
    glow(context, "#5a7bff", 0.6, () => ring(context, 0.4, 0.16, "#8aa0ff"))
  },
  creep: creature,
  powerCreep: creature
}

const initials: Readonly<Record<string, string>> = {
  lab: "L",
  factory: "F",
  observer: "O",
  nuker: "N",
  powerSpawn: "P",
  extractor: "X"
}

/** Draws an object without a drawing of its own: a box with a letter. */
const other = (context: CanvasRenderingContext2D, { type }: Known, colour: string) => {
  box(context, 0.8, 0.8, 0.22, dark, colour)
  letter(context, initials[type] ?? type.charAt(0).toUpperCase(), colour, 0.46)
}

/** Draws an object around the origin. */
export const draw = (
  context: CanvasRenderingContext2D,
  object: Known,
  colour: string,
  angle: number
): void => {
  // Each drawing has the type of its object as its key.
  const own = draws[object.type] as Draw<RoomObject.Type> | undefined
  if (own === undefined) other(context, object, colour)
  else own(context, object, colour, angle)
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
export const height = ({ type }: Known): number => {
  if (type === "rampart") return 100
  if (type === "creep" || type === "powerCreep") return 90
  const at = heights.indexOf(type)
  return at < 0 ? 50 : at
}

const neighbours = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1]
] as const

/** Draws roads as a net. */
export const roads = (
  context: CanvasRenderingContext2D,
  all: ReadonlyArray<{ readonly x: number; readonly y: number }>
) => {
  const known = new Set(all.map(({ x, y }) => `${x},${y}`))
  context.strokeStyle = "#4b5560"
  context.lineWidth = 0.3
  context.lineCap = "round"
  context.beginPath()
  for (const { x, y } of all) {
    context.moveTo(x + 0.5, y + 0.5)
    context.lineTo(x + 0.5, y + 0.5)
    for (const [dx, dy] of neighbours) {
      if (!known.has(`${x + dx},${y + dy}`)) continue
      context.moveTo(x + 0.5, y + 0.5)
      context.lineTo(x + dx + 0.5, y + dy + 0.5)
    }
  }
  context.stroke()
}
