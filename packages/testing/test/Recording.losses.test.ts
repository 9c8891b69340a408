import * as Fake from "@screeps-effect/testing/Fake"
import * as Recording from "@screeps-effect/testing/Recording"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import { settle, within } from "./support/time.ts"

const ask = Effect.flatMap(HttpClient.HttpClient, (http) => http.get("http://screeps.test/api/game/time"))
const read = Effect.flatMap(ask, ({ text }) => text)

/** Records a program whose requests are answered so; gives what is kept, and what was told at once. */
const record = <A, E>(
  answer: Effect.Effect<Response>,
  program: Effect.Effect<A, E, HttpClient.HttpClient>
) => {
  const told: Array<string> = []
  const write = (name: string) => Effect.sync(() => void told.push(name))
  return Effect.gen(function* () {
    const exit = yield* Effect.exit(program)
    return { exit, told, all: yield* (yield* Recording.Recorder).all }
  }).pipe(
    Effect.provide(
      Recording.record(Fake.layer(Fake.respond("GET", "/api/game/time", () => answer)), { write })
    )
  )
}

/** Half an answer, and then nothing more; it breaks off, or it does not. */
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

describe("a request that no answer comes to", () => {
  it.effect("is recorded when it takes too long", () =>
    Effect.gen(function* () {
      const { all, exit, told } = yield* within(record(Effect.never, Effect.timeout(read, "2 seconds")))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(told, ["game/time.1"])
    })
  )

  it.effect("is recorded when its program is ended", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const silence = Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
      const ended = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(read)
        yield* Deferred.await(asked)
        yield* Fiber.interrupt(fiber)
      })
      const { all, told } = yield* record(silence, ended)
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(told, ["game/time.1"])
    })
  )

  it.effect("is recorded when the connection was never made", () =>
    Effect.gen(function* () {
      const { all } = yield* record(
        Effect.sync(() => Response.error()),
        read
      )
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
    })
  )
})

describe("half an answer", () => {
  it.effect("is recorded as none, and the program notices nothing", () =>
    Effect.gen(function* () {
      const noticed = Effect.gen(function* () {
        const response = yield* ask
        const { reason } = yield* Effect.flip(response.text)
        return [response.status, response.headers["content-type"], reason._tag]
      })
      const { all, exit, told } = yield* record(half(true), noticed)
      const bare = Fake.layer(Fake.respond("GET", "/api/game/time", () => half(true)))
      assert.deepStrictEqual(exit, Exit.succeed(yield* Effect.provide(noticed, bare)))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
      assert.deepStrictEqual(told, ["game/time.1"])
    })
  )

  it.effect("is recorded when nobody waits for the other", () =>
    Effect.gen(function* () {
      const { all } = yield* within(record(half(false), Effect.timeout(read, "2 seconds")))
      assert.deepStrictEqual(lost(all), [["game/time.1", "/api/game/time", 0]])
    })
  )

  it.effect("is a connection that breaks off when it is answered again", () =>
    Effect.gen(function* () {
      const { all } = yield* record(half(true), read)
      const { reason } = yield* Effect.flip(Effect.provide(read, Recording.replay(all)))
      assert.strictEqual(reason._tag, "TransportError")
    })
  )
})

describe("an answer", () => {
  it.effect("is recorded once, whole, even when its program is ended while it is written down", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const written: Array<string> = []
      const write = (name: string) =>
        Effect.andThen(
          Effect.delay(Deferred.succeed(begun, undefined), "1 second"),
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
          yield* Deferred.await(begun)
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

  it.effect("is answered again byte for byte, whoever wrote it", () =>
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
