/** Spans of connections and subscriptions. */
import * as Channels from "@screeps-effect/socket/Channels"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { pass } from "@screeps-effect/fixtures/time"
import { asToken, type Options } from "./support/fakeServer.ts"
import { listen, type Program, withSocket } from "./support/listen.ts"

/** Runs a program with a tracer; returns its spans, those that have not ended marked. */
const spansOf = <A, E>(program: Program<A, E>, options: Options) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    yield* Effect.provideService(withSocket(program, options), Tracer.Tracer, tracer)
    return spans
      .filter(({ name }) => name.startsWith("socket"))
      .map(({ attributes, kind, name, status }) => ({
        name,
        kind,
        attributes: Object.fromEntries(attributes),
        millis:
          status._tag === "Ended" ? Number(status.endTime - status.startTime) / 1_000_000 : "has not ended"
      }))
  })

const attempt = (number: number) => ({
  "network.protocol.name": "websocket",
  "screeps.attempt": number,
  "server.address": "127.0.0.1",
  "server.port": 21_025
})

describe("the span of a connection", () => {
  it.effect("lasts until the socket is ready, and says what ended an attempt before", () =>
    Effect.gen(function* () {
      const spans = yield* spansOf(() => pass("1 minute"), {
        credentials: asToken,
        dial: (n) => (n === 0 ? "refused" : "open")
      })
      assert.deepStrictEqual(spans, [
        {
          name: "socket connect",
          kind: "client",
          attributes: { ...attempt(1), "error.type": "Unreachable" },
          millis: 0
        },
        { name: "socket connect", kind: "client", attributes: attempt(2), millis: 0 }
      ])
    })
  )
})

describe("the span of a subscription", () => {
  const room = {
    credentials: asToken,
    onCommand: (
      text: string,
      connection: { readonly sendEvent: (name: string, payload: unknown) => void }
    ) => {
      if (text === "subscribe room:W7N3") connection.sendEvent("room:W7N3", { objects: {} })
    }
  }
  const channel = Channels.room("W7N3")
  const subscribed = {
    name: "socket subscribe Room",
    kind: "internal" as const,
    attributes: { "screeps.channel": "room:W7N3" },
    millis: 0
  }

  it.effect("lasts until the subscription is made, for a stream and for a function", () =>
    Effect.gen(function* () {
      const streamed = yield* spansOf(
        (socket) =>
          Effect.gen(function* () {
            const { emitted, stop } = yield* listen(socket.subscribe(channel))
            yield* pass("1 minute")
            assert.lengthOf(emitted, 1)
            yield* stop
          }),
        room
      )
      assert.deepStrictEqual(streamed.slice(1), [subscribed])
      const called = yield* spansOf((socket) => socket.runForEachWhile(channel, () => false), room)
      assert.deepStrictEqual(called.slice(1), [subscribed])
    })
  )

  it.effect("ends with a stream that is left before there is a connection", () =>
    Effect.gen(function* () {
      const spans = yield* spansOf(
        (socket) =>
          Effect.gen(function* () {
            const { stop } = yield* listen(Stream.drain(socket.signals(channel)))
            yield* pass("1 minute")
            yield* stop
          }),
        { credentials: asToken, dial: () => "refused" }
      )
      assert.deepInclude(spans, { ...subscribed, millis: 60_000 })
    })
  )
})
