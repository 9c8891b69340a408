/**
 * A small populated world with an account, for examples, first steps and screenshots without a server.
 *
 * **Details**
 *
 * `bob` has a room with buildings, creeps that harvest and upgrade, Memory and a raw segment; a creep of `alice` walks
 * through from time to time; the market has three weeks of history.
 *
 * ```ts
 * import { Market } from "@screeps-effect/api"
 * import { SampleWorld } from "@screeps-effect/testing"
 * import * as Effect from "effect/Effect"
 *
 * Effect.runPromise(Market.orders({ resourceType: "energy" }).pipe(Effect.provide(SampleWorld.layer())))
 * ```
 */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type * as Screeps from "@screeps-effect/socket/Screeps"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { settle, open } from "./colony.ts"
import type { Faults } from "../faults/Faults.ts"
import * as ScreepsWorld from "../world/ScreepsWorld.ts"
import type { Controls } from "../server/controls.ts"
import * as TestServer from "../server/TestServer.ts"

/** The account's name and password; the password is no secret. */
export const account = { username: "bob", password: "secret" } as const

/** The account's room. */
export const room: RoomName = "W7N3"

/** Options of the sample world. */
export interface WorldOptions {
  /** The account's password, for a server that others can reach; that of `account` by default. */
  readonly password?: string | undefined
  /**
   * The result of a run of a player's script; by default it counts ticks in Memory and logs a line every five ticks.
   */
  readonly evaluate?: ScreepsWorld.Options["evaluate"]
}

const evaluate = ({ expressions, memory, time, username }: ScreepsWorld.Run): ScreepsWorld.Outcome => {
  const ticks = typeof memory["ticks"] === "number" ? memory["ticks"] + 1 : 1
  memory["ticks"] = ticks
  return {
    log: time % 5 === 0 ? [`${username} has run for ${ticks} ticks`] : [],
    results: [...expressions],
    cpu: 3 + (time % 7) / 2
  }
}

const code = {
  main: 'const { harvest } = require("harvest")\nmodule.exports.loop = () => Object.values(Game.creeps).forEach(harvest)\n',
  harvest: "exports.harvest = (creep) => creep.harvest(creep.room.find(FIND_SOURCES)[0])\n"
}

/** Creates the world: in each tick, creeps work in `room`. */
export const make = (options: WorldOptions = {}): Effect.Effect<ScreepsWorld.ScreepsWorld> =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({
      tick: 1000,
      accounts: [
        { ...account, password: options.password ?? account.password, modules: code },
        { username: "alice" }
      ],
      evaluate: options.evaluate ?? evaluate
    })
    const resident = yield* world.users.get(account.username)
    const stranger = yield* world.users.get("alice")
    const live = settle(world.first, room, { resident: resident._id, stranger: stranger._id })
    yield* world.users.change(account.username, { gcl: 5_000_000, money: 123_456 })
    yield* world.users.setMemory(account.username, {
      settings: { reserve: 20_000, allies: ["alice"], autoBuild: true },
      ticks: 0
    })
    yield* world.users.setSegment(account.username, 0, JSON.stringify({ plan: "roads first" }))
    yield* world.users.change("alice", { money: 5_000_000 })
    yield* open(world, [account.username, "alice"])
    world.first.routines.push(live)
    return world
  })

/** Options of the sample world, its server and its socket. */
export interface Options extends WorldOptions, TestServer.Options, Screeps.SocketOptions {
  /**
   * A world of `make` that the program keeps, to draw it or to change it; its `password` and `evaluate` were given to `make`.
   * A new world by default.
   */
  readonly world?: ScreepsWorld.ScreepsWorld | undefined
}

/**
 * Provides a server with the sample world and a client that is signed in to its account: HTTP, the socket and rooms, in
 * place of `Screeps.layer`.
 *
 * **Details**
 *
 * It ticks once a second (`tickEvery`). The account signs in with its password or, with the dialect `official`, with an
 * API token; the default shard is then `shard0`. For the server alone pass the world of `make` to `TestServer.layer`.
 */
export const layer = (options: Options = {}): Layer.Layer<Screeps.Services | Controls | Faults> =>
  Layer.unwrap(
    Effect.map(options.world === undefined ? make(options) : Effect.succeed(options.world), (world) =>
      TestServer.layerScreeps(world, {
        tickEvery: "1 second",
        ...options,
        account: account.username,
        shard: "shard0"
      })
    )
  )
