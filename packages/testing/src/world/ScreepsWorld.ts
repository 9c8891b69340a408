/**
 * An in-memory world that tests script: rooms generated from a seed, users, a market, and a clock that advances on
 * demand.
 */
import * as Millis from "@screeps-effect/schema/Millis"
import type * as RoomName from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import { echo, type Evaluate } from "./state/script.ts"
import { advance } from "./rules/tick.ts"
import { make as makeWorld, type Shard } from "./state/shard.ts"
import * as RoomsOf from "./Rooms.ts"
import * as TablesOf from "./Tables.ts"
import * as UsersOf from "./Users.ts"

export type { Account, MessageCopy, TokenScope, UserChange, Users, UserState } from "./Users.ts"
export { evaluate } from "./state/script.ts"
export type { Evaluate, Outcome, Run } from "./state/script.ts"
export type { Chunk, NewObject, ObjectDocument, RoomChange, Rooms } from "./Rooms.ts"
export type { NewCharge, NewOrder, NewScore, NewStatistic, OrderState, Tables } from "./Tables.ts"

/** Options of a new world. */
export interface Options {
  /** The seed of terrain and natural objects: the same seed generates the same world. */
  readonly seed?: string | undefined
  /** The rooms of each shard; the 121 rooms `W0N0` to `W10N10` by default. */
  readonly rooms?: ReadonlyArray<RoomName.RoomName> | undefined
  /** The names of the shards; `shard0` alone by default. A private server has only the first and does not name it. */
  readonly shards?: readonly [ShardName, ...ReadonlyArray<ShardName>] | undefined
  /** Accounts that exist from the start; none by default. */
  readonly accounts?: ReadonlyArray<UsersOf.Account> | undefined
  /** The first tick; 1 by default. */
  readonly tick?: number | undefined
  /** Ticks per chunk of room history; 20 by default, as on private servers. */
  readonly historyChunkSize?: number | undefined
  /** The server password, required in every request without a valid token; no password by default. */
  readonly serverPassword?: string | undefined
  /**
   * Runs a player's script for one tick. By default each console line is its own result: the world runs no
   * JavaScript, and this function does what a script would do (return results, change Memory, draw). `Console.run`
   * and `runAs` wrap their code in a line of their own and need a function that runs JavaScript, such as
   * `ScreepsWorld.evaluate`, which runs it in this process: only for code that you trust.
   */
  readonly evaluate?: Evaluate | undefined
}

/** An in-memory world; servers that receive the same value share it. */
export interface ScreepsWorld {
  /**
   * Advances every shard by one tick and returns the new tick of the first: scripts run, queued writes and intents take
   * effect, objects age, decay and regenerate, work is completed, history is recorded, sockets send their frames.
   */
  readonly tick: Effect.Effect<Tick.Tick>
  /** The current tick. */
  readonly time: Effect.Effect<Tick.Tick>
  /** Accounts with their code, Memory, segments and messages. */
  readonly users: UsersOf.Users
  /** Rooms with their objects, flags and history. */
  readonly rooms: RoomsOf.Rooms
  /** The market, decorations, leaderboards, seasons and servers. */
  readonly tables: TablesOf.Tables
  /** @internal */
  readonly first: Shard
}

const square = (from: number, to: number): ReadonlyArray<RoomName.RoomName> => {
  const range = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return range.flatMap((column) => range.map((row): RoomName.RoomName => `W${column}N${row}`))
}

/** Creates a world; the same options create the same world. */
export const make = (options: Options = {}): ScreepsWorld => {
  const first = makeWorld({
    seed: options.seed ?? "screeps",
    rooms: options.rooms ?? square(0, 10),
    shards: options.shards ?? ["shard0"],
    tick: options.tick ?? 1,
    chunkSize: options.historyChunkSize ?? 20,
    serverPassword: options.serverPassword,
    evaluate: options.evaluate ?? echo
  })
  for (const account of options.accounts ?? []) first.accounts.register(account)
  const users = UsersOf.make(first)
  return {
    tick: Effect.map(Millis.now, (now) => {
      for (const shard of first.shards) advance(shard, now)
      return Tick.make(first.time)
    }),
    time: Effect.sync(() => Tick.make(first.time)),
    users,
    rooms: RoomsOf.make(first),
    tables: TablesOf.make(first),
    first
  }
}
