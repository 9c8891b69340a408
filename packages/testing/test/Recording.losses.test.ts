import * as Fake from "@screeps-effect/testing/Fake"
import * as Recording from "@screeps-effect/testing/Recording"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import { settle, within } from "@screeps-effect/fixtures/time"

const requestTime = Effect.flatMap(HttpClient.HttpClient, (http) =>
  http.get("http://screeps.test/api/game/time")
)
const read = Effect.flatMap(requestTime, ({ text }) => text)

/** Records a program with this server; returns its recordings and the names passed to `write`. */
const record = <A, E>(
  answer: Effect.Effect<Response>,
  program: Effect.Effect<A, E, HttpClient.HttpClient>
) => {
  const names: Array<string> = []
  const write = (name: string) => Effect.sync(() => void names.push(name))
  return Effect.gen(function* () {
    const exit = yield* Effect.exit(program)
    return { exit, names, all: yield* (yield* Recording.Recorder).all }
  }).pipe(
    Effect.provide(
      Recording.record(Fake.layer(Fake.respond("GET", "/api/game/time", () => answer)), { write })
    )
  )
}

/** A response with half its body; then the connection breaks off, or nothing more arrives. */
const half = (breaksOff: boolean) =>
  Effect.sync(() => {
    let isBegun = false
    const body = new ReadableStream({
      pull: (controller) => {
        if (!isBegun) controller.enqueue(new TextEncoder().encode('{"ok":1,'))
        else if (breaksOff) controller.error(new Error("aborted"))
        isBegun = true
      }
    })
    return new Response(body, { headers: { "content-type": "application/json" } })
  })

const lost = (all: ReadonlyArray<Recording.Named>) =>
  all.map(({ name, request, response }) => [name, request.path, response.status])

describe("a request without a response", () => {
  it.effect("is recorded when it times out", () =>
    Effect.gen(function* () {
      const { all, exit, names } = yield* within(record(Effect.never, Effect.timeout(read, "2 seconds")))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(names, ["game/time.1"])
    })
  )

  it.effect("is recorded when its program is interrupted", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<void>()
      const silence = Effect.andThen(Deferred.succeed(sent, undefined), Effect.never)
      const ended = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(read)
        yield* Deferred.await(sent)
        yield* Fiber.interrupt(fiber)
      })
      const { all, names } = yield* record(silence, ended)
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(names, ["game/time.1"])
    })
  )

  it.effect("is recorded when the connection fails", () =>
    Effect.gen(function* () {
      const { all } = yield* record(
        Effect.sync(() => Response.error()),
        read
      )
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
    })
  )
})

describe("an incomplete response", () => {
  it.effect("is recorded with status 0, and the program receives it unchanged", () =>
    Effect.gen(function* () {
      const reader = Effect.gen(function* () {
        const response = yield* requestTime
        const { reason } = yield* Effect.flip(response.text)
        return [response.status, response.headers["content-type"], reason._tag]
      })
      const { all, exit, names } = yield* record(half(true), reader)
      const bare = Fake.layer(Fake.respond("GET", "/api/game/time", () => half(true)))
      assert.deepStrictEqual(exit, Exit.succeed(yield* Effect.provide(reader, bare)))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(names, ["game/time.1"])
    })
  )

  it.effect("is recorded when its reader is interrupted", () =>
    Effect.gen(function* () {
      const { all } = yield* within(record(half(false), Effect.timeout(read, "2 seconds")))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
    })
  )

  it.effect("is replayed as a broken connection", () =>
    Effect.gen(function* () {
      const { all } = yield* record(half(true), read)
      const { reason } = yield* Effect.flip(Effect.provide(read, Recording.replay(all)))
      assert.strictEqual(reason._tag, "TransportError")
    })
  )
})

describe("a complete response", () => {
  it.effect("is recorded once and in full when its program is interrupted during write", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const written: Array<string> = []
      const write = (name: string) =>
        Effect.andThen(
          Effect.delay(Deferred.succeed(started, undefined), "1 second"),
          Effect.delay(
            Effect.sync(() => void written.push(name)),
            "1 second"
          )
        )
      const client = Fake.layer(
        Fake.respond("GET", "/api/game/time", () => Effect.sync(() => Response.json({ ok: 1, time: 1 })))
      )
      const all = yield* within(
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(read)
          yield* Deferred.await(started)
          yield* Fiber.interrupt(fiber)
          return yield* (yield* Recording.Recorder).all
        }).pipe(Effect.provide(Recording.record(client, { write })))
      )
      assert.deepStrictEqual(written, ["game/time.1"])
      assert.deepStrictEqual(
        all.map(({ response }) => [response.status, response.body]),
        [[200, { ok: 1, time: 1 }]]
      )
    })
  )

  it.effect("is replayed byte for byte, in any format", () =>
    Effect.gen(function* () {
      yield* settle
      for (const text of [
        '{"ok":1,"time":1}',
        '{ "ok": 1, "big": 12345678901234567890, "a": 1.0 }\n',
        '{"ok":1,"b":"\\u0041"}',
        '"text"',
        "null",
        "5",
        "no JSON"
      ]) {
        const answer = Effect.sync(
          () => new Response(text, { headers: { "content-type": "application/json" } })
        )
        const { all } = yield* record(answer, read)
        const files = yield* Effect.forEach(Object.values(Recording.files(all)), Recording.parse)
        assert.strictEqual(yield* Effect.provide(read, Recording.replay(files)), text)
      }
    })
  )
})
