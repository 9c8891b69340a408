/** A first spawn, free names, flags, construction sites, intents and invaders. */
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as FlagColor from "@screeps-effect/schema/FlagColor"
import * as StructureType from "@screeps-effect/schema/StructureType"
import { keptIntent } from "../../../packages/testing/src/world/rules/intentRules.ts"
import { summonInvader, summonsBarred } from "../../../packages/testing/src/world/rules/invaders.ts"
import {
  placeSpawn,
  maxSites,
  placeSite,
  refusalOf
} from "../../../packages/testing/src/world/rules/building.ts"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { ObjectIntent } from "../../../packages/testing/src/world/state/intents.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { broken, type Endpoint, invalid, notFound, ok } from "./endpoint.ts"
import { type Field, list, number, optional, text, whole } from "./fields.ts"
import { roomAt } from "./game.ts"

const maxName = 100

const isInside = (...square: ReadonlyArray<number>) =>
  square.every((one) => Number.isInteger(one) && one >= 0 && one <= 49)

const isColour = (color: number): color is FlagColor.FlagColor =>
  Object.values(FlagColor.colors).some((one) => one === color)

const spawns = (shard: Shard, user: User) =>
  shard.owned(user).filter((object) => object.type === "spawn" || object["structureType"] === "spawn")

/** Returns the name after the highest number in use. */
const nextSpawn = (shard: Shard, user: User): string => {
  const numbers = spawns(shard, user).map(({ name }) => Number(/^Spawn(\d+)$/.exec(String(name))?.[1] ?? 0))
  return `Spawn${Math.max(0, ...numbers) + 1}`
}

const flagNames = (shard: Shard, { _id }: User) => new Set(shard.flags.of(_id).map(({ name }) => name))

const nextFlag = (taken: ReadonlySet<string>): string => {
  let number = 0
  while (taken.has(`Flag${number}`)) number += 1
  return `Flag${number}`
}

const names = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(Game.genUniqueObjectName, { type: text }, ({ type }, { player }) =>
    player((user) => (type === "spawn" ? ok({ name: nextSpawn(shard, user) }) : notFound()))
  ),
  endpoint(Game.checkUniqueObjectName, { type: text, name: optional(text) }, ({ name, type }, { player }) =>
    player((user) => {
      if (type !== "spawn") return notFound()
      const isTaken = spawns(shard, user).some((spawn) => spawn.type === "spawn" && spawn["name"] === name)
      return isTaken ? refusal("exists") : ok()
    })
  ),
  endpoint(Game.genUniqueFlagName, {}, (_, { player }) =>
    player((user) => ok({ name: nextFlag(flagNames(shard, user)) }))
  ),
  endpoint(Game.checkUniqueFlagName, { name: text }, ({ name }, { player }) =>
    player((user) => (flagNames(shard, user).has(name) ? refusal("name exists") : ok()))
  )
]

const flagColour = whole(1, 10)

const flags = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(
    Flags.create,
    { name: text, color: number, secondaryColor: number, room: text, x: number, y: number },
    ({ color, name, room: place, secondaryColor, x, y }, { player }) =>
      player(({ _id }) => {
        if (!/^[EW]\d+[NS]\d+$/.test(place) || !isInside(x, y)) return broken()
        if (!isColour(color) || !isColour(secondaryColor) || name === "" || name.length > maxName)
          return refusal("Invalid intent")
        // A room that does not exist is accepted.
        const room = roomAt(shard, place)
        if (room !== undefined) shard.flags.set(_id, { room: room.name, name, color, secondaryColor, x, y })
        return ok()
      })
  ),
  endpoint(
    Flags.changeColor,
    { name: text, color: flagColour, secondaryColor: flagColour },
    ({ color, name, secondaryColor }, { player }) =>
      player(({ _id }) => {
        const flag = shard.flags.find(_id, name)
        if (flag !== undefined && isColour(color) && isColour(secondaryColor))
          shard.flags.paint(_id, flag, { color, secondaryColor })
        return ok()
      })
  ),
  endpoint(Flags.remove, { name: text }, ({ name }, { player }) =>
    player(({ _id }) => {
      const flag = shard.flags.find(_id, name)
      if (flag !== undefined) shard.flags.remove(_id, flag.room, name)
      return ok()
    })
  )
]

