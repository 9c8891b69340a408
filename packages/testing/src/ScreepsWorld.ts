/**
 * A small world in memory: rooms made of a seed, accounts, a clock that stands still until told.
 *
 * @since 0.1.0
 */
import type { Badge } from "@screeps-effect/schema/Badge"
import type * as RoomName from "@screeps-effect/schema/RoomName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import { World } from "./internal/world.ts"

/**
 * An account that exists from the beginning.
 *
 * @category models
 * @since 0.1.0
 */
export interface Account {
  readonly username: string
  /** In clear: nothing here is secret. */
  readonly password: string
  readonly email?: string | undefined
  readonly badge?: Badge | undefined
}

/**
 * How a world begins.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Terrain and natural objects follow from it: the same seed makes the same world. */
  readonly seed?: string | undefined
  /** The rooms that exist; the 121 rooms `W0N0` to `W10N10` when not told. */
  readonly rooms?: ReadonlyArray<RoomName.RoomName> | undefined
  readonly accounts?: ReadonlyArray<Account> | undefined
  /** The tick at which the world begins; 1 when not told. */
  readonly tick?: number | undefined
  /** Ticks per chunk of room history; 20 when not told, as on private servers. */
  readonly historyChunkSize?: number | undefined
  /** The server's own password, which every request without a valid token must bring. */
  readonly serverPassword?: string | undefined
}

/**
 * A world in memory, shared by everybody who is given the same value.
 *
 * @category models
 * @since 0.1.0
 */
export interface ScreepsWorld {
  /** Lets one tick pass and gives the new one: waiting writes to Memory take effect, history is recorded. */
  readonly tick: Effect.Effect<Tick.Tick>
  /** The tick it is. */
  readonly time: Effect.Effect<Tick.Tick>
  /** Console lines accepted from a user, oldest first. Nothing runs them: this world has no players' code. */
  readonly consoleLines: (username: string) => Effect.Effect<ReadonlyArray<string>>
  /** @internal */
  readonly world: World
}

const square = (from: number, to: number): ReadonlyArray<RoomName.RoomName> => {
  const range = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return range.flatMap((column) => range.map((row): RoomName.RoomName => `W${column}N${row}`))
}

/**
 * Makes a world; the same options make the same world.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): ScreepsWorld => {
  const world = new World({
    seed: options.seed ?? "screeps",
    rooms: options.rooms ?? square(0, 10),
    tick: options.tick ?? 1,
    chunkSize: options.historyChunkSize ?? 20,
    serverPassword: options.serverPassword
  })
  for (const account of options.accounts ?? []) world.register(account)
  return {
    tick: Effect.sync(() => {
      world.advance()
      return Tick.make(world.time)
    }),
    time: Effect.sync(() => Tick.make(world.time)),
    consoleLines: (username) => Effect.sync(() => [...(world.users.get(username)?.lines ?? [])]),
    world
  }
}
