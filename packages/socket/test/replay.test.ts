/** Every recording of the socket, played by a fake server. */
import { captures, received } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { alice } from "./support/fakeServer.ts"
import { listen, withSocket } from "./support/listen.ts"
import { eventOf, type Replayed, replay, userOf } from "./support/replay.ts"
import { until } from "@screeps-effect/fixtures/time"

/**
 * Recordings that differ from the default: all events delivered, no refusal, no unknown word, one listener per channel.
 */
const special: Readonly<Record<string, Partial<Replayed> & { readonly unknownWords?: number }>> = {
  "13-money-resources": { refused: [`user:${alice}/resource`] },
  "21-double-subscribe": { undelivered: 9, payloads: 245, refusals: 21 },
  "22-room-limit-other-connection": { refusals: 10, payloads: 6 },
  "30-server-message": { undelivered: 1 },
  "42-sockjs-websocket": { unknownWords: 25 },
  "53-idle-sockjs": { unknownWords: 3 },
  "53-idle-sockjs-no-pong": { unknownWords: 4 },
  "61-cpu-first-event-reaches-all": { payloads: 5 },
  "72-memory-odd-paths": { refused: [`user:${alice}/memory/`] },
  "72-memory-prototype-name-crash": {
    refused: [`user:${alice}/memory/toString`, `user:${alice}/memory/`]
  },
  "92-stats-paused-and-no-ticks-yet": { payloads: 16 },
  "96-warpath": { refused: ["warpath:battle:W2N1"] }
}

describe("a replayed recording delivers exactly its events to listeners that start and stop as recorded", () => {
  it.effect.each(captures())("%s", (name) =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const replayed = yield* replay(name, socket, server)
          const { unknownWords, ...expected } = { unknownWords: 0, ...special[name] }
          const { channels, delivered } = replayed
          assert.deepStrictEqual(replayed, {
            channels,
            delivered: channels.length - (expected.undelivered ?? 0),
            undelivered: 0,
            refused: [],
            payloads: delivered - (expected.refusals ?? 0),
            refusals: 0,
            ...expected
          })
          assert.deepInclude(yield* socket.counters, {
            decodeFailures: 0,
            damaged: 0,
            unknownChannels: 0,
            unclaimed: replayed.undelivered,
            unknownWords
          })
        }),
      { user: userOf(name) }
    )
  )

  it("is one of 56 recordings", () => {
    assert.lengthOf(captures(), 56)
    assert.isTrue(Object.keys(special).every((name) => captures().includes(name)))
  })
})

describe("a recording with compression, sent at once", () => {
  it.effect.each(["40-gzip", "43-gzip-order"])("keeps the order of the wire: %s", (name) =>
    withSocket((socket, server) =>
      Effect.gen(function* () {
        const frames = yield* listen(socket.frames)
        const sent = received(name)
        server.current().sendFrames(...sent)
        yield* until(() => frames.emitted.length === sent.length)
        const events = frames.emitted.flatMap((frame) =>
          frame._tag === "Event" ? [[frame.channel, frame.payload]] : []
        )
        const expected: ReadonlyArray<unknown> = sent.map(eventOf).filter((event) => event !== undefined)
        assert.deepStrictEqual(events, expected)
        assert.deepInclude(yield* socket.counters, { damaged: 0 })
      })
    )
  )
})