const construction = (endpoint: Endpoint, shard: Shard): Route =>
  endpoint(
    Construction.create,
    { room: text, x: number, y: number, structureType: text, name: optional(text) },
    ({ name, room: place, structureType, x, y }, { player }) =>
      player((user) => {
        const room = roomAt(shard, place)
        if (room === undefined || !isInside(x, y)) return broken()
        if (!StructureType.isBuildable(structureType)) return invalid()
        if (structureType === "spawn" && (name ?? "") === "") return invalid()
        const wanted = { room, structureType, x, y, ...((name ?? "") === "" ? {} : { name: name ?? "" }) }
        const sites = shard.owned(user).filter(({ type }) => type === "constructionSite")
        if (sites.length >= maxSites || refusalOf(shard, user, wanted) !== undefined) return invalid()
        placeSite(shard, user, wanted)
        // There is no id before the tick: the text is that of a success.
        return refusal("actually, it was fine")
      })
  )

const idOf: Field<string> = (value) =>
  typeof value === "object" && value !== null ? text(Reflect.get(value, "id")) : undefined

/** One intent with an id, or a list of them. */
const intentIds: Field<ReadonlyArray<string>> = (value) => {
  const one = Array.isArray(value) ? undefined : idOf(value)
  return one === undefined ? list(idOf, 1)(value) : [one]
}

/** Queues an intent: construction sites are removed by a name of their own, structures are listed under the room. */
const order = (shard: Shard, { id, name, room, user }: Omit<ObjectIntent, "intent">) => {
  if (name === "destroyStructure") {
    const listed = { user, room, id: "room", name }
    const queued: unknown = shard.intents.queued(listed)
    const all: ReadonlyArray<unknown> = Array.isArray(queued) ? queued : []
    return shard.intents.addObjectIntent({ ...listed, intent: keptIntent(name, [...all, { id }]) })
  }
  const real = name === "removeConstructionSite" ? "remove" : name
  return shard.intents.addObjectIntent({ user, room, id, name: real, intent: keptIntent(real, { id }) })
}

const intents = (endpoint: Endpoint, shard: Shard): Route =>
  endpoint(
    Intents.addObjectIntent,
    { room: text, name: text, intent: intentIds },
    ({ intent: ids, name, room: place }, { player }) =>
      player((user) => {
        const room = roomAt(shard, place)
        if (room === undefined)
          throw new Error(`An intent for the unknown room ${place} ends xxscreeps: send the name of a room.`)
        for (const id of ids) order(shard, { user, room: room.name, id, name })
        return ok()
      })
  )

const sizes: ReadonlySet<string> = new Set(["small", "big"])
const kinds: ReadonlyMap<string, string> = new Map([
  ["healer", "Healer"],
  ["melee", "Melee"],
  ["ranged", "Ranged"]
])

const invaders = (endpoint: Endpoint, shard: Shard): Route =>
  endpoint(
    Invaders.create,
    { room: text, x: number, y: number, size: text, type: text },
    ({ room: place, size, type, x, y }, { player }) =>
      player((user) => {
        const kind = kinds.get(type.toLowerCase())
        if (!sizes.has(size) || kind === undefined) return notFound()
        const room = roomAt(shard, place)
        if (room === undefined || !isInside(x, y)) return broken()
        const isOwner = shard.rooms.controller(room)?.["user"] === user._id
        if (!isOwner || summonsBarred(room, user) !== undefined) return broken()
        summonInvader(shard, room, { user, kind: `${size}${kind}`, boosted: false, x, y })
        return ok()
      })
  )

const spawn = (endpoint: Endpoint, shard: Shard): Route =>
  endpoint(
    Game.placeSpawn,
    { name: text, room: text, x: number, y: number },
    ({ name, room: place, x, y }, { now, player }) =>
      player((user) => {
        const room = roomAt(shard, place)
        if (room === undefined || name.length > maxName) return broken()
        const refused = placeSpawn(shard, [shard], user, { name, room: room.name, x, y }, now)
        return refused === undefined ? ok() : broken()
      })
  )

export const building = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  ...names(endpoint, shard),
  ...flags(endpoint, shard),
  construction(endpoint, shard),
  intents(endpoint, shard),
  invaders(endpoint, shard),
  spawn(endpoint, shard)
]
