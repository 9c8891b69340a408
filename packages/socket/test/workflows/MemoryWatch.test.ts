/** Watching values of Memory. */
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as MemoryWatch from "@screeps-effect/socket/workflows/MemoryWatch"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { alice } from "../support/fakeServer.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"
import { withPlayer, type Player } from "./support/player.ts"
import { lines, official } from "./support/server.ts"

interface Watching<A> {
  /** The values so far; `undefined` for no value. */
  readonly emitted: ReadonlyArray<A | undefined>
  readonly failure: () => string | undefined
}

const watch = <A>(
  path: string,
  schema: Schema.Codec<A, unknown>,
  options?: MemoryWatch.Options
): Effect.Effect<Watching<A>, never, ScreepsClient | ScreepsSocket.ScreepsSocket | Scope.Scope> =>
  Effect.gen(function* () {
    const emitted: Array<A | undefined> = []
    let failure: string | undefined
    yield* MemoryWatch.stream(path, schema, options).pipe(
      Stream.runForEach((value) => Effect.sync(() => emitted.push(Option.getOrUndefined(value)))),
      Effect.catch((error) =>
        Effect.sync(() => {
          failure =
            "reason" in error ? `${error.reason._tag}: ${error.message}` : `${error._tag}: ${error.message}`
        })
      ),
      Effect.forkScoped
    )
    yield* settle
    return { emitted, failure: () => failure }
  })

/** Runs a tick with this Memory; the platform decompresses responses asynchronously. */
const tick = (player: Player, memory: unknown, fetches = 0) =>
  Effect.gen(function* () {
    player.memory = memory
    yield* player.tick
    yield* until(() => player.http.requests.length >= fetches)
    for (let turn = 0; turn < 10; turn++) yield* settle
  })

const Stats = Schema.Struct({ gcl: Schema.Int, rooms: Schema.Array(Schema.String) })

describe("a value that its text determines", () => {
  it.effect("is emitted from the socket alone, and only when it changes", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* watch("a.n", Schema.Finite)
        for (const n of [1, 1, 2.5, -3e21, 0, undefined, 0]) yield* tick(player, { a: { n } })
        yield* tick(player, {})
        assert.deepStrictEqual(emitted, [1, 2.5, -3e21, 0, undefined, 0, undefined])
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("may be a string, a boolean, null, or JSON text", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const text = yield* watch("t", Schema.String)
        const flag = yield* watch("f", Schema.Boolean)
        const none = yield* watch("z", Schema.NullOr(Schema.Int))
        const json = yield* watch("j", Schema.fromJsonString(Stats))
        const stats = { gcl: 3, rooms: ["W1N1"] }
        yield* tick(player, { t: "5", f: true, z: null, j: JSON.stringify(stats) })
        yield* tick(player, { t: "", f: false, z: 7, j: JSON.stringify(stats) })
        assert.deepStrictEqual(text.emitted, ["5", ""])
        assert.deepStrictEqual(flag.emitted, [true, false])
        assert.deepStrictEqual(none.emitted, [null, 7])
        assert.deepStrictEqual(json.emitted, [stats])
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("may be compressed, as reported for some servers", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* watch("s", Stats)
        const stats = { gcl: 3, rooms: [] }
        player.socket.current().sendEvent(`user:${alice}/memory/s`, yield* GzipJson.encode(stats))
        yield* until(() => emitted.length > 0)
        assert.deepStrictEqual(emitted, [stats])
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )
})

describe("readings", () => {
  const collect = <A>(path: string, schema: Schema.Codec<A, unknown>) =>
    Effect.gen(function* () {
      const read: Array<readonly [A | undefined, number]> = []
      yield* MemoryWatch.readings(path, schema).pipe(
        Stream.runForEach(({ receivedAt, value }) =>
          Effect.sync(() => read.push([Option.getOrUndefined(value), receivedAt]))
        ),
        Effect.forkScoped
      )
      yield* settle
      return read
    })

  it.effect("emit the value with every message and its time, also while it does not change", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        const read = yield* collect("n", Schema.Finite)
        for (const n of [1, 1, undefined, 1]) {
          yield* tick(player, { n })
          yield* pass("3 seconds")
        }
        const times = read.map(([value, at]) => [value, at - start])
        assert.deepStrictEqual(times, [
          [1, 0],
          [1, 3000],
          [undefined, 6000],
          [1, 9000]
        ])
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("have whole milliseconds, also on a clock that stands between two of them", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const read = yield* collect("n", Schema.Finite)
        yield* TestClock.adjust(0.75)
        yield* tick(player, { n: 1 })
        assert.lengthOf(read, 1)
        assert.isTrue(Number.isInteger(read[0]?.[1]))
      })
    )
  )

  it.effect("fetch a list only when its text changes", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const read = yield* collect("q", Schema.Array(Schema.Int))
        yield* tick(player, { q: [1, 2] }, 1)
        yield* until(() => read.length === 1)
        yield* tick(player, { q: [1, 2] })
        assert.lengthOf(read, 2)
        assert.lengthOf(player.http.requests, 1)
      })
    )
  )

  it.effect("leave out a message whose value cannot be fetched", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const read = yield* collect("q", Schema.Array(Schema.Int))
        yield* tick(player, { q: [1, 2] }, 1)
        yield* until(() => read.length === 1)
        yield* pass("1 second")
        player.respond = () => new Response("Bad Gateway", { status: 502 })
        yield* tick(player, { q: [3, 4] }, 2)
        yield* pass("10 seconds")
        assert.lengthOf(read, 1)
      })
    )
  )
})

