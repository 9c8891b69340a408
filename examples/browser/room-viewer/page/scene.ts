/** The room on its canvas, redrawn for each frame of the screen. */
import { ActionLog, RoomObject, Say, type Terrain, type UserId } from "@screeps-effect/schema"
import type { RoomFeed } from "@screeps-effect/socket"
import { actions, neutral, ownerColour } from "./looks.ts"
import * as Motion from "./motion.ts"
import * as Objects from "./objects.ts"
import { paint } from "./terrain.ts"

const side = 50

/** The longest duration of a movement, in milliseconds. */
const slowest = 4000

type Actor = RoomObject.ByType["creep" | "tower" | "powerCreep" | "link" | "invaderCore"]
const isActor = (object: RoomObject.RoomObject): object is Actor =>
  ["creep", "tower", "powerCreep", "link", "invaderCore"].includes(object.type)

const isCreature = ({ type }: RoomObject.Known) => type === "creep" || type === "powerCreep"

export class Scene {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #land: Terrain.Terrain | undefined
  #ground: OffscreenCanvas | undefined
  #scale = 0
  #sorted: ReadonlyArray<RoomObject.Known> = []
  #motions = new Map<RoomObject.Known["_id"], Motion.Motion>()
  #receivedAt = 0
  #pace: number | undefined
  me: UserId.UserId | undefined

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.#canvas = canvas
    this.#context = context
    new ResizeObserver(() => this.#fit()).observe(canvas.parentElement ?? canvas)
    this.#fit()
    const frame = () => {
      this.#draw(performance.now())
      requestAnimationFrame(frame)
    }
    frame()
  }

  /** Mean milliseconds between two ticks. */
  get pace() {
    return this.#pace
  }

  /** Shows an empty room. */
  begin(land: Terrain.Terrain | undefined) {
    this.#land = land
    this.#ground = undefined
    this.#sorted = []
    this.#motions = new Map()
    this.#pace = undefined
    this.#receivedAt = 0
  }

