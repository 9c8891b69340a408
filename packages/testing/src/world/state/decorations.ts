/** Decorations: the catalogue, its themes, and owned ones. */
import type { Decoration, DecorationInstance, DecorationTheme } from "@screeps-effect/schema/Decoration"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Ids } from "./ids.ts"

/** A decoration that a user owns. */
export type OwnedDecoration = Pick<typeof DecorationInstance.Type, keyof typeof DecorationInstance.Type>

/** @internal */
export class Decorations {
  readonly #ids: Ids
  readonly themes: Array<typeof DecorationTheme.Type> = []
  /** The decorations that players can get for pixels. */
  readonly catalogue: Array<Decoration> = []
  #drawn = 0
  readonly #owned = new Map<ObjectId, OwnedDecoration>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** Gives a user a decoration. */
  grant(user: UserId, decoration: Decoration, now: number): OwnedDecoration {
    const date = new Date(now).toISOString()
    const owned: OwnedDecoration = {
      _id: this.#ids.object(),
      user,
      active: null,
      decoration,
      createdAt: date,
      updatedAt: date
    }
    this.#owned.set(owned._id, owned)
    return owned
  }

  /** Gives a user so many decorations of the catalogue, in order. */
  draw(
    user: UserId,
    offered: ReadonlyArray<Decoration>,
    count: number,
    now: number
  ): ReadonlyArray<OwnedDecoration> {
    return Array.from({ length: count }).flatMap(() => {
      const next = offered[this.#drawn % offered.length]
      this.#drawn += 1
      return next === undefined ? [] : [this.grant(user, next, now)]
    })
  }

  /** All owned decorations, oldest first. */
  get all(): Iterable<OwnedDecoration> {
    return this.#owned.values()
  }

  of(user: UserId): ReadonlyArray<OwnedDecoration> {
    return [...this.#owned.values()].filter((one) => one.user === user)
  }

  find(user: UserId, id: string): OwnedDecoration | undefined {
    return this.of(user).find(({ _id }) => _id === id)
  }

  update(owned: OwnedDecoration, fields: Partial<Omit<OwnedDecoration, "_id">>): OwnedDecoration {
    const next = { ...owned, ...fields }
    this.#owned.set(owned._id, next)
    return next
  }

  remove({ _id }: OwnedDecoration) {
    this.#owned.delete(_id)
  }
}

/** Pixels that a decoration costs, also the refund for one (reported). @internal */
export const pixelizationCost = 500
/** Pixels that a decoration of a chosen theme costs. @internal */
export const themedCost = 2000
/** @internal */
export const convertationCost = 400