describe("a value that its text does not determine", () => {
  it.effect("is fetched regularly if it is an object, at most once a second on private servers", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* watch("stats", Stats)
        yield* tick(player, { stats: { gcl: 1, rooms: [] } }, 1)
        yield* tick(player, { stats: { gcl: 2, rooms: [] } })
        yield* tick(player, { stats: { gcl: 3, rooms: [] } })
        assert.deepStrictEqual(emitted, [{ gcl: 1, rooms: [] }])
        assert.deepStrictEqual(lines(player.http), ["GET /api/user/memory?path=stats"])
        yield* pass("1 second")
        yield* until(() => emitted.length > 1)
        assert.deepStrictEqual(emitted.slice(1), [{ gcl: 3, rooms: [] }])
        yield* pass("10 seconds")
        yield* tick(player, { stats: { gcl: 3, rooms: [] } }, 3)
        assert.strictEqual(emitted.length, 2)
      })
    )
  )

  it.effect("is fetched on its shard, once a minute on official servers or as often as configured", () =>
    withPlayer(
      (player) =>
        Effect.gen(function* () {
          const slow = yield* watch("s", Stats)
          const fast = yield* watch("s", Stats, { every: "5 seconds", shard: "shard1" })
          yield* tick(player, { s: { gcl: 1, rooms: [] } }, 2)
          yield* tick(player, { s: { gcl: 2, rooms: [] } })
          yield* pass("5 seconds")
          yield* until(() => fast.emitted.length > 1)
          assert.strictEqual(slow.emitted.length, 1)
          yield* pass("55 seconds")
          yield* until(() => slow.emitted.length > 1)
          assert.deepStrictEqual(lines(player.http).toSorted(), [
            "GET /api/user/memory?path=s&shard=shard1",
            "GET /api/user/memory?path=s&shard=shard1",
            "GET /api/user/memory?path=s&shard=shard3",
            "GET /api/user/memory?path=s&shard=shard3"
          ])
        }),
      official
    )
  )

  it.effect("is fetched when an array's text changes, and not while it stays the same", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* watch("q", Schema.Array(Schema.Int))
        yield* tick(player, { q: [1, 2] }, 1)
        yield* pass("10 seconds")
        yield* tick(player, { q: [1, 2] })
        yield* tick(player, { q: [1, 2] })
        assert.strictEqual(player.http.requests.length, 1)
        yield* tick(player, { q: [1, 2, 3] }, 2)
        yield* until(() => emitted.length > 1)
        assert.deepStrictEqual(emitted, [
          [1, 2],
          [1, 2, 3]
        ])
      })
    )
  )

  const changes: ReadonlyArray<{
    readonly of: string
    readonly schema: Schema.Codec<unknown>
    readonly values: ReadonlyArray<ReadonlyArray<unknown>>
  }> = [
    {
      of: "lists",
      schema: Schema.Array(Schema.Array(Schema.Finite)),
      values: [[], [[]], [[1, 2], [3]], [[1], [2, 3]], [[1, 2, 3]], [[1, 2, 3], []], [[], [1, 2, 3]]]
    },
    {
      of: "lists in lists",
      schema: Schema.Array(Schema.Array(Schema.Array(Schema.Finite))),
      values: [[[[1, 2]]], [[[1], [2]]], [[[1]], [[2]]]]
    },
    {
      of: "objects",
      schema: Schema.Array(Schema.Struct({ n: Schema.Int })),
      values: [[{ n: 1 }], [{ n: 2 }], [{ n: 2 }, { n: 2 }], [{ n: 2 }, { n: 3 }]]
    },
    {
      of: "what may be null",
      schema: Schema.Array(Schema.NullOr(Schema.String)),
      values: [[], [null], [""], [null, null], ["", null], ["", ""]]
    },
    {
      of: "texts with commas",
      schema: Schema.Array(Schema.String),
      values: [["a", "b,c"], ["a,b", "c"], ["a,b,c"], ["", "a,b,c"], [",a", "b,c"]]
    }
  ]
  for (const { of, schema, values } of changes) {
    it.effect(`is fetched regularly if it is an array of ${of}, whose text may stay while it changes`, () =>
      withPlayer((player) =>
        Effect.gen(function* () {
          const { emitted } = yield* watch("q", schema)
          for (const [n, q] of values.entries()) {
            yield* tick(player, { q }, n + 1)
            yield* until(() => emitted.length > n)
            yield* pass("1 second")
          }
          assert.deepStrictEqual(emitted, values)
        })
      )
    )
  }

  it.effect("is fetched only when its text changes if it is an empty array of numbers or strings", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        yield* watch("n", Schema.Array(Schema.Finite))
        yield* watch("t", Schema.Array(Schema.String))
        yield* tick(player, { n: [], t: [] }, 2)
        for (let n = 0; n < 5; n++) {
          yield* pass("10 seconds")
          yield* tick(player, { n: [], t: [] })
        }
        assert.strictEqual(player.http.requests.length, 2)
      })
    )
  )

  it.effect("is fetched when the text may stand for several values, or for none", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const either = yield* watch("e", Schema.Union([Schema.String, Schema.Finite]))
        yield* tick(player, { e: "5" }, 1)
        yield* until(() => either.emitted.length > 0)
        assert.deepStrictEqual(either.emitted, ["5"])
        const text = yield* watch("t", Schema.String)
        yield* tick(player, { e: "5", t: "undefined" }, 2)
        yield* until(() => text.emitted.length > 0)
        assert.deepStrictEqual(text.emitted, ["undefined"])
        const deep = yield* watch("no.such", Schema.String)
        yield* tick(player, { e: "5", t: "undefined" }, 3)
        yield* until(() => deep.emitted.length > 0)
        assert.deepStrictEqual(deep.emitted, [undefined])
      })
    )
  )

  it.effect("is fetched again with the next text when the server does not respond", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const stats = yield* watch("s", Stats)
        const list = yield* watch("q", Schema.Array(Schema.Int))
        const memory = { s: { gcl: 1, rooms: [] }, q: [1, 2] }
        player.respond = () => new Response("Bad Gateway", { status: 502 })
        yield* tick(player, memory, 2)
        yield* pass("10 seconds") // all repeats of both fetches
        yield* until(() => player.http.requests.length === 8)
        assert.deepStrictEqual([stats.emitted, list.emitted], [[], []])
        player.respond = () => undefined
        yield* tick(player, memory, 10)
        yield* until(() => stats.emitted.length + list.emitted.length === 2)
        assert.deepStrictEqual([stats.emitted, list.emitted], [[memory.s], [[1, 2]]])
        assert.deepStrictEqual([stats.failure(), list.failure()], [undefined, undefined])
      })
    )
  )

  it.effect("is fetched only for the latest text after a pending fetch", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* watch("q", Schema.Array(Schema.Int), { every: "10 seconds" })
        for (let n = 0; n < 20; n++) yield* tick(player, { q: [n, n] }, 1)
        yield* pass("10 seconds")
        yield* until(() => emitted.length > 1)
        assert.deepStrictEqual(emitted, [
          [0, 0],
          [19, 19]
        ])
        yield* pass("30 seconds")
        assert.isAtMost(player.http.requests.length, 3)
      })
    )
  )
})

