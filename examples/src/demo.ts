/**
 * From a new account to a first room: register, sign in, place a spawn, upload code, use the console and Memory, and draw
 * the room.
 *
 *   npm run demo                                            an in-memory server
 *   npm run demo -- --server http://127.0.0.1:21025         a real private server: only the layer differs
 *   npm run demo -- --server … --user bob                   with your own user name
 *   SCREEPS_PASSWORD=… npm run demo -- --server … --user bob    with an existing account
 */
import { parseArgs } from "node:util"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import {
  Auth,
  Code,
  Credentials,
  Game,
  Memory,
  Register,
  History,
  ScreepsClient,
  Server,
  User
} from "@screeps-effect/api"
import type { ScreepsError } from "@screeps-effect/api"
import { RoomHistory, RoomName, type Terrain } from "@screeps-effect/schema"
import { TestServer } from "@screeps-effect/testing"
import { countCalls } from "./demo/calls.ts"
import { draw, type Thing } from "./demo/picture.ts"

/** The demo ended early, with a message for the user. */
class Stopped extends Data.TaggedError("Stopped")<{ readonly sentence: string }> {}
const stop = (sentence: string) => Effect.fail(new Stopped({ sentence }))

const done = (text: string) => Console.log(`  ✓ ${text}`)

const code = {
  // The order to the spawn also activates the room: servers sometimes forget that a spawn was placed in it, and an
  // inactive room has no history.
  main: [
    "module.exports.loop = function () {",
    "  Memory.ticks = (Memory.ticks || 0) + 1",
    "  for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], 'Scout' + Game.time)",
    "}"
  ].join("\n")
}

// ---- finding a place for a spawn

/** Lists the rooms near the start room that may have a controller, nearest first. */
const candidates = (start: RoomName.RoomName): ReadonlyArray<RoomName.RoomName> => {
  const { x, y } = RoomName.toWorld(start)
  const offsets = [-3, -2, -1, 0, 1, 2, 3]
  return offsets
    .flatMap((dx) => offsets.map((dy) => RoomName.fromWorld({ x: x + dx, y: y + dy })))
    .filter(
      (room) => !RoomName.isHighway(room) && !RoomName.isKeeperRoom(room) && !RoomName.isSectorCentre(room)
    )
    .toSorted((a, b) => RoomName.distance(start, a) - RoomName.distance(start, b))
}

/** Lists walkable squares with walkable neighbours, nearest to the middle of the room first. */
const openSquares = (land: Terrain.Terrain): ReadonlyArray<{ readonly x: number; readonly y: number }> => {
  const near = [-1, 0, 1]
  const open = (x: number, y: number) =>
    near.every((dx) => near.every((dy) => land.isWalkable(x + dx, y + dy)))
  const inner = Array.from({ length: 36 }, (_, i) => i + 7)
  return inner
    .flatMap((x) => inner.map((y) => ({ x, y })))
    .filter(({ x, y }) => open(x, y))
    .toSorted((a, b) => Math.hypot(a.x - 25, a.y - 25) - Math.hypot(b.x - 25, b.y - 25))
    .slice(0, 10)
}

/** Tries rooms and squares until the server accepts one. */
const placeFirstSpawn = Effect.gen(function* () {
  const [start] = (yield* User.worldStartRoom()).room
  for (const room of candidates(start !== undefined && RoomName.is(start) ? start : "W5N5")) {
    const terrain = yield* Effect.option(Game.terrain({ room }))
    for (const { x, y } of Option.isSome(terrain) ? openSquares(terrain.value) : []) {
      const placed = yield* Effect.result(Game.placeSpawn({ room, x, y, name: "Spawn1" }))
      if (Result.isSuccess(placed)) return { room, x, y }
      const { reason } = placed.failure
      if (reason._tag !== "Rejected") return yield* placed.failure
      // After "invalid location" another square may work; any other rejection concerns the whole room.
      if (reason.detail !== "invalid location") break
    }
  }
  return yield* stop("No free room with a controller was found near the start room.")
})

