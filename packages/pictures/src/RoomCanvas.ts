/**
 * A room on the canvas of a page, live or from history: creeps move and towers turn between two ticks.
 *
 * **Details**
 *
 * ```ts
 * import { RoomCanvas } from "@screeps-effect/pictures/RoomCanvas"
 * import { Game } from "@screeps-effect/api"
 * import { RoomFeed } from "@screeps-effect/socket"
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 *
 * const watch = (canvas: HTMLCanvasElement) =>
 *   Effect.gen(function* () {
 *     const room = new RoomCanvas(canvas)
 *     room.begin(yield* Game.terrain({ room: "W7N3" }))
 *     yield* Stream.runForEach(RoomFeed.states("W7N3"), (state) => Effect.sync(() => room.animate(state)))
 *   })
 * ```
 *
 * The ground is painted once, what stands still when it changes, and for each frame only what moves. Nothing is painted
 * while nothing moves. Badges are images in `data:` addresses: a page's policy has to allow `img-src data:`.
 *
 * The package's index does not export this module: its types are those of pages.
 */
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Xy } from "@screeps-effect/schema/Xy"
import { Badges } from "./RoomCanvas/badges.ts"
import * as Motion from "./RoomCanvas/motion.ts"
import * as RoomPicture from "./RoomPicture.ts"

/** The longest duration of a movement, in milliseconds. */
const slowest = 4000

/** The time that a dot takes along the line of an action, in milliseconds. */
const dotTime = 900

const contextOf = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const found = canvas.getContext("2d")
  if (found === null) throw new Error("this browser has no 2d canvas")
  return found
}

const present = (sprites: ReadonlyArray<RoomPicture.Sprite | undefined>) =>
  sprites.filter((sprite) => sprite !== undefined)

/** Paints the states of a room on a canvas, which it fits to its width on the page. */
export class RoomCanvas {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #ground = document.createElement("canvas")
  readonly #standing = document.createElement("canvas")
  readonly #badges = new Badges(() => this.#request())
  #land: Terrain | undefined
  #user: UserId | undefined
  #scale = 0
  #state: RoomState | undefined
  /** What the layer of standing objects shows. */
  #painted: ReadonlyArray<RoomObject.RoomObject> | undefined
  #moving: ReadonlyArray<RoomObject.RoomObject> = []
  #ramparts: ReadonlyArray<RoomPicture.Sprite> = []
  #motions = new Map<RoomObject.RoomObject, Motion.Motion>()
  #selected: Xy | ObjectId | undefined
  #isAnimated = false
  #receivedAt: number | undefined
  #pace: number | undefined
  #frame: number | undefined

  /** Shows an empty canvas, and paints again whenever its width changes. */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#context = contextOf(canvas)
    new ResizeObserver(() => this.#request()).observe(canvas)
  }

  /** Mean milliseconds between two states that were animated; `undefined` before the second one. */
  get pace(): number | undefined {
    return this.#pace
  }

  /** Begins with a room: its terrain, and the viewer, whose objects have a colour of their own. */
  begin(land: Terrain | undefined, user?: UserId): void {
    this.#land = land
    this.#user = user
    this.#scale = 0
    this.#pace = this.#receivedAt = undefined
    this.#motions = new Map()
    this.show(undefined)
  }

  /** Shows a state as it is, or only the ground. */
  show(state: RoomState | undefined): void {
    this.#take(state, false)
  }

