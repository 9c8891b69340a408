/** Free names, a first spawn, construction sites, invaders, and intents, which wait for the next tick. */
import * as Construction from "@screeps-effect/api/Construction"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Invaders from "@screeps-effect/api/Invaders"
import { BuildableInput } from "@screeps-effect/schema/StructureType"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { keptIntent } from "../../world/rules/intentRules.ts"
import { summonInvader, summonsBarred } from "../../world/rules/invaders.ts"
import { placeSpawn, maxSites, placeSite, refusalOf } from "../../world/rules/building.ts"
import type { User } from "../../world/state/accounts.ts"
import { reserver } from "../../world/state/fields.ts"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { anything, created, fault, maybeText, ok, openRoom, refuse, texts, values } from "./words.ts"
import { shardsOf } from "./user.ts"

const Named = Schema.Struct({ name: Schema.String })

/** Returns the names of the user's spawns and of construction sites for spawns. */
const spawnNames = ({ shard }: RouteContext, user: User): ReadonlySet<unknown> =>
  new Set(
    shard
      .owned(user)
      .filter((object) => object.type === "spawn" || object["structureType"] === "spawn")
      .map(({ name }) => name)
  )

const firstFree = (prefix: string, taken: ReadonlySet<unknown>): string => {
  let number = 1
  while (taken.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

/** @internal */
export const names = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const flagNames = (user: User) => new Set(shard.flags.of(user._id).map(({ name }) => name))
  return [
    route(Game.genUniqueObjectName, signedIn, ({ type }, user) => {
      if (type === "spawn") return { ...ok, name: firstFree("Spawn", spawnNames(context, user)) }
      if (dialect.kind === "private" || type !== "flag") return refuse("invalid params")
      return { ...ok, name: firstFree("Flag", flagNames(user)) }
    }),
    route(Game.checkUniqueObjectName, signedIn, ({ name, type }, user) => {
      if (type !== "spawn") return refuse("invalid params")
      return spawnNames(context, user).has(name) ? refuse("name exists") : ok
    }),
    route(Game.genUniqueFlagName, signedIn, (_, user) => ({
      ...ok,
      name: firstFree("Flag", flagNames(user))
    })),
    route({ ...Game.checkUniqueFlagName, input: Named }, signedIn, ({ name }, user) =>
      flagNames(user).has(name) ? refuse("name exists") : ok
    ),
    route(Game.placeSpawn, signedIn, (wanted, user, { now }) => {
      const refused = placeSpawn(shard, shardsOf(context), user, wanted, now)
      return refused === undefined ? { ...ok, newbie: true } : refuse(refused)
    })
  ]
}

/** What servers read: coordinates may be text, a name may be `null`. */
const Site = Schema.Struct({
  room: maybeText,
  x: Schema.Union([Schema.Finite, Schema.String]),
  y: Schema.Union([Schema.Finite, Schema.String]),
  structureType: BuildableInput,
  name: Schema.optional(Schema.NullOr(Schema.String.check(Schema.isMaxLength(50))))
})
const Watched = Schema.Struct({ _id: maybeText, enabled: anything })

const whole = (coordinate: number | string) => Number.parseInt(String(coordinate), 10)

const noOwner = "TypeError: Cannot read properties of null (reading 'user')"

/** @internal */
export const construction = ({ dialect, signedIn, shard }: RouteContext): ReadonlyArray<Route> => [
  route({ ...Construction.create, input: Site }, signedIn, (site, user, { now }) =>
    Effect.gen(function* () {
      const { structureType } = site
      const [x, y] = [whole(site.x), whole(site.y)]
      const name = site.name ?? ""
      if (!(x >= 0 && x <= 49 && y >= 0 && y <= 49)) return yield* refuse("invalid params")
      if (structureType === "spawn" && name === "") return yield* refuse("invalid params")
      const room = yield* openRoom(shard, site.room, now)
      const wanted = { room, structureType, x, y, ...(name === "" ? {} : { name }) }
      const refused = refusalOf(shard, user, wanted)
      if (refused !== undefined) return yield* refuse(refused)
      const sites = shard.owned(user).filter(({ type }) => type === "constructionSite")
      if (sites.length >= maxSites) return yield* refuse("too many")
      return dialect.inserted(placeSite(shard, user, wanted)._id)
    })
  ),
  route(
    { ...Construction.setNotifyWhenAttacked, input: Watched },
    signedIn,
    ({ _id = "", enabled }, { _id: user }) => {
      const object = shard.rooms.object(_id)
      const room = object === undefined ? undefined : shard.rooms.roomOf(object)
      if (object === undefined || room === undefined) return refuse(noOwner)
      const owner = object["user"] ?? ""
      if (owner !== "" && owner !== user) return refuse("not owner")
      const controller = shard.rooms.controller(room)
      if (owner === "" && controller === undefined) return refuse(noOwner)
      if (owner === "" && controller?.["user"] !== user) return refuse("not controller owner")
      shard.rooms.update(object, { notifyWhenAttacked: Boolean(enabled) })
      return dialect.updated(1)
    }
  )
]

const CreateInput = Schema.Struct({
  room: maybeText,
  x: Schema.Finite,
  y: Schema.Finite,
  size: anything,
  type: anything,
  boosted: anything
})

/** @internal */
export const invaders = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, shard, signedIn } = context
  return [
    route(
      { ...Invaders.create, input: CreateInput },
      signedIn,
      ({ boosted, room: name, size, type, x, y }, user, { now }) => {
        const room = shard.rooms.named(name)
        if (room === undefined) return refuse("not owned")
        const barred = summonsBarred(room, user)
        if (barred !== undefined) return refuse(barred)
        const controller = shard.rooms.controller(room)
        if (controller?.["user"] !== user._id && reserver(controller) !== user._id) return refuse("not owned")
        const kind = `${String(size)}${String(type)}`
        const made = summonInvader(shard, room, { user, kind, boosted: Boolean(boosted), x, y })
        return made === undefined ? refuse(fault) : created(context, made, now)
      }
    ),
    route(texts(Invaders.remove, "_id"), signedIn, ({ _id = "" }, { _id: user }) => {
      const found = shard.rooms.object(_id)
      if (found?.["userSummoned"] !== user) return refuse("invalid object")
      shard.rooms.remove(found)
      return dialect.kind === "private" ? ok : dialect.updated(1)
    })
  ]
}

