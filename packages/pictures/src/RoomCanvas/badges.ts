/** Badges of users as images. */
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as BadgeSvg from "../BadgeSvg.ts"

/** Users may come from a hostile server; further ones have no badge. */
const most = 200

/** Width and height of an image. */
const side = 64

/** The badges of users, each rendered once. */
export class Badges {
  readonly #images = new Map<UserId, HTMLCanvasElement | undefined>()
  readonly #onLoad: () => void

  /** `onLoad` is called when a badge can be drawn. */
  constructor(onLoad: () => void) {
    this.#onLoad = onLoad
  }

  /** Returns the badge of a user; `undefined` without one, and until it is loaded. */
  of(id: UserId, users: ReadonlyMap<UserId, UserBrief> | undefined): HTMLCanvasElement | undefined {
    if (this.#images.has(id)) return this.#images.get(id)
    const badge = users?.get(id)?.badge
    if (badge === undefined || badge === null || this.#images.size >= most) return undefined
    const image = new Image()
    image.addEventListener("load", () => {
      // Browsers draw an SVG image from its source in each frame; pixels they copy.
      const pixels = document.createElement("canvas")
      pixels.width = pixels.height = side
      pixels.getContext("2d")?.drawImage(image, 0, 0, side, side)
      this.#images.set(id, pixels)
      this.#onLoad()
    })
    image.src = `data:image/svg+xml,${encodeURIComponent(BadgeSvg.render(badge, { size: side }))}`
    this.#images.set(id, undefined)
    return undefined
  }
}