  /** Shows the next state: creeps move there from the one before, for as long as an average tick takes. */
  animate(state: RoomState & { readonly afterGap?: boolean }): void {
    const now = performance.now()
    if (this.#receivedAt !== undefined && state.afterGap !== true)
      this.#pace = Motion.pace(this.#pace, now - this.#receivedAt)
    this.#receivedAt = now
    this.#take(state, true)
  }

  /** Frames a square, or an object wherever it is. */
  select(selected: Xy | ObjectId | undefined): void {
    this.#selected = selected
    this.#request()
  }

  /** Returns the square under the pointer; `undefined` beside the room. */
  square({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): Xy | undefined {
    const { height, left, top, width } = this.#canvas.getBoundingClientRect()
    const x = Math.floor(((clientX - left) / width) * size)
    const y = Math.floor(((clientY - top) / height) * size)
    return x >= 0 && x < size && y >= 0 && y < size ? { x, y } : undefined
  }

  /** Lists the objects on a square, the uppermost first. */
  on({ x, y }: Xy): ReadonlyArray<RoomObject.RoomObject> {
    return [...(this.#state?.objects.values() ?? [])]
      .filter((object) => {
        const at = RoomObject.position(object)
        return at?.x === x && at.y === y
      })
      .toSorted((one, other) => RoomPicture.height(other) - RoomPicture.height(one))
  }

  #take(state: RoomState | undefined, isAnimated: boolean): void {
    const now = performance.now()
    const takes = isAnimated ? Math.min(slowest, this.#pace ?? 0) : 0
    const before = new Map([...this.#motions].map(([object, motion]) => [RoomObject.id(object), motion]))
    const objects = [...(state?.objects.values() ?? [])]
    this.#moving = RoomPicture.moving(objects)
    this.#motions = new Map(
      this.#moving.flatMap((object) => {
        const at = RoomObject.position(object)
        const known = isAnimated ? before.get(RoomObject.id(object)) : undefined
        return at === undefined
          ? []
          : [[object, Motion.toward(known, at, RoomPicture.direction(object), now, takes)]]
      })
    )
    if (state?.objects !== this.#state?.objects)
      this.#ramparts = RoomPicture.ramparts(objects, { user: this.#user })
    this.#state = state
    this.#isAnimated = isAnimated
    // A still picture is there at once.
    if (isAnimated) this.#request()
    else this.#paint(now)
  }

  #request(): void {
    if (this.#frame !== undefined) return
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = undefined
      this.#paint(now)
    })
  }

  /** Fits the canvas to the page, with whole pixels per square. */
  #fit(land: Terrain): void {
    const scale = Math.max(4, Math.round((this.#canvas.clientWidth * devicePixelRatio) / size))
    if (scale === this.#scale) return
    this.#scale = scale
    this.#painted = undefined
    for (const canvas of [this.#canvas, this.#ground, this.#standing])
      canvas.width = canvas.height = scale * size
    RoomPicture.paint(contextOf(this.#ground), [RoomPicture.terrain(land)], scale)
  }

  #paintStanding(): void {
    const objects = [...(this.#state?.objects.values() ?? [])].filter((object) => !this.#motions.has(object))
    const painted = this.#painted
    if (painted?.length === objects.length && objects.every((object, i) => object === painted[i])) return
    this.#painted = objects
    const context = contextOf(this.#standing)
    context.drawImage(this.#ground, 0, 0)
    RoomPicture.paint(
      context,
      RoomPicture.standing(objects, { user: this.#user, users: this.#state?.users }),
      this.#scale
    )
  }

  #paint(now: number): void {
    const context = this.#context
    if (this.#land === undefined) return context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    this.#fit(this.#land)
    this.#paintStanding()
    context.drawImage(this.#standing, 0, 0)
    const placed = this.#moving.flatMap((object) => {
      const motion = this.#motions.get(object)
      return motion === undefined ? [] : [{ object, motion, at: Motion.at(motion, now) }]
    })
    const options = { user: this.#user, users: this.#state?.users }
    const phase = this.#isAnimated ? (now / dotTime) % 1 : undefined
    const acting = [...(this.#state?.objects.values() ?? [])]
    const activities = present(
      acting.map((object) => {
        const motion = this.#motions.get(object)
        return RoomPicture.activity(object, { at: motion && Motion.at(motion, now), phase })
      })
    )
    RoomPicture.paint(
      context,
      present(
        placed.map(({ at, object }) => RoomPicture.sprite(object, { ...options, at, angle: at.angle }))
      ),
      this.#scale
    )
    this.#paintBadges(placed)
    RoomPicture.paint(context, [...this.#ramparts, ...activities], this.#scale)
    this.#frameSelected(now)
    const isGoing = activities.length > 0 || placed.some(({ motion }) => Motion.isGoing(motion, now))
    if (this.#isAnimated && isGoing) this.#request()
  }

  /** Paints the badges of controllers' owners, and of creeps of other players. */
  #paintBadges(
    placed: ReadonlyArray<{ readonly object: RoomObject.RoomObject; readonly at: Motion.Place }>
  ): void {
    const controllers = (this.#painted ?? []).filter(RoomObject.is("controller"))
    const all = [...placed, ...controllers.map((object) => ({ object, at: object }))]
    for (const { at, object } of all) {
      if (!RoomObject.isOwned(object) || object.type === "tower") continue
      if (object.type !== "controller" && object.user === this.#user) continue
      const image = this.#badges.of(object.user, this.#state?.users)
      if (image === undefined) continue
      const radius = object.type === "controller" ? 0.3 : 0.2
      const side = 2 * radius * this.#scale
      const [x, y] = [at.x + 0.5 - radius, at.y + 0.5 - radius]
      this.#context.drawImage(image, x * this.#scale, y * this.#scale, side, side)
    }
  }

  #frameSelected(now: number): void {
    const selected = this.#selected
    const object = typeof selected === "string" ? this.#state?.objects.get(selected) : undefined
    const motion = object === undefined ? undefined : this.#motions.get(object)
    const place = object === undefined ? undefined : RoomObject.position(object)
    const at =
      motion === undefined ? (typeof selected === "object" ? selected : place) : Motion.at(motion, now)
    if (at === undefined) return
    this.#context.strokeStyle = "#f3f6fa"
    this.#context.lineWidth = Math.max(1, this.#scale / 8)
    this.#context.strokeRect(at.x * this.#scale, at.y * this.#scale, this.#scale, this.#scale)
  }
}
