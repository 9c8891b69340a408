/** Badges of users as images. */
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as BadgeSvg from "../BadgeSvg.ts"

/** Users may come from a hostile server; further ones have no badge. */
const most = 200

/** The badges of users, each rendered once. */
export class Badges {
  readonly #images = new Map<UserId, HTMLImageElement>()
  readonly #onLoad: () => void

  /** `onLoad` is called when a badge can be drawn. */
  constructor(onLoad: () => void) {
    this.#onLoad = onLoad
  }

  /** Returns the badge of a user; `undefined` without one, and until it is loaded. */
  of(id: UserId, users: ReadonlyMap<UserId, UserBrief> | undefined): HTMLImageElement | undefined {
    const known = this.#images.get(id)
    if (known !== undefined) return known.complete && known.naturalWidth > 0 ? known : undefined
    const badge = users?.get(id)?.badge
    if (badge === undefined || badge === null || this.#images.size >= most) return undefined
    const image = new Image()
    image.addEventListener("load", this.#onLoad)
    image.src = `data:image/svg+xml,${encodeURIComponent(BadgeSvg.render(badge, { size: 64 }))}`
    this.#images.set(id, image)
    return undefined
  }
}
