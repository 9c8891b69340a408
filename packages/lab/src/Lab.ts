/**
 * Runs bots on the game's own server, tick by tick, until their milestones are decided.
 *
 * **Details**
 *
 * Each run starts a server of its own with an empty world, which ends with the run. The server is paused between ticks: what a
 * bot does depends on the scenario only, not on the speed of the machine.
 *
 * ```ts
 * import { Lab } from "@screeps-effect/lab"
 * import { Effect } from "effect"
 *
 * const program = Effect.gen(function* () {
 *   const result = yield* Lab.run({
 *     bots: { player: { code: "dist" } },
 *     milestones: [{ controllerLevel: 2, within: 500 }, { noErrors: true }]
 *   })
 *   yield* Effect.log(result.passed, result.milestones)
 * })
 * ```
 */
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Administration from "@screeps-effect/private-server/Administration"
import type { AdministrationError } from "@screeps-effect/private-server/AdministrationError"
import * as Objects from "@screeps-effect/private-server/Objects"
import * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import type { PrivateServerError } from "@screeps-effect/private-server/PrivateServerError"
import * as Storage from "@screeps-effect/private-server/Storage"
import * as System from "@screeps-effect/private-server/System"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import type { Tick } from "@screeps-effect/schema/Tick"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { LabResult } from "./LabResult.ts"
import * as Milestone from "./Milestone.ts"
import { type Collector, collector } from "./run/collect.ts"
import * as Commands from "./run/commands.ts"
import * as World from "./run/world.ts"
import type { BotSample, Sample } from "./Sample.ts"
import * as Scenario from "./Scenario.ts"

/** Options of a run. */
export interface Options<E = never, R = never> {
  /** Runs after each tick, while the server is paused: for files, reports and replays. */
  readonly onSample?: ((sample: Sample) => Effect.Effect<void, E, R>) | undefined
}

/** The most lines of a script in a tick, and the most characters of a line. */
const [maxLines, maxLength] = [1000, 10_000]

const platform = Layer.merge(NodeFileSystem.layer, NodePath.layer)

/** Reads the modules of a bot. */
const readCode = (name: string, code: Scenario.Bot["code"]) =>
  Effect.gen(function* () {
    if (typeof code !== "string") return code
    const fail = (detail: string) =>
      new Scenario.ScenarioError({ file: code, path: `bots.${name}.code`, detail })
    const modules = yield* Effect.mapError(CodeSync.readFolder(code), ({ message }) => fail(message))
    return Object.hasOwn(modules, "main") ? modules : yield* fail("there is no main.js")
  })

const readTerrain = (name: string, file: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    return yield* fs.readFileString(file)
  }).pipe(
    Effect.mapError(
      ({ message }) =>
        new Scenario.ScenarioError({ file, path: `rooms.${name}.terrainFile`, detail: message })
    )
  )

/** The files that a scenario names. */
interface Files {
  readonly codes: ReadonlyMap<string, CodeModules>
  readonly terrains: ReadonlyMap<string, string>
}

const readFiles = (scenario: Scenario.Scenario): Effect.Effect<Files, Scenario.ScenarioError> =>
  Effect.gen(function* () {
    const codes = new Map<string, CodeModules>()
    for (const [name, { code }] of Object.entries(scenario.bots)) codes.set(name, yield* readCode(name, code))
    const terrains = new Map<string, string>()
    for (const [name, { terrainFile }] of Object.entries(scenario.rooms)) {
      if (terrainFile !== undefined) terrains.set(name, yield* readTerrain(name, terrainFile))
    }
    return { codes, terrains }
  }).pipe(Effect.provide(platform))

/** Names of modules as the server stores them. */
const storedName = (name: string) =>
  name.replaceAll(".", "$DOT$").replaceAll("/", "$SLASH$").replaceAll("\\", "$BACKSLASH$")

const badge = { type: 1, color1: "#888888", color2: "#cccccc", color3: "#444444", param: 0, flip: false }

/** Creates the accounts and the objects of a world. */
const createWorld = (scenario: Scenario.Scenario, { objects, users }: World.World, codes: Files["codes"]) => {
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
        gcl: 0,
        money: 0,
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
        modules: Object.fromEntries(
          Object.entries(codes.get(name) ?? {}).map(([module, code]) => [
            storedName(module),
            typeof code === "string" ? code : { binary: code.binary }
          ])
        )
      }))
    ),
    ...bots.map(({ bot, user }) => Storage.set(`memory:${user}`, JSON.stringify(bot?.memory ?? {}))),
    // The server writes it after twenty ticks, and no script runs before.
    Storage.set("roomStatusData", JSON.stringify({ novice: {}, respawn: {}, closed: {} })),
    Objects.insert(objects),
    Commands.watch({ users: [...users.values()] })
  ])
}

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

