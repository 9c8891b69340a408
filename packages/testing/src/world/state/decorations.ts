/** Decorations: the catalogue, its themes, and owned ones. */
import type { Decoration, DecorationInstance, DecorationTheme } from "@screeps-effect/schema/Decoration"
import type { UserId } from "@screeps-effect/schema/UserId"
import { type Ids, Records } from "./ids.ts"

/** A decoration that a user owns. */
export type OwnedDecoration = Pick<typeof DecorationInstance.Type, keyof typeof DecorationInstance.Type>

/** @internal */
export class Decorations {
  readonly themes: Array<typeof DecorationTheme.Type> = []
  /** The decorations that players can get for pixels. */
  readonly catalogue: Array<Decoration> = []
  readonly owned: Records<OwnedDecoration>
  #drawn = 0

  constructor(ids: Ids) {
    this.owned = new Records(ids)
  }

  /** Gives a user a decoration. */
  grant(user: UserId, decoration: Decoration, now: number): OwnedDecoration {
    const date = new Date(now).toISOString()
    const dates = { createdAt: date, updatedAt: date }
    return this.owned.add((_id) => ({ _id, user, active: null, decoration, ...dates }))
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
}

/** Pixels that a decoration costs, also the refund for one (reported). @internal */
export const pixelizationCost = 500
/** Pixels that a decoration of a chosen theme costs. @internal */
export const themedCost = 2000
/** @internal */
export const convertationCost = 400
