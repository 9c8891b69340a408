/** Players: their status and start room, their profile, and their console. */
import * as User from "@screeps-effect/api/User"
import * as Npc from "@screeps-effect/schema/Npc"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { statusOf } from "../status.ts"
import { open, route, type Route } from "../router.ts"
import { badgeOf, nameOf, type User as Player } from "../../world/state/accounts.ts"
import { respawn } from "../../world/rules/settling.ts"
import type { World } from "../../world/state/world.ts"
import { fault, ok, refuse } from "./words.ts"

/** Returns the shards that count for a user's status; private servers have one. */
export const shardsOf = ({ dialect, world }: RouteContext): ReadonlyArray<World> =>
  dialect.kind === "official" ? world.shards : [world]

/** Returns a room that the user owns. */
const ownRoom = (world: World, user: Player): string | undefined =>
  world.owned(user).find(({ type }) => type === "controller")?.room

/** Returns the room where the user's map opens: an own room, if there is one. */
const startRoom = (context: RouteContext, user: Player, shard: string | undefined): string | undefined => {
  if (context.dialect.kind === "private") return ownRoom(context.world, user) ?? "W5N5"
  if (shard !== undefined) return ownRoom(context.world, user)
  for (const one of context.world.shards) {
    const room = ownRoom(one, user)
    if (room !== undefined) return `${one.shard}/${room}`
  }
  return undefined
}

/** Returns an account's public data; the Steam account unless it is hidden. */
const found = (user: Player) => ({
  _id: user._id,
  ...nameOf(user),
  ...badgeOf(user),
  gcl: user.gcl,
  ...(user.power === 0 ? {} : { power: user.power }),
  ...(user.steam.id === undefined || user.steam.steamProfileLinkHidden === 1
    ? {}
    : { steam: { id: user.steam.id } })
})

const Line = Schema.Struct({ expression: Schema.optional(Schema.Unknown) })

const Sought = Schema.Struct({
  username: Schema.optional(Schema.String),
  id: Schema.optional(Schema.String)
})

/** Finds a user by id, else by name. Private servers also find NPCs, and any user when neither is given. */
const find = ({ dialect, world }: RouteContext, sought: typeof Sought.Type) => {
  const { accounts } = world
  // Servers treat an empty text like an absent one.
  const [id, username] = [sought.id || undefined, sought.username || undefined]
  const isOfficial = dialect.kind === "official"
  if (id === undefined && username === undefined) {
    return isOfficial ? undefined : { ...Npc.invader, gcl: 0 }
  }
  const user = id === undefined ? accounts.byNameIgnoringCase(username ?? "") : accounts.byId(id)
  if (user !== undefined) return found(user)
  const npc = Npc.all.find((one) => (id === undefined ? one.username === username : one._id === id))
  return npc === undefined || isOfficial ? undefined : { ...npc, gcl: 0 }
}

/** @internal */
export const user = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, world } = context
  return [
    route(User.worldStatus, signedIn, (_, user) =>
      Effect.succeed({ ...ok, status: statusOf(shardsOf(context), user) })
    ),
    route(User.worldStartRoom, signedIn, ({ shard }, user) => {
      const room = startRoom(context, user, shard)
      return Effect.succeed({ ...ok, room: room === undefined ? [] : [room] })
    }),
    route({ ...User.console, input: Line }, signedIn, ({ expression }, user) => {
      if (expression === undefined) return refuse(fault)
      const sent = JSON.stringify(expression)
      if (sent.length > 1024) return refuse("expression size is too large")
      const line = typeof expression === "string" ? expression : sent
      user.lines.push(line)
      world.memoryOf(user).lines.push(line)
      return Effect.succeed(dialect.inserted(world.ids.object()))
    }),
    route(User.respawn, signedIn, (_, user, { now }) => {
      if (statusOf(shardsOf(context), user) === "empty") return refuse("invalid status")
      if (dialect.kind === "official") {
        user.lastRespawnDate = now
        user.prohibitedRoom = startRoom(context, user, undefined)
      }
      for (const shard of shardsOf(context)) respawn(shard, user)
      return Effect.succeed(dialect.updated(1))
    }),
    route(User.respawnProhibitedRooms, signedIn, (_, { prohibitedRoom }) =>
      Effect.succeed({ ...ok, rooms: prohibitedRoom === undefined ? [] : [prohibitedRoom] })
    ),
    route({ ...User.find, input: Sought }, open, (sought) => {
      const one = find(context, sought)
      if (one !== undefined) return Effect.succeed({ ...ok, user: one })
      return refuse(
        dialect.kind === "official"
          ? "user not found"
          : "TypeError: Cannot read properties of null (reading 'steam')"
      )
    }),
    route(User.name, signedIn, (_, { username }) => Effect.succeed({ ...ok, username }))
  ]
}