// ---- the objects in the room: over HTTP, private servers return them in room history only

const things = Effect.fnUntraced(function* (room: RoomName.RoomName) {
  const size = (yield* Game.version()).serverData?.historyChunkSize
  if (size === undefined) return Option.none()
  const { time } = yield* Game.time()
  const base = (Math.floor(time / size) + 1) * size
  const state = yield* History.chunkAt({ room, base }).pipe(
    // A chunk appears after its last tick.
    Effect.retry({
      schedule: Schedule.spaced("250 millis"),
      times: 80,
      while: ({ reason }) => reason._tag === "HistoryNotFound"
    }),
    Effect.flatMap((chunk) => Effect.fromResult(RoomHistory.stateAt(chunk, base))),
    Effect.option
  )
  // Objects of mods have no known position.
  return Option.map(state, ({ objects }) =>
    [...objects.values()].filter((object) => object.type !== "unknown")
  )
})

// ---- the program: the same for every server

interface Account {
  readonly username: string
  readonly password: Redacted.Redacted
  readonly exists: boolean
}

const program = Effect.fnUntraced(function* (account: Account, colors: boolean) {
  const version = yield* Game.version()
  const { time } = yield* Game.time()
  yield* done(`connected: version ${version.packageVersion ?? version.package ?? "unknown"}, tick ${time}`)

  if (!account.exists) {
    yield* Register.submit({ username: account.username, password: account.password })
    yield* done(`registered ${account.username}`)
  }
  const me = yield* Auth.me() // signs in automatically
  yield* done(`signed in as ${me.username ?? account.username}, ${me.cpu} CPU per tick`)

  let spawn: Thing | undefined
  let [room] = (yield* User.worldStartRoom()).room.filter(RoomName.is)
  const { status } = yield* User.worldStatus()
  if (status === "empty") {
    const placed = yield* placeFirstSpawn
    room = placed.room
    spawn = { type: "spawn", x: placed.x, y: placed.y }
    yield* done(`placed a spawn in ${room} at (${placed.x}, ${placed.y})`)
  } else {
    yield* done(`already owns ${room ?? "no room"} (status: ${status})`)
  }
  if (room === undefined) return yield* stop("This account has no room to show.")

  const { list } = yield* User.branches()
  yield* Code.set({ branch: "$activeWorld", modules: code })
  yield* done(
    `uploaded code to ${list.find(({ activeWorld }) => activeWorld)?.branch ?? "the active branch"}`
  )
  yield* User.console({ expression: "Game.time" })
  yield* done("sent a line to the console (its result arrives on the socket)")

  yield* Memory.set({ path: "demo", value: { from: "screeps-effect", room } })
  const read = Memory.read({ path: "demo.room" }, Schema.String)
  const isWrongPath = ({ reason }: ScreepsError.ScreepsError) => reason._tag === "Rejected"
  // Writes take effect when the player's code next runs: read until the value is there.
  const remembered = yield* Effect.retry(Effect.flatMap(read, Effect.fromOption), {
    schedule: Schedule.spaced("250 millis"),
    times: 80,
    while: (error) => error._tag === "NoSuchElementError" || isWrongPath(error)
  }).pipe(Effect.option)
  yield* Option.isSome(remembered)
    ? done(`wrote Memory and read it back: demo.room = ${remembered.value}`)
    : Console.log("  · Memory was not written yet: the player's code has not run")

  const land = yield* Game.terrain({ room })
  const { owner } = yield* Game.roomOverview({ room })
  const objects = yield* things(room)
  yield* Console.log(
    `\n  ${room}, owned by ${owner ? (owner.username ?? "a user without a name") : "no user"}\n`
  )
  yield* Console.log(
    draw(
      land,
      Option.getOrElse(objects, () => (spawn === undefined ? [] : [spawn])),
      colors
    )
  )
  if (Option.isNone(objects))
    yield* Console.log("\n  (this server keeps no room history: sources and controller are not shown)")
})

