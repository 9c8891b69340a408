/** Players: their status, start room and profile, and their console. */
import * as Account from "@screeps-effect/api/User"
import * as Npc from "@screeps-effect/schema/Npc"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { respawn } from "../../../packages/testing/src/world/rules/building.ts"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { statusOf } from "../../../packages/testing/src/server/routes/user.ts"
import { type Endpoint, notFound, ok, userNamed } from "./endpoint.ts"
import { optional, text } from "./fields.ts"
import { ownRooms } from "./statistics.ts"

/** The room in the middle of the usual world. */
const centre = "W5N5"

/** The rooms that users last watched. */
export const viewedRooms = new WeakMap<User, RoomName>()

const profile = ({ _id, badge, gcl, power, username }: User) => ({
  gcl,
  power,
  _id,
  username,
  ...(badge === undefined ? {} : { badge })
})

const find = (shard: Shard, username: string): object | undefined => {
  const user = userNamed(shard, username)
  if (user !== undefined) return profile(user)
  const npc = Npc.all.find((one) => one.username === username)
  return npc === undefined ? undefined : { gcl: 0, power: 0, ...npc }
}

export const users = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(Account.worldStatus, {}, (_, { player }) =>
    player(
      (user) => ok({ status: statusOf([shard], user) }),
      () => ok({ status: "normal" })
    )
  ),
  endpoint(Account.worldStartRoom, {}, (_, { player }) =>
    player(
      (user) => ok({ room: [viewedRooms.get(user) ?? centre] }),
      () => ok({ room: [centre] })
    )
  ),
  endpoint(Account.console, { expression: text }, ({ expression }, { player }) =>
    player((user) => {
      user.lines.push(expression)
      shard.memoryOf(user).queue.push(expression)
      return ok()
    })
  ),
  endpoint(Account.respawnProhibitedRooms, {}, () => ok({ rooms: [] })),
  endpoint(Account.respawn, {}, (_, { player }) =>
    player((user) => {
      if (shard.owned(user).length === 0) return refusal("invalid status")
      respawn(shard, user)
      return ok()
    })
  ),
  endpoint(Account.find, { username: text }, ({ username }) => {
    const user = find(shard, username)
    return user === undefined ? notFound() : ok({ user })
  }),
  endpoint(Account.rooms, { id: text }, ({ id }) =>
    // No reserved room was ever in the list.
    ok({ shards: { [shard.name]: ownRooms(shard, id) }, reservations: { [shard.name]: [] } })
  ),
  // The market is only for scripts.
  endpoint(Account.moneyHistory, { page: optional(text) }, ({ page }) =>
    ok({ page: Number(page) || 0, list: [], hasMore: false })
  )
]
