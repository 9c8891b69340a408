/** Samples of one bot in one room. */
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Tick from "@screeps-effect/schema/Tick"
import * as UserId from "@screeps-effect/schema/UserId"
import type { BotSample, Sample } from "../../src/Sample.ts"

export const user = UserId.make("b07000000000000")
export const other = UserId.make("b07000000000001")

const body = [{ type: "move", hits: 100 }]

const healthy = { x: 1, y: 1, hits: 100, hitsMax: 100 }

export const creep = (name: string, of = user, spawning = false) => {
  const store = { store: {}, storeCapacity: 0 }
  return { ...healthy, ...store, type: "creep", user: of, name, body, fatigue: 0, spawning }
}
export const controller = (level: number, progress: number, of = user) => ({
  type: "controller",
  x: 25,
  y: 12,
  level,
  user: of,
  progress
})
export const spawn = (energy: number, of = user) => {
  const store = { store: { energy }, storeCapacityResource: { energy: 300 } }
  return { ...healthy, ...store, type: "spawn", user: of, name: "Spawn1" }
}

const stateOf = (room: RoomName, tick: number, documents: ReadonlyArray<object>): RoomState.RoomState => ({
  ...RoomState.empty,
  room,
  tick: Tick.make(tick),
  objects: new Map(
    documents.map((document, i) => {
      const _id = ObjectId.make(`0b7${i}`)
      return [_id, RoomObject.classify({ ...document, _id, room })]
    })
  )
})

/** Creates a sample: objects in W1N1, and what is known about the bot "player". */
export const sampleOf = (
  tick: number,
  documents: ReadonlyArray<object>,
  bot: Partial<BotSample> = {},
  more: ReadonlyArray<readonly [name: string, bot: Partial<BotSample>]> = []
): Sample => {
  const base: BotSample = { user, cpu: 1, bucket: 10_000, memory: {}, orders: [], console: [], dropped: 0 }
  return {
    tick,
    gameTime: Tick.make(tick + 1),
    rooms: new Map([["W1N1", stateOf("W1N1", tick + 1, documents)]]),
    bots: new Map([
      ["player", { ...base, ...bot }],
      ...more.map(([name, one]) => [name, { ...base, ...one }] as const)
    ]),
    kills: []
  }
}
