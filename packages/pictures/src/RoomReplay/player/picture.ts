/** The room on a canvas. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import type { Xy } from "@screeps-effect/schema/Xy"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as RoomPicture from "../../RoomPicture.ts"
import type { RoomState } from "@screeps-effect/schema/RoomState"

const context = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => {
  const found = canvas.getContext("2d")
  if (found === null) throw new Error("this browser has no 2d canvas")
  return found
}

/** Paints states of a room. */
export class Picture {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #ground = document.createElement("canvas")
  readonly #land: Terrain
  readonly #user: UserId | undefined
  #scale = 0

  constructor(canvas: HTMLCanvasElement, land: Terrain, user: UserId | undefined) {
    this.#canvas = canvas
    this.#context = context(canvas)
    this.#land = land
    this.#user = user
  }

  /** Returns the square under the pointer; `undefined` beside the room. */
  square({ clientX, clientY }: MouseEvent): Xy | undefined {
    const { height, left, top, width } = this.#canvas.getBoundingClientRect()
    const x = Math.floor(((clientX - left) / width) * size)
    const y = Math.floor(((clientY - top) / height) * size)
    return x >= 0 && x < size && y >= 0 && y < size ? { x, y } : undefined
  }

  /** Paints a state; nothing but the ground without one. The selected square has a frame. */
  paint(state: RoomState | undefined, selected: Xy | undefined): void {
    this.#fit()
    this.#context.drawImage(this.#ground, 0, 0)
    if (state !== undefined) {
      // The ground is the first of the sprites.
      const [, ...sprites] = RoomPicture.scene(this.#land, state.objects.values(), { user: this.#user })
      RoomPicture.paint(this.#context, sprites, this.#scale)
    }
    if (selected === undefined) return
    this.#context.strokeStyle = "#f3f6fa"
    this.#context.lineWidth = Math.max(1, this.#scale / 8)
    this.#context.strokeRect(selected.x * this.#scale, selected.y * this.#scale, this.#scale, this.#scale)
  }

  /** Fits the canvas to the page, with whole pixels per square, and paints the ground, which never changes. */
  #fit(): void {
    const scale = Math.max(4, Math.round((this.#canvas.clientWidth * devicePixelRatio) / size))
    if (scale === this.#scale) return
    this.#scale = scale
    for (const canvas of [this.#canvas, this.#ground]) canvas.width = canvas.height = scale * size
    RoomPicture.paint(context(this.#ground), [RoomPicture.terrain(this.#land)], scale)
  }
}

/** Lists the objects on a square, the uppermost first. */
export const objectsOn = (state: RoomState, { x, y }: Xy): ReadonlyArray<RoomObject.RoomObject> =>
  [...state.objects.values()]
    .filter((object) => {
      const at = RoomObject.position(object)
      return at?.x === x && at.y === y
    })
    .toSorted((one, other) => RoomPicture.height(other) - RoomPicture.height(one))
