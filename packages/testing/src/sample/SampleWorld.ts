/**
 * A world with something going on, and an account in it: for examples, first steps and pictures without a server.
 *
 * **Details**
 *
 * `bob` has a room with buildings, creeps that harvest and upgrade, Memory and a raw segment; `alice` walks through now
 * and then; the market has some weeks behind it.
 *
 * ```ts
 * import { Market, ScreepsClient } from "@screeps-effect/api"
 * import { SampleWorld } from "@screeps-effect/testing"
 * import { Effect, Layer } from "effect"
 *
 * const layer = ScreepsClient.layer.pipe(Layer.provide(SampleWorld.layer()))
 *
 * Effect.runPromise(Market.orders({ resourceType: "energy" }).pipe(Effect.provide(layer)))
 * ```
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { WebSocketConstructor } from "effect/socket/Socket"
import { settle } from "./colony.ts"
import { open } from "./market.ts"
import * as ScreepsWorld from "../world/ScreepsWorld.ts"
import type { Controls } from "../server/controls.ts"
import * as TestServer from "../server/TestServer.ts"

/** The name and the password of the account; nothing here is secret. */
export const account = { username: "bob", password: "secret" } as const

/** The room that the account holds. */
export const room: RoomName = "W7N3"

/** Options of the sample world. */
export interface WorldOptions {
  /** What a run of a player's script does; by default, it counts ticks in Memory and logs a line now and then. */
  readonly evaluate?: ScreepsWorld.Options["evaluate"]
}

const evaluate = ({ expressions, memory, time, username }: ScreepsWorld.Run): ScreepsWorld.Outcome => {
  const ticks = typeof memory["ticks"] === "number" ? memory["ticks"] + 1 : 1
  memory["ticks"] = ticks
  return {
    log: time % 5 === 0 ? [`${username} has run for ${ticks} ticks`] : [],
    results: expressions,
    cpu: 3 + (time % 7) / 2
  }
}

const code = {
  main: 'const { harvest } = require("harvest")\nmodule.exports.loop = () => Object.values(Game.creeps).forEach(harvest)\n',
  harvest: "exports.harvest = (creep) => creep.harvest(creep.room.find(FIND_SOURCES)[0])\n"
}

/** Makes the world: in each of its ticks, creeps do something in `room`. */
export const make = (options: WorldOptions = {}): Effect.Effect<ScreepsWorld.ScreepsWorld> =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({
      tick: 1000,
      accounts: [{ ...account, modules: code }, { username: "alice" }],
      evaluate: options.evaluate ?? evaluate
    })
    const resident = yield* world.users.get(account.username)
    const stranger = yield* world.users.get("alice")
    const live = settle(world.world, room, { resident: resident._id, stranger: stranger._id })
    yield* world.users.change(account.username, { gcl: 5_000_000, money: 123_456 })
    yield* world.users.setMemory(account.username, {
      settings: { reserve: 20_000, allies: ["alice"], autoBuild: true },
      ticks: 0
    })
    yield* world.users.setSegment(account.username, 0, JSON.stringify({ plan: "roads first" }))
    yield* world.users.change("alice", { money: 5_000_000 })
    yield* open(world, [account.username, "alice"])
    return { ...world, tick: Effect.andThen(Effect.sync(live), world.tick) }
  })

/** How the server of the sample behaves. */
export interface Options extends WorldOptions, TestServer.Options {}

/**
 * Provides a server of the sample, the ways to it, and the account: give it to `ScreepsClient.layer` and
 * `ScreepsSocket.layer` in place of everything that a real server needs.
 *
 * **Details**
 *
 * It ticks once a second (`tickEvery`). The account signs in with its password, or, with the dialect `official`, has an
 * API token; the shard is then `shard0`.
 */
export const layer = (
  options: Options = {}
): Layer.Layer<HttpClient | Server.Server | WebSocketConstructor | Controls | Credentials.Credentials> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const world = yield* make(options)
      const server = TestServer.layer(world, { tickEvery: "1 second", ...options })
      if (options.dialect === "official") {
        const token = yield* world.users.grantToken(account.username)
        const shard = Server.layer(Server.official({ shard: "shard0" }))
        return Layer.mergeAll(server, shard, Credentials.layerToken(token))
      }
      const { password, username } = account
      const who = Credentials.layerPassword({ user: username, password: Redacted.make(password) })
      return Layer.merge(server, who)
    })
  )
