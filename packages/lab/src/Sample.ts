/** The state of a run after one tick. */
import type { ConsoleLine } from "@screeps-effect/schema/ConsoleEvent"
import type { OwnOrder } from "@screeps-effect/schema/Order"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type { Tick } from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"

/** One bot in one tick. */
export interface BotSample {
  /** Identifier of the bot's account, which its objects carry. */
  readonly user: UserId
  /** CPU that its script used, in milliseconds; `undefined` if it did not run or was stopped. */
  readonly cpu: number | undefined
  /** CPU in the bucket, in milliseconds. */
  readonly bucket: number
  /** Memory after the tick; `undefined` if it is not JSON, or if no milestone reads it. */
  readonly memory: unknown
  /** Its market orders, active or not; none if no milestone reads them. */
  readonly orders: ReadonlyArray<OwnOrder>
  /** What the script wrote to the console in this tick, and its errors, in their order. */
  readonly console: ReadonlyArray<ConsoleLine>
  /** How many lines of this tick are missing in `console`, because there were too many. */
  readonly dropped: number
}

/** A creep that was killed. */
export interface Kill {
  /** Its owner. */
  readonly victim: UserId
  /** The owners of what attacked it in that tick. */
  readonly killers: ReadonlyArray<UserId>
}

/** The state after one tick. */
export interface Sample {
  /** Number of the tick in the run, from 1. */
  readonly tick: number
  /** The server's tick, which scripts see as `Game.time` in the next one. */
  readonly gameTime: Tick
  /** All rooms of the scenario. */
  readonly rooms: ReadonlyMap<RoomName, RoomState>
  /** The bots, by the names that the scenario gives them. */
  readonly bots: ReadonlyMap<string, BotSample>
  /** The creeps that were killed in this tick; only in duels. */
  readonly kills: ReadonlyArray<Kill>
}

/** Returns the objects of a user in all rooms. */
export const objectsOf = ({ rooms }: Sample, user: UserId): ReadonlyArray<RoomObject.RoomObject> =>
  [...rooms.values()].flatMap(({ objects }) =>
    [...objects.values()].filter((object) => RoomObject.isOwned(object) && object.user === user)
  )

/** Numbers of one bot in one tick. */
export interface Summary {
  readonly cpu: number | undefined
  readonly bucket: number
  /** Creeps, without those that are being spawned. */
  readonly creeps: number
  /** Energy in spawns, extensions, containers, storages and terminals that belong to the bot. */
  readonly energy: number
  /** Its controllers. */
  readonly controllers: ReadonlyArray<{
    readonly room: RoomName
    readonly level: number
    readonly progress: number
  }>
}

/** Returns the numbers of one bot. */
export const summary = (sample: Sample, { bucket, cpu, user }: BotSample): Summary => {
  let creeps = 0
  let energy = 0
  const controllers: Array<Summary["controllers"][number]> = []
  for (const [room, { objects }] of sample.rooms) {
    for (const object of objects.values()) {
      if (!RoomObject.isOwned(object) || object.user !== user) continue
      if (object.type === "creep") creeps += object.spawning === true ? 0 : 1
      else if (object.type === "controller")
        controllers.push({ room, level: object.level, progress: object.progress ?? 0 })
      else if (RoomObject.isStructure(object) && RoomObject.hasStore(object))
        energy += object.store["energy"] ?? 0
    }
  }
  return { cpu, bucket, creeps, energy, controllers }
}
