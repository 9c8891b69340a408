/** The ground of a room, with soft corners. One unit is one square. */
import { Terrain } from "@screeps-effect/schema"
import { edges, ground } from "./looks.ts"

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

const radius = 0.42

/** All squares of a kind as one shape with round outer corners and filled inner ones; the room's edge squares extend outwards. */
const shape = (isIn: (x: number, y: number) => boolean): Path2D => {
  const path = new Path2D()
  const last = Terrain.size - 1
  const inside = (x: number, y: number) =>
    isIn(Math.min(last, Math.max(0, x)), Math.min(last, Math.max(0, y)))
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1]
  ] as const
  for (let y = 0; y < Terrain.size; y++) {
    for (let x = 0; x < Terrain.size; x++) {
      if (inside(x, y)) {
        const radii = corners.map(([dx, dy]) =>
          inside(x + dx, y) || inside(x, y + dy) || inside(x + dx, y + dy) ? 0 : radius
        )
        path.roundRect(x, y, 1, 1, radii)
        continue
      }
      for (const [dx, dy] of corners) {
        if (!inside(x + dx, y) || !inside(x, y + dy) || !inside(x + dx, y + dy)) continue
        const [cx, cy] = [x + (dx + 1) / 2, y + (dy + 1) / 2]
        path.moveTo(cx, cy)
        path.lineTo(cx - dx * radius, cy)
        path.quadraticCurveTo(cx, cy, cx, cy - dy * radius)
        path.closePath()
      }
    }
  }
  return path
}

const around = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6)

/** Fills a shape, with an edge around it. */
const lay = (context: Context, path: Path2D, colour: string, edge: string, width: number) => {
  context.fillStyle = edge
  for (const angle of around) {
    context.save()
    context.translate(Math.cos(angle) * width, Math.sin(angle) * width)
    context.fill(path)
    context.restore()
  }
  context.fillStyle = colour
  context.fill(path)
}

/** Paints the ground, with `scale` pixels per square. */
export const paint = (land: Terrain.Terrain, scale: number): OffscreenCanvas => {
  const side = Terrain.size * scale
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext("2d")
  if (context === null) return canvas
  context.fillStyle = ground.plain
  context.fillRect(0, 0, side, side)
  context.scale(scale, scale)
  context.fillStyle = "#ffffff05"
  for (let y = 0; y < Terrain.size; y++)
    for (let x = y % 2; x < Terrain.size; x += 2) context.fillRect(x, y, 1, 1)
  lay(
    context,
    shape((x, y) => land.at(x, y) === "swamp"),
    ground.swamp,
    edges.swamp,
    0.06
  )
  lay(
    context,
    shape((x, y) => land.at(x, y) === "wall"),
    ground.wall,
    edges.wall,
    0.11
  )
  return canvas
}

/** Paints the ground of a room on the map, one pixel per square. */
export const sketch = (land: Terrain.Terrain): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(Terrain.size, Terrain.size)
  const context = canvas.getContext("2d")
  for (let y = 0; y < Terrain.size; y++) {
    for (let x = 0; x < Terrain.size; x++) {
      if (context === null) continue
      const kind = land.at(x, y)
      context.fillStyle = kind === "plain" ? "#262d36" : kind === "swamp" ? "#233529" : ground.wall
      context.fillRect(x, y, 1, 1)
    }
  }
  return canvas
}