describe("a value that does not match the schema", () => {
  it.effect("fails the stream, without the value in the error", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { failure, emitted } = yield* watch("n", Schema.Int)
        yield* tick(player, { n: 1 })
        yield* tick(player, { n: "hidden-text" }, 1)
        yield* until(() => failure() !== undefined)
        assert.deepStrictEqual(emitted, [1])
        assert.match(failure() ?? "", /^DecodeFailure: Memory\.n: /)
        assert.notInclude(failure() ?? "", "hidden-text")
      })
    )
  )

  it.effect("fails the stream when it is an object overrides of a string", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { failure, emitted } = yield* watch("t", Schema.String)
        yield* tick(player, { t: { a: 1 } }, 1)
        yield* until(() => failure() !== undefined)
        assert.deepStrictEqual(emitted, [])
        assert.match(failure() ?? "", /^DecodeFailure: /)
      })
    )
  )

  it.effect("is skipped with one warning with onDecodeFailure: skip", () => {
    const warnings: Array<unknown> = []
    const logger = Logger.layer([
      Logger.make(({ logLevel, message }) => void warnings.push([logLevel, message]))
    ])
    return withPlayer((player) =>
      Effect.gen(function* () {
        const { failure, emitted } = yield* watch("o", Stats, { onDecodeFailure: "skip" })
        yield* tick(player, { o: { gcl: 1, rooms: [] } }, 1)
        for (const fetches of [2, 3]) {
          yield* pass("1 second")
          yield* tick(player, { o: { gcl: "hidden-text", rooms: [] } }, fetches)
        }
        yield* pass("1 second")
        yield* tick(player, { o: { gcl: 2, rooms: [] } }, 4)
        yield* until(() => emitted.length > 1)
        assert.isUndefined(failure())
        assert.deepStrictEqual(
          emitted.map((stats) => stats?.gcl),
          [1, 2]
        )
        assert.strictEqual(warnings.length, 1)
        assert.notInclude(JSON.stringify(warnings), "hidden-text")
      })
    ).pipe(Effect.provide(logger))
  })
})

