/** The room on its canvas, redrawn for each frame of the screen. */
import { RoomPicture } from "@screeps-effect/pictures"
import type { RoomObject, Terrain, UserId } from "@screeps-effect/schema"
import type { RoomFeed } from "@screeps-effect/socket"
import * as Motion from "./motion.ts"

const side = 50

/** The longest duration of a movement, in milliseconds. */
const slowest = 4000

const isCreature = ({ type }: RoomObject.Known) => type === "creep" || type === "powerCreep"

export class Scene {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #land: Terrain.Terrain | undefined
  #ground: OffscreenCanvas | undefined
  #scale = 0
  #roads: ReadonlyArray<RoomPicture.Sprite> = []
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
    this.#roads = []
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
    const known = [...view.objects.values()].filter((object) => object.type !== "unknown")
    for (const object of known)
      if (isCreature(object))
        motions.set(object._id, Motion.toward(this.#motions.get(object._id), object, now, takes))
    this.#roads = [RoomPicture.roads(known)]
    this.#sorted = known.toSorted((a, b) => RoomPicture.height(a) - RoomPicture.height(b))
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

  /** Paints the ground once: it does not change. */
  #paintGround(land: Terrain.Terrain): OffscreenCanvas {
    const ground = new OffscreenCanvas(this.#canvas.width, this.#canvas.height)
    const context = ground.getContext("2d")
    if (context !== null) RoomPicture.paint(context, [RoomPicture.terrain(land)], this.#scale)
    return ground
  }

  #draw(now: number) {
    const context = this.#context
    if (this.#land === undefined) {
      context.fillStyle = "#12161b"
      context.fillRect(0, 0, this.#canvas.width, this.#canvas.height)
      return
    }
    this.#ground ??= this.#paintGround(this.#land)
    context.drawImage(this.#ground, 0, 0)
    const objects = this.#sorted.flatMap((object) => {
      if (object.type === "road") return []
      const motion = this.#motions.get(object._id)
      const at = motion && Motion.at(motion, now)
      const options = { user: this.me, at, angle: motion?.angle }
      return [{ object, at, sprite: RoomPicture.sprite(object, options) }]
    })
    const sprites = [
      ...this.#roads,
      ...objects.map(({ sprite }) => sprite),
      ...objects.map(({ at, object }) => RoomPicture.activity(object, { at, phase: (now / 900) % 1 }))
    ]
    RoomPicture.paint(
      context,
      sprites.filter((sprite) => sprite !== undefined),
      this.#scale
    )
  }
}
