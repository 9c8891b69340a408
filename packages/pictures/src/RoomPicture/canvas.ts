/** Paints drawings on a canvas. */
import type { Sprite } from "./scene.ts"
import type { Shape } from "./shapes.ts"

/** The part of a canvas' context that is used: that of a page, of `OffscreenCanvas`, or of a library for Node. */
export interface Context2d {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: string
  lineJoin: string
  globalAlpha: number
  font: string
  textAlign: string
  textBaseline: string
  save(): void
  restore(): void
  scale(x: number, y: number): void
  translate(x: number, y: number): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number): void
  setLineDash(lengths: Array<number>): void
  fill(): void
  stroke(): void
  fillText(text: string, x: number, y: number): void
}

const paintShape = (context: Context2d, shape: Shape): void => {
  if (shape.kind === "text") {
    context.fillStyle = shape.fill
    context.font = `600 ${shape.size}px sans-serif`
    context.fillText(shape.text, shape.x, shape.y + shape.size * 0.07)
    return
  }
  context.beginPath()
  for (const step of shape.steps) {
    switch (step[0]) {
      case "M":
        context.moveTo(step[1], step[2])
        break
      case "L":
        context.lineTo(step[1], step[2])
        break
      case "Q":
        context.quadraticCurveTo(step[1], step[2], step[3], step[4])
        break
      case "A":
        context.arc(step[1], step[2], step[3], step[4], step[5])
        break
      case "Z":
        context.closePath()
    }
  }
  // Most shapes need neither: each change costs as much as a short line.
  const { dash, opacity } = shape
  const alpha = opacity === undefined ? undefined : context.globalAlpha
  if (alpha !== undefined) context.globalAlpha = alpha * (opacity ?? 1)
  if (shape.fill !== undefined) {
    context.fillStyle = shape.fill
    context.fill()
  }
  if (shape.stroke !== undefined) {
    context.strokeStyle = shape.stroke
    context.lineWidth = shape.width ?? 0.1
    if (dash !== undefined) context.setLineDash([...dash])
    context.stroke()
    if (dash !== undefined) context.setLineDash([])
  }
  if (alpha !== undefined) context.globalAlpha = alpha
}

/**
 * Paints a drawing on a canvas, with `scale` pixels per square; the context's settings stay as they were.
 *
 * **Details**
 *
 * What was painted before stays where nothing covers it: `terrain` and `scene` cover the whole room.
 */
export const paint = (context: Context2d, sprites: Iterable<Sprite>, scale: number): void => {
  context.save()
  context.scale(scale, scale)
  context.lineCap = "round"
  context.lineJoin = "round"
  context.textAlign = "center"
  context.textBaseline = "middle"
  context.setLineDash([])
  for (const { shapes, x, y } of sprites) {
    context.translate(x, y)
    for (const shape of shapes) paintShape(context, shape)
    context.translate(-x, -y)
  }
  context.restore()
}