describe("names of keys in Memory", () => {
  it.effect("are escaped and bounded in failures", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { failure } = yield* watch("o", Schema.Record(Schema.String, Schema.Finite))
        yield* tick(player, { o: { [`\u001b[2J\u202e\n${"k".repeat(9_000)}`]: "text" } }, 1)
        yield* until(() => failure() !== undefined)
        const message = failure() ?? ""
        assert.isBelow(message.length, 300)
        assert.match(message, /^DecodeFailure: Memory\.o: Expected /)
        assert.notMatch(message, /[\p{Cc}\p{Cf}]/u)
      })
    )
  )
})

describe("a watch", () => {
  it.effect("rejects paths that would do damage, and sends nothing", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        for (const path of ["toString", "__proto__", "constructor", "", "a\nb", "a'b", 'a"b', "a\\b"]) {
          const { failure } = yield* watch(path, Schema.Unknown)
          assert.match(failure() ?? "", /^InvalidInput: /)
        }
        assert.deepStrictEqual(player.socket.current().commands, [])
        assert.deepStrictEqual(player.http.requests, [])
      })
    )
  )

  it.effect("fails when Memory cannot be read", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { failure } = yield* watch("o", Stats)
        player.respond = () => Response.json({ error: "no" })
        yield* tick(player, { o: {} }, 1)
        yield* until(() => failure() !== undefined)
        assert.match(failure() ?? "", /^Rejected: /)
      })
    )
  )

  it.effect("ends with its listener", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        yield* Effect.scoped(watch("n", Schema.Int))
        yield* settle
        assert.deepStrictEqual(player.socket.current().commands, [
          `subscribe user:${alice}/memory/n`,
          `unsubscribe user:${alice}/memory/n`
        ])
      })
    )
  )
})
