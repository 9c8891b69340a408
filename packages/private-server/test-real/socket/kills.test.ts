import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Channels from "@screeps-effect/socket/Channels"
import { RoomFeed, type RoomSignal } from "@screeps-effect/socket/RoomFeed"
import { Console, MemoryWatch } from "@screeps-effect/socket/workflows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { eventually } from "../support/world.ts"
import { killBackend, pause, resume } from "./support/backend.ts"
import { code } from "./support/code.ts"
import { first, listen, newcomer, type Player, settler } from "./support/player.ts"
import { server } from "./support/server.ts"

const kills = 20

/** Retries quickly, so that connections also meet a server that is starting; normal clients back off. */
const socket = { backoff: Schedule.spaced("250 millis") }

/** Counts running fibers. */
const fiberCount = () => {
  let count = 0
  const service: Metric.FiberRuntimeMetricsService = {
    recordFiberStart: () => void count++,
    recordFiberEnd: () => void count--
  }
  return { count: () => count, service }
}

/** The platform's own WebSocket, with a list of all connections. */
const watchedWebSocket = () => {
  const all: Array<WebSocket> = []
  const layer = Layer.succeed(Socket.WebSocketConstructor)((url) => {
    const socket = new WebSocket(url)
    all.push(socket)
    return socket
  })
  return { layer, open: () => all.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length }
}

const documents = (state: RoomState.RoomState) =>
  Object.fromEntries([...state.objects].map(([id, object]) => [id, RoomObject.toDocument(object)]))

/** The room as the server sends it to a new subscriber. */
const snapshot = ({ socket }: Player, room: RoomName) =>
  first(socket.subscribe(Channels.room(room)), RoomFrame.isFull, `${room} whole`).pipe(
    Effect.map((frame) => documents(RoomState.fold(RoomState.empty, frame)))
  )

/** The last state of a room, if it is watched now. */
const watched = (received: ReadonlyArray<RoomSignal>) => {
  const last = received.findLast(({ _tag }) => _tag !== "Refused")
  return last?._tag === "State" ? last.view : undefined
}

/** The ticks of a room's frames by subscription, each of which begins with the whole room. */
const subscriptions = () => {
  const ticks = new Map<string, Array<Array<number>>>()
  return {
    ticks,
    note: (channel: string, payload: unknown) => {
      if (!channel.startsWith("room:")) return
      const { gameTime } = Schema.decodeUnknownSync(RoomFrame.RoomFrame)(payload)
      const all = ticks.get(channel) ?? []
      ticks.set(channel, all)
      if (typeof gameTime === "number") all.at(-1)?.push(gameTime)
      else all.push([])
    }
  }
}

const isRising = (numbers: ReadonlyArray<number>) =>
  numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? n))

/** A server that starts again may send one tick twice; to a second subscription it sends all of them twice. */
const isSentOnce = (ticks: ReadonlyArray<number>) => {
  const distinct = [...new Set(ticks)]
  return isRising(distinct) && ticks.length - distinct.length <= 1
}

const median = (numbers: ReadonlyArray<number>) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

