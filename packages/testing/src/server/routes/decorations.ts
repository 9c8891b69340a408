/**
 * Decorations of official servers. No rejections were reported: the texts are those of other endpoints.
 */
import * as Decorations from "@screeps-effect/api/Decorations"
import type { Decoration } from "@screeps-effect/schema/Decoration"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { spend, type User } from "../../world/state/accounts.ts"
import {
  convertationCost,
  type OwnedDecoration,
  pixelizationCost,
  themedCost
} from "../../world/state/decorations.ts"
import { ok, refuse } from "./words.ts"

/** @internal */
export const decorations = ({ signedIn, shard }: RouteContext): ReadonlyArray<Route> => {
  const all = shard.decorations
  /** Returns the decorations with these ids if the user owns all of them. */
  const named = (user: User, ids: ReadonlyArray<string>): ReadonlyArray<OwnedDecoration> | undefined => {
    const found = ids.flatMap((id) => all.owned.find(user._id, id) ?? [])
    return found.length === ids.length ? found : undefined
  }
  return [
    route(Decorations.inventory, signedIn, (_, { _id }) => ({ ...ok, list: all.owned.of(_id) })),
    route(Decorations.themes, signedIn, () => ({ ...ok, list: all.themes })),
    route(Decorations.pixelize, signedIn, ({ count, theme = "" }, user, { now }) => {
      const isOffered = ({ enabled, theme: own }: Decoration) =>
        enabled !== false && (theme === "" || own === theme)
      const offered = all.catalogue.filter(isOffered)
      if (offered.length === 0) return refuse("invalid params")
      const cost = count * (theme === "" ? pixelizationCost : themedCost)
      if (!spend(user, "pixel", cost)) return refuse("not enough resources")
      return { ...ok, decorations: all.draw(user._id, offered, count, now) }
    }),
    route(Decorations.convert, signedIn, ({ decorations: ids }, user) => {
      const found = named(user, [...new Set(ids)])
      if (found === undefined || found.some(({ decoration }) => decoration.restricted === true))
        return refuse("invalid params")
      for (const one of found) all.owned.remove(one)
      user.resources["pixel"] = (user.resources["pixel"] ?? 0) + found.length * convertationCost
      return ok
    }),
    route(Decorations.activate, signedIn, ({ _id, active }, user, { now }) => {
      const owned = all.owned.find(user._id, _id)
      if (owned === undefined) return refuse("invalid id")
      const date = new Date(now).toISOString()
      all.owned.update(owned, { active, activatedAt: date, updatedAt: date })
      return ok
    }),
    route(Decorations.deactivate, signedIn, ({ decorations: ids }, user, { now }) => {
      const found = named(user, ids)
      if (found === undefined) return refuse("invalid params")
      const date = new Date(now).toISOString()
      for (const one of found) all.owned.update(one, { active: null, deactivatedAt: date, updatedAt: date })
      return ok
    })
  ]
}