  /** Shows a state: creeps move to their new squares until the next state is due. */
  show(view: RoomFeed.RoomView) {
    const now = performance.now()
    if (this.#receivedAt > 0 && !view.afterGap) this.#pace = Motion.pace(this.#pace, now - this.#receivedAt)
    this.#receivedAt = now
    const takes = Math.min(slowest, this.#pace ?? 0)
    const motions = new Map<RoomObject.Known["_id"], Motion.Motion>()
    const known: Array<RoomObject.Known> = []
    for (const object of view.objects.values()) {
      // Its spawn shows a creep that is spawning.
      if (object.type === "unknown" || (object.type === "creep" && object.spawning === true)) continue
      known.push(object)
      if (isCreature(object))
        motions.set(object._id, Motion.toward(this.#motions.get(object._id), object, now, takes))
    }
    this.#sorted = known.toSorted((a, b) => Objects.height(a) - Objects.height(b))
    this.#motions = motions
  }

  /** Lists the objects on a square. */
  on(x: number, y: number): ReadonlyArray<RoomObject.Known> {
    return this.#sorted.filter((object) => object.x === x && object.y === y)
  }

  /** Returns the square under the pointer. */
  square({ clientX, clientY }: MouseEvent): { readonly x: number; readonly y: number } {
    const { left, top, width } = this.#canvas.getBoundingClientRect()
    return {
      x: Math.floor(((clientX - left) / width) * side),
      y: Math.floor(((clientY - top) / width) * side)
    }
  }

  #fit() {
    const room = this.#canvas.parentElement?.clientWidth ?? 700
    // Whole pixels per square keep squares sharp.
    const scale = Math.max(4, Math.floor((room * devicePixelRatio) / side))
    if (scale === this.#scale) return
    this.#scale = scale
    this.#canvas.width = this.#canvas.height = scale * side
    const size = `${(scale * side) / devicePixelRatio}px`
    this.#canvas.style.width = this.#canvas.style.height = size
    this.#canvas.parentElement?.style.setProperty("--side", size)
    this.#ground = undefined
  }

  #place(object: RoomObject.Known, now: number): Motion.Place {
    const motion = this.#motions.get(object._id)
    return motion === undefined ? object : Motion.at(motion, now)
  }

  #colour(object: RoomObject.Known): string {
    return ownerColour(RoomObject.isOwned(object) ? object.user : undefined, this.me)
  }

  #draw(now: number) {
    const context = this.#context
    context.setTransform(1, 0, 0, 1, 0, 0)
    if (this.#land === undefined) {
      context.fillStyle = "#12161b"
      context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
      return
    }
    this.#ground ??= paint(this.#land, this.#scale)
    context.drawImage(this.#ground, 0, 0)
    context.scale(this.#scale, this.#scale)
    Objects.roads(context, this.#sorted.filter(RoomObject.is("road")))
    for (const object of this.#sorted) this.#drawObject(object, now)
    for (const object of this.#sorted) if (isActor(object)) this.#drawActions(object, now)
    for (const object of this.#sorted) if (isActor(object)) this.#drawSaying(object, now)
  }

  #drawObject(object: RoomObject.Known, now: number) {
    const context = this.#context
    const { x, y } = this.#place(object, now)
    const target = isActor(object) ? this.#targets(object)[0] : undefined
    const angle =
      target === undefined
        ? (this.#motions.get(object._id)?.angle ?? -Math.PI / 2)
        : Math.atan2(target.y - y, target.x - x)
    context.save()
    context.translate(x + 0.5, y + 0.5)
    Objects.draw(context, object, this.#colour(object), angle)
    context.restore()
  }

  #targets(object: Actor): ReadonlyArray<Motion.Place & { readonly action: string }> {
    return ActionLog.entries(object).flatMap(({ action, value }) =>
      action in actions && typeof value === "object" && "x" in value && "y" in value
        ? [{ action, x: Number(value.x), y: Number(value.y) }]
        : []
    )
  }

  #drawActions(object: Actor, now: number) {
    const context = this.#context
    const from = this.#place(object, now)
    for (const { action, x, y } of this.#targets(object)) {
      const colour = actions[action] ?? neutral
      const isInward = action === "harvest"
      const [a, b] = isInward ? [{ x, y }, from] : [from, { x, y }]
      context.globalAlpha = 0.28 + 0.12 * Math.sin(now / 140)
      context.strokeStyle = colour
      context.lineWidth = 0.14
      context.beginPath()
      context.moveTo(a.x + 0.5, a.y + 0.5)
      context.lineTo(b.x + 0.5, b.y + 0.5)
      context.stroke()
      context.globalAlpha = 0.95
      context.fillStyle = colour
      for (const offset of [0, 1 / 3, 2 / 3]) {
        const part = (now / 900 + offset) % 1
        context.beginPath()
        context.arc(a.x + 0.5 + (b.x - a.x) * part, a.y + 0.5 + (b.y - a.y) * part, 0.09, 0, Math.PI * 2)
        context.fill()
      }
      context.globalAlpha = 1
    }
  }

  #drawSaying(object: Actor, now: number) {
    if (object.type !== "creep" && object.type !== "powerCreep") return
    const speech = Say.of(object)
    if (speech === undefined) return
    const context = this.#context
    const { x, y } = this.#place(object, now)
    context.font = "600 0.7px ui-sans-serif, system-ui, sans-serif"
    context.textAlign = "center"
    context.textBaseline = "middle"
    const width = context.measureText(speech.message).width + 0.6
    context.fillStyle = "#e9eef4"
    context.beginPath()
    context.roundRect(x + 0.5 - width / 2, y - 1.15, width, 1, 0.3)
    context.fill()
    context.fillStyle = "#12161b"
    context.fillText(speech.message, x + 0.5, y - 0.62)
  }
}