describe.skipIf(inject("whyNot") !== "")("a server whose backend is killed repeatedly", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect(
      "recovers: sockets reconnect, and room states equal the game's",
      (test) =>
        Effect.gen(function* () {
          const fibers = fiberCount()
          const webSocket = watchedWebSocket()
          const scope = yield* Scope.make()
          const own = Effect.provideService(Metric.FiberRuntimeMetrics, fibers.service)
          const ann = yield* settler(code, {
            feed: { turn: "3 seconds" },
            socket,
            webSocket: webSocket.layer
          }).pipe(Scope.provide(scope), own)
          const bob = yield* settler(code)
          const cleo = yield* settler(code)
          const dora = yield* newcomer({ socket })
          const rooms = [ann.room, bob.room, cleo.room]
          const idle = fibers.count()

          const streams = yield* Scope.make()
          const frames = subscriptions()
          const listening = Effect.gen(function* () {
            const feed = yield* RoomFeed
            yield* Effect.forkScoped(
              Stream.runForEach(ann.socket.frames, (frame) =>
                Effect.sync(() => frame._tag === "Event" && frames.note(frame.channel, frame.payload))
              )
            )
            return {
              lines: yield* listen(Console.lines()),
              values: yield* listen(MemoryWatch.stream("ticks", Schema.Int)),
              stats: yield* listen(
                MemoryWatch.stream("stats", Schema.Struct({ ticks: Schema.Int }), { every: "200 millis" })
              ),
              signals: yield* Effect.forEach(rooms, (room) => listen(feed.signals(room)))
            }
          })
          const { lines, signals, stats, values } = yield* ann.as(listening).pipe(Scope.provide(streams), own)

          const counts = Effect.sync(() => [lines.length, values.length, stats.length, signals.flat().length])
          const goesOn = Effect.gen(function* () {
            const before = yield* counts
            yield* eventually(
              counts,
              (list) => list.every((count, i) => count > (before[i] ?? 0)),
              "every stream goes on"
            )
          })
          yield* goesOn
          const { connections: before } = yield* ann.socket.counters
          yield* pause
          const busy = fibers.count()
          yield* resume

          const compared = new Map<RoomName, number>()
          const compare = Effect.fnUntraced(function* (room: RoomName, received: ReadonlyArray<RoomSignal>) {
            if (watched(received) === undefined) return
            const gaps = () => received.filter(({ _tag }) => _tag === "Gap").length
            const begun = gaps()
            let seen: [mine: object, fresh: object] = [{}, {}]
            const isSame = Effect.gen(function* () {
              const fresh = yield* snapshot(dora, room)
              const view = watched(received)
              seen = [view === undefined ? {} : documents(view), fresh]
              return isDeepStrictEqual(...seen)
            })
            // The last frames may still be on their way; a room that is subscribed to again meanwhile is not compared.
            const times = { until: (is: boolean) => is || gaps() > begun, times: 20 }
            yield* Effect.repeat(isSame, { ...times, schedule: Schedule.spaced("100 millis") })
            if (watched(received) === undefined || gaps() > begun) return
            assert.deepStrictEqual(seen[0], seen[1], room)
            compared.set(room, (compared.get(room) ?? 0) + 1)
          })

          const ready: Array<number> = []
          const whole: Array<number> = []
          for (let kill = 1; kill <= kills; kill++) {
            const at = yield* Clock.currentTimeMillis
            yield* killBackend
            yield* eventually(
              ann.socket.counters,
              ({ connections }) => connections === before + kill,
              "ann is back"
            )
            ready.push((yield* Clock.currentTimeMillis) - at)
            yield* goesOn
            whole.push((yield* Clock.currentTimeMillis) - at)
            yield* pause
            for (const [i, room] of rooms.entries()) yield* compare(room, signals[i] ?? [])
            yield* resume
          }
          const show = (name: string, times: ReadonlyArray<number>) =>
            `${name}: ${Math.min(...times)} to ${Math.max(...times)} ms, median ${median(times)} (${times.join(" ")})`
          yield* Effect.promise(() => test.annotate(`${show("ready", ready)}; ${show("all streams", whole)}`))

          for (const room of rooms) assert.isAtLeast(compared.get(room) ?? 0, 3, room)
          for (const [channel, lists] of frames.ticks) {
            for (const ticks of lists) assert.isTrue(isSentOnce(ticks), `${channel}: ${ticks.join(" ")}`)
          }
          const output = lines.flatMap(({ text }) => text.match(/^tick (\d+)$/)?.[1] ?? []).map(Number)
          assert.isTrue(isRising(output), output.join(" "))
          assert.isFalse(signals.flat().some(({ _tag }) => _tag === "Refused"))

          yield* pause
          yield* eventually(
            Effect.sync(() => fibers.count()),
            (count) => count === busy,
            `${busy} fibers live, not ${fibers.count()}`
          )
          assert.strictEqual(webSocket.open(), 1)
          assert.deepInclude(yield* ann.socket.counters, {
            connections: before + kills,
            listeners: 5, // the console, two values of Memory, two rooms of three
            subscribed: 5,
            decodeFailures: 0,
            unknownChannels: 0,
            unknownWords: 0,
            damaged: 0
          })

          yield* Scope.close(streams, Exit.void)
          yield* eventually(
            ann.socket.counters,
            ({ listeners, subscribed }) => listeners + subscribed === 0,
            "no listener is left"
          )
          yield* eventually(
            Effect.sync(() => fibers.count()),
            (count) => count === idle,
            `${idle} fibers live, not ${fibers.count()}`
          )
          yield* Scope.close(scope, Exit.void)
          assert.strictEqual(fibers.count(), 0)
          yield* eventually(Effect.sync(webSocket.open), (open) => open === 0, "no connection is left")
        }).pipe(Effect.scoped),
      240_000
    )
  })
})
