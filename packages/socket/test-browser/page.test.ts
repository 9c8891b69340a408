/** A page that plays: the whole program runs in the browser, with the browser's own WebSocket. */
import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { Console } from "@screeps-effect/socket/workflows"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { inject } from "vitest"

const loop = `module.exports.loop = function () {
  for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], "Scout" + Game.time)
  console.log("tick " + Game.time)
}`

const http = Layer.merge(
  Layer.suspend(() => Server.layer(Server.privateServer(location.origin))),
  FetchHttpClient.layer
)

/** How many compressed messages were received. */
let compressed = 0

/** The browser's WebSocket, with a count of compressed messages. */
const webSocket = Layer.succeed(Socket.WebSocketConstructor)((url) => {
  const socket = new WebSocket(url)
  socket.addEventListener("message", ({ data }) => {
    if (String(data).startsWith("gz:")) compressed++
  })
  return socket
})

const account = { username: "page", password: Redacted.make("secret of page"), email: "page@example.com" }

const asGuest = ScreepsClient.layerNoDeps().pipe(Layer.provide([Credentials.layerGuest, http]))
const asPlayer = (
  options: ScreepsSocket.Options,
  constructor: Layer.Layer<Socket.WebSocketConstructor> = Socket.layerWebSocketConstructorGlobal
) =>
  RoomFeed.layer().pipe(
    Layer.provideMerge(ScreepsSocket.layer(options)),
    Layer.provideMerge(ScreepsClient.layerNoDeps()),
    Layer.provide([
      Credentials.layerPassword({ username: account.username, password: account.password }),
      http,
      constructor
    ])
  )

/** Places a spawn near the start room, on the first square that the server accepts. */
const settle = Effect.gen(function* () {
  const [start = "W5N5"] = (yield* User.worldStartRoom()).room
  const { x, y } = RoomName.toWorld(RoomName.is(start) ? start : "W5N5")
  const steps = [0, 1, -1, 2, -2, 3, -3]
  for (const room of steps.flatMap((dx) => steps.map((dy) => RoomName.fromWorld({ x: x + dx, y: y + dy })))) {
    for (const square of [20, 25, 30].flatMap((x) => [20, 25, 30].map((y) => ({ x, y })))) {
      const placed = yield* Effect.result(Game.placeSpawn({ room, ...square, name: "Spawn1" }))
      if (Result.isSuccess(placed)) return room
      const { reason } = placed.failure
      if (reason._tag !== "Rejected") return yield* placed.failure
      if (reason.detail !== "invalid location") break
    }
  }
  return assert.fail("no room is free")
})

const received = <A, E, R>(stream: Stream.Stream<A, E, R>, count: number) =>
  stream.pipe(Stream.take(count), Stream.runCollect, Effect.timeout("30 seconds"))

describe.skipIf(inject("whyNot") !== "")("a page", () => {
  it.live("receives a room and the console, and runs a line", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Register.submit(account), asGuest)
      yield* Effect.gen(function* () {
        const room = yield* settle
        yield* Code.set({ branch: "default", modules: { main: loop } })
        const [views, lines] = yield* Effect.all(
          [received(RoomFeed.states(room), 10), received(Console.lines(), 10)],
          {
            concurrency: 2
          }
        )
        const kinds = [...(views.at(-1)?.objects.values() ?? [])].map(({ type }) => type)
        assert.includeMembers(kinds, ["spawn", "controller", "source"])
        const ticks = views.flatMap(({ tick }) => tick ?? [])
        assert.lengthOf(ticks, 9)
        assert.deepStrictEqual(
          ticks,
          [...new Set(ticks)].toSorted((a, b) => a - b)
        )
        assert.isTrue(lines.every(({ kind, text }) => kind === "log" && /^tick \d+$/.test(text)))
        // Rarely, the game's server accepts a line and sends no result (`NoAnswer`): the second one must be answered.
        const answer = Console.run("6 * 7", { within: "10 seconds" }).pipe(
          Effect.retry({ times: 1, while: ({ _tag }) => _tag === "NoAnswer" })
        )
        assert.strictEqual(yield* answer, "42")
      }).pipe(Effect.provide(asPlayer({})))
    })
  )

  it.live("receives compressed messages", () =>
    Effect.gen(function* () {
      const [room] = (yield* User.worldStartRoom()).room.filter(RoomName.is)
      assert(room !== undefined)
      const { frames, counters } = yield* ScreepsSocket.ScreepsSocket
      const [views] = yield* Effect.all([received(RoomFeed.states(room), 5), received(frames, 5)], {
        concurrency: 2
      })
      assert.isAtLeast(views[0]?.objects.size ?? 0, 4)
      assert.isAbove(compressed, 0)
      assert.deepInclude(yield* counters, { damaged: 0, decodeFailures: 0, connections: 1 })
    }).pipe(Effect.provide(asPlayer({ gzip: true }, webSocket)))
  )
})