// ---- messages for the user

const sentence =
  (url: string, { username }: Account) =>
  (error: ScreepsError.ScreepsError): string => {
    const { operation, reason } = error
    switch (reason._tag) {
      case "Unreachable":
        return `No response from ${url} (${reason.detail}).`
      case "TimedOut":
        return `The server at ${url} did not respond in time.`
      case "Unauthorized":
        return `Sign-in as ${username} failed: ${reason.detail}.`
      case "Rejected":
        return operation === "POST /api/register/submit" && reason.detail.startsWith("User already exists")
          ? `The name ${username} is taken: choose another with --user, or give its password in SCREEPS_PASSWORD.`
          : `The server rejected ${operation}: ${reason.detail}.`
      case "EndpointNotFound":
        return `The server at ${url} has no ${reason.path}: the demo needs a private server with screepsmod-auth.`
      default:
        return error.message
    }
  }

const usage =
  "Usage: npm run demo -- [--server <address>] [--user <name>]   (SCREEPS_PASSWORD for an existing account)"

const options = Effect.try({
  try: () => parseArgs({ options: { server: { type: "string" }, user: { type: "string" } } }).values,
  catch: (error) =>
    new Stopped({
      sentence: `${error instanceof Error ? error.message.split(". ")[0] : "wrong options"}. ${usage}`
    })
})

const main = Effect.gen(function* () {
  const { server: address, user } = yield* options
  const given = yield* Config.option(Config.Redacted("SCREEPS_PASSWORD"))
  const account: Account = {
    username: user ?? `demo${yield* Random.nextIntBetween(1000, 999_999)}`,
    password: Option.getOrElse(given, () => Redacted.make(crypto.randomUUID())),
    exists: Option.isSome(given)
  }
  const server = yield* Effect.fromResult(Server.parse(address ?? "http://screeps.test")).pipe(
    Effect.catchTag("InvalidServer", ({ detail }) => stop(`"${address}" is not valid: ${detail}.`))
  )
  // The only difference between an in-memory server and a real one.
  const transport =
    address === undefined
      ? TestServer.layer(undefined, { tickEvery: "20 millis" })
      : Layer.merge(Server.layer(server), FetchHttpClient.layer)
  const live = ScreepsClient.layerNoDeps().pipe(
    Layer.provide(Credentials.layerPassword({ username: account.username, password: account.password })),
    Layer.provide(transport)
  )
  const colors =
    process.env["NO_COLOR"] === undefined &&
    (process.stdout.isTTY || process.env["FORCE_COLOR"] !== undefined)
  const { table, tracer } = countCalls()

  yield* Console.log(`\n  screeps-effect demo on ${address ?? "an in-memory server"}\n`)
  yield* program(account, colors).pipe(
    Effect.withTracer(tracer),
    Effect.provide(live),
    Effect.catchTag("ScreepsError", (error) => stop(sentence(server.url, account)(error)))
  )
  yield* Console.log(
    `\n${table()}\n\n  GET /room-history is repeated until the server has written the ticks: it fails until then.\n`
  )
}).pipe(
  Effect.catchTag("Stopped", (stopped) =>
    Effect.andThen(Console.error(`\n  ${stopped.sentence}\n`), Effect.succeed(1))
  ),
  Effect.map((code) => code ?? 0)
)

const fiber = Effect.runFork(main)
process.once("SIGINT", () => Effect.runFork(Fiber.interrupt(fiber)))
fiber.addObserver((exit) => {
  if (Exit.isSuccess(exit)) process.exitCode = exit.value
  else {
    if (!Exit.hasInterrupts(exit)) console.error(exit.cause)
    process.exitCode = Exit.hasInterrupts(exit) ? 130 : 1
  }
})
