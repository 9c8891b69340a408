/** Decorations. Their properties are not checked: the world's catalogue does not describe them. */
import * as Decorations from "@screeps-effect/api/Decorations"
import * as Game from "@screeps-effect/api/Game"
import * as ActiveState from "@screeps-effect/schema/ActiveState"
import type { Decoration } from "@screeps-effect/schema/Decoration"
import type { OwnedDecoration } from "../../../packages/testing/src/world/state/decorations.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Endpoint, ok } from "./endpoint.ts"
import { anything, list, record, text } from "./fields.ts"

/** A decoration of the inventory: its owner and its changes are not named. */
const owned = ({ _id, activatedAt, active, createdAt, decoration }: OwnedDecoration) => ({
  _id,
  createdAt,
  ...(activatedAt === undefined ? {} : { activatedAt }),
  active: active ?? null,
  decoration
})

/** Lists the decorations of a room that the map shows. */
export const mapDecorations = (shard: Shard, room: string) =>
  shard.decorations.owned.all.flatMap(({ _id, active, decoration, user }) =>
    active !== null &&
    active !== undefined &&
    ActiveState.room(active) === room &&
    ActiveState.isOnMap(active)
      ? [{ _id, user, active, definition: decoration }]
      : []
  )

/** What the map needs of a decoration. */
export const onMap = ({ type, ...rest }: Decoration): object => {
  const needed = ["graphics", "tiling", "foregroundUrl", "floorForegroundUrl"]
  return { type, ...Object.fromEntries(Object.entries(rest).filter(([name]) => needed.includes(name))) }
}

/** Lists a room's decorations as they are sent, and all decorations of creeps. */
export const roomDecorations = (shard: Shard, room: string): ReadonlyArray<object> =>
  shard.decorations.owned.all.flatMap(({ _id, active, decoration, user }) =>
    (active ?? undefined) !== undefined &&
    (decoration.type === "creep" || ActiveState.room(active ?? {}) === room)
      ? [{ _id, user, active, decoration }]
      : []
  )

const notSignedIn = () => refusal("not authenticated")

export const decorations = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => {
  const all = shard.decorations
  return [
    endpoint(Decorations.themes, {}, () =>
      ok({ list: all.themes.map(({ _id, color, name }) => ({ _id, name, color })) })
    ),
    endpoint(Decorations.inventory, {}, (_, { player }) =>
      player(
        ({ _id }) => ok({ list: all.owned.of(_id).map(owned) }),
        () => ok({ list: [] })
      )
    ),
    endpoint(
      Decorations.activate,
      { _id: text, active: record(anything) },
      ({ _id, active: sent }, { now, player }) =>
        player((user) => {
          const one = all.owned.find(user._id, _id)
          if (one === undefined) return refusal("not owned")
          const fields = Object.entries(sent).map(([name, { value }]) => [name, value] as const)
          const date = new Date(now).toISOString()
          all.owned.update(one, { active: Object.fromEntries(fields), activatedAt: date })
          return ok()
        }, notSignedIn)
    ),
    endpoint(Decorations.deactivate, { decorations: list(text) }, ({ decorations: ids }, { player }) =>
      player(({ _id }) => {
        for (const one of ids.flatMap((id) => all.owned.find(_id, id) ?? []))
          all.owned.update(one, { active: null })
        return ok()
      }, notSignedIn)
    ),
    endpoint(Game.roomDecorations, { room: text }, ({ room }) =>
      ok({ decorations: roomDecorations(shard, room) })
    )
  ]
}
