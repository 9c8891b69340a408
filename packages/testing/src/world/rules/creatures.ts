/** Spawning and death of creeps. */
import { CreepActionLog } from "@screeps-effect/schema/ActionLog"
import * as BodyPartType from "@screeps-effect/schema/BodyPartType"
import * as Direction from "@screeps-effect/schema/Direction"
import * as Equal from "effect/Equal"
import * as Record from "effect/Record"
import { field, numberOf, storeOf, textOf } from "../state/fields.ts"
import { isInner, ofType, type Room, type Rooms, type StoredObject } from "../state/rooms.ts"

const energyOf = (object: StoredObject) => numberOf(field(object, "store"), "energy")

/** Lists the spawns and extensions of a room's owner, spawns first. */
const energyStructures = (room: Room, user: unknown): ReadonlyArray<StoredObject> =>
  [...ofType(room, "spawn"), ...ofType(room, "extension")].filter((object) => object["user"] === user)

/** Returns the energy available for a creep in a room. @internal */
export const energyAvailable = (room: Room, user: unknown): number =>
  energyStructures(room, user).reduce((sum, object) => sum + energyOf(object), 0)

/** Starts spawning a creep, or returns the reason why it cannot. @internal */
export const beginSpawning = (
  rooms: Rooms,
  spawn: StoredObject,
  wanted: { readonly name: string; readonly body: ReadonlyArray<BodyPartType.Known> },
  time: number
): string | undefined => {
  const room = rooms.roomOf(spawn)
  const { body, name } = wanted
  const user = spawn["user"]
  if (room === undefined || spawn.type !== "spawn") return "no spawn"
  if ((spawn["spawning"] ?? null) !== null) return "busy"
  if (body.length === 0 || body.length > BodyPartType.maxParts || name === "") return "invalid args"
  if (typeof user === "string") {
    for (const object of rooms.owned(user))
      if (object.type === "creep" && object["name"] === name) return "name exists"
  }
  let cost = BodyPartType.bodyCost(body)
  if (energyAvailable(room, user) < cost) return "not enough energy"
  for (const structure of energyStructures(room, user)) {
    const taken = Math.min(cost, energyOf(structure))
    cost -= taken
    if (taken > 0) {
      rooms.update(structure, { store: { ...storeOf(structure), energy: energyOf(structure) - taken } })
    }
  }
  const needTime = body.length * 3
  rooms.update(spawn, { spawning: { name, needTime, spawnTime: time + needTime } })
  rooms.put(room, {
    type: "creep",
    name,
    x: spawn.x,
    y: spawn.y,
    body: body.map((type) => ({ type, hits: 100 })),
    store: {},
    storeCapacity: body.filter((part) => part === "carry").length * 50,
    user,
    hits: body.length * 100,
    hitsMax: body.length * 100,
    spawning: true,
    fatigue: 0,
    notifyWhenAttacked: true
  })
  return undefined
}

/** The action log of a creep that does nothing. */
const nothingDone = Record.map(CreepActionLog.fields, () => null)

/** Empties the action logs of a room's creeps, before they act. @internal */
export const clearActions = (rooms: Rooms, room: Room) => {
  for (const object of Array.from(room.objects.values())) {
    if (object.type !== "creep" || object["spawning"] === true) continue
    if (!Equal.equals(object["actionLog"], nothingDone)) rooms.update(object, { actionLog: nothingDone })
  }
}

/** Adds actions of this tick to a creep's log. @internal */
export const act = (rooms: Rooms, creep: StoredObject, actions: Readonly<Record<string, unknown>>) =>
  rooms.update(creep, {
    actionLog: { ...nothingDone, ...(creep["actionLog"] as object | null | undefined), ...actions }
  })

/** Returns the number of a creep's parts of a type that have hits. @internal */
export const partsOf = (creep: StoredObject, type: string): number => {
  const body: ReadonlyArray<unknown> = Array.isArray(creep["body"]) ? creep["body"] : []
  return body.filter((part) => textOf(part, "type") === type && numberOf(part, "hits") > 0).length
}

/** The steps to the eight squares around one, clockwise from the top. */
const steps = Object.values(Direction.directions).map(Direction.offset)

const blocks = new Set(["road", "container", "rampart", "energy", "tombstone", "ruin", "constructionSite"])

const isFree = (rooms: Rooms, room: Room, x: number, y: number): boolean =>
  isInner(x, y) && room.terrain.isWalkable(x, y) && rooms.on(room, x, y).every(({ type }) => blocks.has(type))

/** Moves a finished creep out of its spawn; it waits while no square around is free. @internal */
export const finishSpawning = (rooms: Rooms, room: Room, spawn: StoredObject, name: string, time: number) => {
  const creep = ofType(room, "creep").find(
    (object) => object["name"] === name && object["user"] === spawn["user"]
  )
  const exit = steps.find(({ dx, dy }) => isFree(rooms, room, spawn.x + dx, spawn.y + dy))
  if (creep !== undefined && exit === undefined) return
  rooms.update(spawn, { spawning: null })
  if (creep === undefined || exit === undefined) return
  const parts = creep["body"] as ReadonlyArray<{ readonly type: string }>
  const life = parts.some(({ type }) => type === "claim") ? 600 : 1500
  const [x, y] = [spawn.x + exit.dx, spawn.y + exit.dy]
  rooms.update(creep, { x, y, spawning: false, ageTime: time + life })
}

/** Returns the energy left of a body when its creep dies with so many ticks to live. */
const remains = (body: ReadonlyArray<string>, ticksToLive: number) => {
  const rate = (0.2 * ticksToLive) / (body.includes("claim") ? 600 : 1500)
  const cost = (part: string) => (BodyPartType.isKnown(part) ? BodyPartType.cost(part) : 0)
  return Math.floor(body.reduce((sum, part) => sum + Math.min(125, cost(part) * rate), 0))
}

/** Removes a dead creep and leaves its tombstone. @internal */
export const die = (rooms: Rooms, creep: StoredObject, time: number) => {
  const room = rooms.roomOf(creep)
  if (room === undefined) return
  rooms.remove(creep)
  const parts = (creep["body"] as ReadonlyArray<{ readonly type: string }> | undefined) ?? []
  const body = parts.map(({ type }) => type)
  const age = creep["ageTime"]
  const ticksToLive = typeof age === "number" ? age - time : null
  // Summoned invaders and those of strongholds leave no tombstone.
  const leaves = creep["userSummoned"] === undefined && creep["strongholdId"] === undefined
  const energy = leaves ? remains(body, ticksToLive ?? 0) + energyOf(creep) : 0
  rooms.put(room, {
    type: "tombstone",
    x: creep.x,
    y: creep.y,
    user: creep["user"],
    deathTime: time,
    decayTime: time + Math.max(body.length * 5, 5),
    creepId: creep._id,
    creepName: creep["name"],
    creepTicksToLive: ticksToLive,
    creepBody: body,
    store: leaves ? { ...storeOf(creep), ...(energy > 0 ? { energy } : {}) } : {}
  })
}
