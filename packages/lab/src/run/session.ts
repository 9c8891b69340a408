/** A server with the world of a scenario, which runs one tick after another. */
import * as Administration from "@screeps-effect/private-server/Administration"
import type { AdministrationError } from "@screeps-effect/private-server/AdministrationError"
import * as Objects from "@screeps-effect/private-server/Objects"
import * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import type { PrivateServerError } from "@screeps-effect/private-server/PrivateServerError"
import * as Storage from "@screeps-effect/private-server/Storage"
import * as System from "@screeps-effect/private-server/System"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { LabResult } from "../LabResult.ts"
import type { Sample } from "../Sample.ts"
import type { ScenarioError } from "../scenario/decode.ts"
import { type Scenario, withTerrains } from "../scenario/scenario.ts"
import * as Commands from "./commands.ts"
import type { Code, Codes } from "./code.ts"
import * as MakeSample from "./sample.ts"
import * as World from "./world.ts"

/** What to read in each tick beside the rooms. */
export interface Reads {
  readonly memory: boolean
  readonly orders: boolean
  readonly kills: boolean
}

/** A running scenario. */
export interface Session {
  readonly world: World.World
  /** Runs a tick and returns what it changed. */
  readonly next: Effect.Effect<Sample, AdministrationError>
  /** Returns where the time went until now, in milliseconds. */
  readonly millis: Effect.Effect<LabResult["millis"]>
}

/** The most lines of a script in a tick, and the most characters of a line. */
const [maxLines, maxLength] = [1000, 10_000]

/** Returns the name of a module as the server stores it. */
const storedName = (name: string) =>
  name.replaceAll(".", "$DOT$").replaceAll("/", "$SLASH$").replaceAll("\\", "$BACKSLASH$")

const storedModules = (code: Code | undefined) =>
  Object.fromEntries(
    Object.entries(code?.modules ?? {}).map(([module, text]) => [
      storedName(module),
      typeof text === "string" ? text : { binary: text.binary }
    ])
  )

const badge = { type: 1, color1: "#888888", color2: "#cccccc", color3: "#444444", param: 0, flip: false }

/** Creates the accounts and the objects of a world. */
const createWorld = (scenario: Scenario, { objects, users }: World.World, codes: Codes) => {
  const bots = [...users].map(([name, user]) => ({ name, user, bot: scenario.bots[name] }))
  return Administration.batch([
    Storage.insert(
      "users",
      Schema.JsonObject,
      bots.map(({ bot, name, user }) => ({
        _id: user,
        username: name,
        usernameLower: name.toLowerCase(),
        cpu: bot?.cpu ?? 100,
        cpuAvailable: 10_000,
        active: 10_000,
        gcl: Math.ceil(Gcl.pointsAt(bot?.gcl ?? 1)),
        // The server adds the rooms that it owns; scripts without any would fail to claim one.
        rooms: [],
        // The server counts thousandths of a credit.
        money: Math.round((bot?.credits ?? 0) * 1000),
        badge
      }))
    ),
    Storage.insert(
      "users.code",
      Schema.JsonObject,
      bots.map(({ name, user }) => ({
        user,
        branch: "default",
        activeWorld: true,
        activeSim: true,
        modules: storedModules(codes.get(name))
      }))
    ),
    ...bots.map(({ bot, user }) => Storage.set(`memory:${user}`, JSON.stringify(bot?.memory ?? {}))),
    // The server writes it after twenty ticks, and no script runs before.
    Storage.set("roomStatusData", JSON.stringify({ novice: {}, respawn: {}, closed: {} })),
    Objects.insert(objects),
    Commands.watch({ users: [...users.values()] })
  ])
}

/** Starts a server with the world of a scenario, until the scope closes. */
export const start = (
  scenario: Scenario,
  codes: Codes,
  reads: Reads
): Effect.Effect<
  Session,
  ScenarioError | PrivateServerError | AdministrationError,
  PrivateServer.Platform | Scope.Scope
> =>
  Effect.gen(function* () {
    // The first tick of a new server is 1.
    const world = yield* Effect.fromResult(World.make(yield* withTerrains(scenario), 1))

    const startedAt = yield* Millis.monotonic
    const server = yield* PrivateServer.make({
      tickRate: "1 millis",
      paused: true,
      rooms: world.rooms,
      seed: scenario.seed
    })
    const runningAt = yield* Millis.monotonic
    const administration = yield* Layer.build(Administration.layerCli({ port: server.cliPort }))
    yield* Effect.provide(createWorld(scenario, world, codes), administration)
    const readyAt = yield* Millis.monotonic

    const observe = Commands.observe({
      ...reads,
      rooms: world.rooms.map(({ room }) => room),
      users: [...world.users.values()],
      maxLines,
      maxLength
    })
    let last: Sample | undefined
    const next = Effect.gen(function* () {
      const [gameTime, observed] = yield* Administration.batch([System.step(1), observe])
      last = MakeSample.make((last?.tick ?? 0) + 1, gameTime, observed, world, codes, last)
      return last
    })
    return {
      world,
      next: Effect.provide(next, administration),
      millis: Effect.map(Millis.monotonic, (now) => ({
        start: runningAt - startedAt,
        world: readyAt - runningAt,
        ticks: now - readyAt
      }))
    }
  })
