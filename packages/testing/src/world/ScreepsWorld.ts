/**
 * A world in memory that tests script: rooms made of a seed, users, a market, a clock that advances on demand.
 */
import type * as RoomName from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { echo } from "./rules/scripts.ts"
import type { Evaluate } from "./state/script.ts"
import { advance } from "./rules/tick.ts"
import { World } from "./state/world.ts"
import * as RoomsOf from "./Rooms.ts"
import * as TablesOf from "./Tables.ts"
import * as UsersOf from "./Users.ts"

export type { Account, MessageCopy, TokenScope, UserChange, Users, UserState } from "./Users.ts"
export type { Evaluate, Outcome, Run } from "./state/script.ts"
export type { Chunk, NewObject, ObjectDocument, RoomChange, Rooms } from "./Rooms.ts"
export type { NewCharge, NewOrder, NewScore, NewStatistic, OrderState, Tables } from "./Tables.ts"

/** How a world begins. */
export interface Options {
  /** Terrain and natural objects follow from it: the same seed makes the same world. */
  readonly seed?: string | undefined
  /** The rooms that exist in each shard; the 121 rooms `W0N0` to `W10N10` by default. */
  readonly rooms?: ReadonlyArray<RoomName.RoomName> | undefined
  /** The names of the shards, `shard0` alone by default; private servers have only the first and do not name it. */
  readonly shards?: readonly [ShardName, ...ReadonlyArray<ShardName>] | undefined
  readonly accounts?: ReadonlyArray<UsersOf.Account> | undefined
  /** The tick at which the world begins; 1 by default. */
  readonly tick?: number | undefined
  /** Ticks per chunk of room history; 20 by default, as on private servers. */
  readonly historyChunkSize?: number | undefined
  /** The server's own password, which every request without a valid token must bring. */
  readonly serverPassword?: string | undefined
  /**
   * What a run of a player's script does; console lines come back as their own results by default. Nothing here runs
   * code: a function that answers lines, changes Memory and draws stands for it. `Console.run` and `runAs` wrap what
   * they send in a line of their own: only a function that runs JavaScript answers them, such as `Contract.evaluate`.
   */
  readonly evaluate?: Evaluate | undefined
}

/** A world in memory, shared by everybody who is given the same value. */
export interface ScreepsWorld {
  /**
   * Lets one tick pass in every shard and gives the new one of the first: scripts run, waiting writes and intents
   * take effect, things age, decay, regenerate and are finished, history is recorded, sockets send their frames.
   */
  readonly tick: Effect.Effect<Tick.Tick>
  /** The tick it is. */
  readonly time: Effect.Effect<Tick.Tick>
  /** Console lines accepted from a user, oldest first: the same as `users.consoleLines`. */
  readonly consoleLines: (username: string) => Effect.Effect<ReadonlyArray<string>>
  readonly users: UsersOf.Users
  readonly rooms: RoomsOf.Rooms
  /** Market, decorations, leaderboards, seasons, servers. */
  readonly tables: TablesOf.Tables
  /** @internal */
  readonly world: World
}

const square = (from: number, to: number): ReadonlyArray<RoomName.RoomName> => {
  const range = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return range.flatMap((column) => range.map((row): RoomName.RoomName => `W${column}N${row}`))
}

/** Makes a world; the same options make the same world. */
export const make = (options: Options = {}): ScreepsWorld => {
  const world = World.make({
    seed: options.seed ?? "screeps",
    rooms: options.rooms ?? square(0, 10),
    shards: options.shards ?? ["shard0"],
    tick: options.tick ?? 1,
    chunkSize: options.historyChunkSize ?? 20,
    serverPassword: options.serverPassword,
    evaluate: options.evaluate ?? echo
  })
  for (const account of options.accounts ?? []) world.accounts.register(account)
  const users = UsersOf.make(world)
  return {
    tick: Effect.map(Clock.currentTimeMillis, (now) => {
      for (const shard of world.shards) advance(shard, now)
      return Tick.make(world.time)
    }),
    time: Effect.sync(() => Tick.make(world.time)),
    consoleLines: users.consoleLines,
    users,
    rooms: RoomsOf.make(world),
    tables: TablesOf.make(world),
    world
  }
}
