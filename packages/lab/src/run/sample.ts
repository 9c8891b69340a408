/** Makes samples of what was observed on the server; pure. */
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { Tick } from "@screeps-effect/schema/Tick"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Option from "effect/Option"
import type { BotSample, Kill, Sample } from "../Sample.ts"
import type { Observed } from "./commands.ts"
import type { Codes } from "./code.ts"
import type { World } from "./world.ts"

/** Parses Memory when it is read for the first time. */
const lazyMemory = (text: string | null) => {
  let parsed: { readonly value: unknown } | undefined
  return () => {
    parsed ??= {
      value: text === null ? undefined : Option.getOrUndefined(Option.liftThrowable(JSON.parse)(text))
    }
    return parsed.value
  }
}

const decoders = {
  log: ConsoleText.decodeLog,
  result: ConsoleText.decodeResult,
  error: ConsoleText.decodeError
}

/** Returns the owners of creeps that were killed, and of what attacked them. */
const killsOf = (killed: Observed["killed"], before: Sample | undefined): ReadonlyArray<Kill> => {
  const objects = [...(before?.rooms.values() ?? [])]
  const ownerOf = (id: ObjectId): UserId | undefined => {
    const object = objects.map((room) => room.objects.get(id)).find((found) => found !== undefined)
    return object !== undefined && RoomObject.isOwned(object) ? object.user : undefined
  }
  return killed.flatMap(({ by, id }) => {
    // A log of an earlier tick names creeps that were gone before.
    const victim = ownerOf(id)
    const killers = by.flatMap((attacker) => ownerOf(attacker) ?? []).filter((user) => user !== victim)
    return victim === undefined || killers.length === 0 ? [] : [{ victim, killers: [...new Set(killers)] }]
  })
}

/** Makes the sample of a tick; `before` is the one of the tick before. */
export const make = (
  tick: number,
  gameTime: Tick,
  observed: Observed,
  world: World,
  codes: Codes,
  before: Sample | undefined
): Sample => {
  const users = new Map(
    [...world.users].map(([username, _id]): [UserId, UserBrief] => [_id, { _id, username }])
  )
  const rooms = new Map<RoomName.RoomName, RoomState.RoomState>()
  for (const [room, list] of Object.entries(observed.objects)) {
    if (!RoomName.is(room)) continue
    const objects = list.flatMap((object): ReadonlyArray<[ObjectId, RoomObject.RoomObject]> => {
      const id = RoomObject.id(object)
      return id === undefined ? [] : [[id, object]]
    })
    rooms.set(room, { ...RoomState.empty, room, tick: gameTime, objects: new Map(objects), users })
  }
  const bots = new Map<string, BotSample>()
  for (const [name, user] of world.users) {
    const one = observed.users[user]
    const { mapText } = codes.get(name) ?? {}
    if (one === undefined || mapText === undefined) continue
    const memory = lazyMemory(one.memory)
    bots.set(name, {
      user,
      cpu: one.cpu ?? undefined,
      bucket: one.bucket,
      get memory() {
        return memory()
      },
      orders: one.orders,
      console: one.lines.map(([kind, text]) => ({ kind, text: mapText(decoders[kind](text)) })),
      dropped: one.dropped
    })
  }
  return { tick, gameTime, rooms, bots, kills: killsOf(observed.killed, before) }
}