const makeSample = (
  tick: number,
  gameTime: Tick,
  { objects, users: collected }: Observed,
  users: World.World["users"]
): Sample => {
  const rooms = new Map<RoomName.RoomName, RoomState.RoomState>()
  for (const [room, list] of Object.entries(objects)) {
    if (!RoomName.is(room)) continue
    const entries = list.flatMap((object): ReadonlyArray<[ObjectId, RoomObject.RoomObject]> => {
      const id = RoomObject.id(object)
      return id === undefined ? [] : [[id, object]]
    })
    rooms.set(room, { ...RoomState.empty, room, tick: gameTime, objects: new Map(entries) })
  }
  const bots = new Map<string, BotSample>()
  for (const [name, user] of users) {
    const one = collected[user]
    if (one === undefined) continue
    const memory = lazyMemory(one.memory)
    bots.set(name, {
      user,
      cpu: one.cpu ?? undefined,
      bucket: one.bucket,
      get memory() {
        return memory()
      },
      console: one.lines.map(([kind, text]) => ({ kind, text: decoders[kind](text) })),
      dropped: one.dropped
    })
  }
  return { tick, gameTime, rooms, bots }
}

type Observed = Effect.Success<ReturnType<typeof Commands.observe>>

const resultOf = (
  scenario: Scenario.Scenario,
  ended: LabResult["ended"],
  progress: ReadonlyArray<Milestone.Progress>,
  { bots, ticks }: Collector,
  millis: LabResult["millis"]
): LabResult => {
  const [first = ""] = Object.keys(scenario.bots)
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    passed: progress.every(({ status }) => status === "passed"),
    ended,
    ticks,
    milestones: progress.map(({ milestone, seen, status, tick }) => ({
      name: Milestone.nameOf(milestone),
      bot: milestone.bot ?? first,
      within: milestone.within ?? scenario.limits.ticks,
      status,
      ...(tick === undefined ? {} : { tick }),
      seen
    })),
    bots,
    millis
  }
}

/**
 * Runs a scenario and returns the result; milestones that are not reached are no failure of the effect.
 *
 * **Details**
 *
 * The run ends when all milestones are decided, when one has failed, or at a limit. Interruption ends the server.
 *
 * **Errors** `ScenarioError` before anything is started; `PrivateServerError`, such as `NotInstalled`; `AdministrationError`
 * if the server stops responding.
 */
export const run = <E = never, R = never>(
  input: Scenario.Input | Scenario.Scenario,
  { onSample }: Options<E, R> = {}
): Effect.Effect<LabResult, Scenario.ScenarioError | PrivateServerError | AdministrationError | E, R> =>
  Effect.gen(function* () {
    const scenario = yield* Effect.fromResult(Scenario.make(input))
    const { codes, terrains } = yield* readFiles(scenario)
    // The first tick of a new server is 1.
    const world = yield* Effect.fromResult(World.make(scenario, terrains, 1))

    const startedAt = yield* Clock.currentTimeMillis
    const server = yield* PrivateServer.make({
      tickRate: "1 millis",
      paused: true,
      rooms: world.rooms,
      seed: scenario.seed
    })
    const runningAt = yield* Clock.currentTimeMillis

    return yield* Effect.gen(function* () {
      yield* createWorld(scenario, world, codes)
      const readyAt = yield* Clock.currentTimeMillis
      const deadline = readyAt + Duration.toMillis(scenario.limits.time)
      const observe = Commands.observe({
        rooms: world.rooms.map(({ room }) => room),
        users: [...world.users.values()],
        memory: scenario.milestones.some(({ memory, when }) => memory !== undefined || when !== undefined),
        maxLines,
        maxLength
      })
      const collected = collector([...world.users.keys()])
      let progress = Milestone.begin(scenario.milestones)
      let ended: LabResult["ended"] | undefined
      let now = readyAt
      for (let tick = 1; ended === undefined; tick++) {
        const [gameTime, observed] = yield* Administration.batch([System.step(1), observe])
        const sample = makeSample(tick, gameTime, observed, world.users)
        collected.add(sample)
        progress = Milestone.advance(progress, sample)
        if (onSample !== undefined) yield* onSample(sample)
        now = yield* Clock.currentTimeMillis
        if (progress.some(({ status }) => status === "failed")) ended = "failure"
        else if (Milestone.isDecided(progress)) ended = "milestones"
        else if (tick >= scenario.limits.ticks) ended = "ticks"
        else if (now >= deadline) ended = "time"
      }
      return resultOf(scenario, ended, Milestone.end(progress, collected.ticks), collected, {
        start: runningAt - startedAt,
        world: readyAt - runningAt,
        ticks: now - readyAt
      })
    }).pipe(Effect.provide(Administration.layerCli({ port: server.cliPort })))
  }).pipe(Effect.scoped)