/** @internal */
export const intents = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, shard, signedIn } = context
  return [
    route(
      values(Intents.addObjectIntent, "_id", "room", "name", "intent"),
      signedIn,
      Effect.fnUntraced(function* ({ _id, intent, name, room }, user, { now }) {
        if (dialect.kind === "private" && room === undefined) return yield* refuse("not supported")
        const { name: place } = yield* openRoom(shard, room, now)
        const isSafe = (safeMode: unknown) => typeof safeMode === "number" && safeMode > shard.time
        const controllers = shard.owned(user).filter(({ type }) => type === "controller")
        if (name === "activateSafeMode" && controllers.some(({ safeMode }) => isSafe(safeMode)))
          return yield* refuse("safe mode active already")
        const request = { user, room: place, id: String(_id), name: String(name) }
        // Private servers accept it without effect, like any other name (recorded); official ones are reported to support it.
        if (dialect.kind === "private" && request.name === "remove") return ok
        const isFirst = shard.intents.addObjectIntent({
          ...request,
          intent: keptIntent(request.name, intent)
        })
        if (dialect.kind === "private") return ok
        return dialect.upserted(isFirst ? shard.ids.object() : undefined)
      })
    ),
    route(values(Intents.addGlobalIntent, "name", "intent"), signedIn, ({ intent, name }, user, { now }) => {
      const request = { user, name: String(name), intent: keptIntent(String(name), intent ?? {}) }
      shard.intents.addAccountIntent(request)
      const kept = request.intent === undefined ? {} : { [request.name]: [request.intent] }
      return created(context, { _id: shard.ids.object(), user: user._id, intents: kept }, now)
    })
  ]
}
