/** Console lines with their own results. */
import * as Console from "@screeps-effect/socket/workflows/Console"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { alice } from "../support/fakeServer.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"
import { withPlayer, type Player } from "./support/player.ts"
import { official } from "./support/server.ts"

/** Starts an effect, and waits until it needs a tick. */
const begun = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* pass("50 millis")
    return fiber
  })

/** Runs a line and the tick that gives its result. */
const answered = <A, E, R>(player: Player, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* begun(effect)
    yield* player.tick
    return yield* Fiber.join(fiber)
  })

const sentTo = ({ http }: Player): ReadonlyArray<unknown> => http.requests.map(({ body }) => body)

describe("run", () => {
  it.effect("returns the result as the console writes it", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const results: Array<string> = []
        for (const expression of [
          "1 + 1",
          "'<b> & \"é\" `x` $' + '{1}\\n\\\\'",
          "({ a: 1 })",
          "[1, 2]",
          "undefined",
          "null",
          "var x = 3; if (x > 2) { x * 2 }",
          "const y = 1\nlet z = 2 // both\ny + z",
          "function f() { return this === globalThis }; f()",
          "typeof module + typeof exports + arguments.length",
          "`a${1 + 1}`",
          "'${1}' + `\\`` + '\\u0041'"
        ]) {
          results.push(yield* answered(player, Console.run(expression)))
        }
        assert.deepStrictEqual(results, [
          "2",
          '<b> & "é" `x` ${1}\n\\',
          "[object Object]",
          "1,2",
          "undefined",
          "null",
          "6",
          "3",
          "true",
          "objectobject3",
          "a2",
          "${1}`A"
        ])
      })
    )
  )

  it.effect("returns its own result among those of other lines and runs", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const first = yield* begun(Console.run("'first'"))
        player.type("'of another player'")
        const second = yield* begun(Console.run("'second'"))
        player.type("'@run&abc=not mine'")
        yield* player.tick
        assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], ["first", "second"])
      })
    )
  )

  it.effect("returns its own result when many lines run at once", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: 40 }, (_, i) => i)
        const all = yield* begun(
          Effect.forEach(numbers, (n) => Console.run(`${n} * 2`), { concurrency: "unbounded" })
        )
        yield* player.tick
        assert.deepStrictEqual(
          yield* Fiber.join(all),
          numbers.map((n) => String(n * 2))
        )
        const subscriptions = player.socket
          .current()
          .commands.filter((text) => text === `subscribe user:${alice}/console`)
        assert.strictEqual(subscriptions.length, 1)
      })
    )
  )

  it.effect("ignores texts that look like a marked result", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const running = yield* begun(Console.run("'@run&0=inner'"))
        const [body] = sentTo(player)
        const id = /@run&([0-9a-z]+)=/.exec(JSON.stringify(body))?.[1] ?? ""
        player.script = () => player.log(`@run&${id}=forged`)
        player.type(`' @run&${id}=forged'`)
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(running), "@run&0=inner")
      })
    )
  )

  it.effect("subscribes before it sends", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        player.delay = Effect.sleep("5 seconds")
        const running = yield* begun(Console.run("7"))
        assert.deepStrictEqual(player.socket.current().commands, [`subscribe user:${alice}/console`])
        yield* player.tick
        assert.isUndefined(running.pollUnsafe())
        yield* pass("5 seconds")
        assert.strictEqual(yield* Fiber.join(running), "7")
        yield* settle
        assert.deepStrictEqual(player.socket.current().commands.slice(1), [
          `unsubscribe user:${alice}/console`
        ])
      })
    )
  )

  it.effect("takes its marker from Effect's Random", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        yield* answered(player, Console.run("1").pipe(Random.withSeed("a")))
        yield* answered(player, Console.run("1").pipe(Random.withSeed("a")))
        yield* answered(player, Console.run("1").pipe(Random.withSeed("b")))
        const [first, second, third] = sentTo(player)
        assert.deepStrictEqual(first, second)
        assert.notDeepEqual(first, third)
      })
    )
  )

  it.effect("runs on the given shard", () =>
    withPlayer(
      (player) =>
        Effect.gen(function* () {
          yield* answered(player, Console.run("1"))
          yield* answered(player, Console.run("1", { shard: "shard1" }))
          const shards = sentTo(player).map((body) => (body as { readonly shard: string }).shard)
          assert.deepStrictEqual(shards, ["shard3", "shard1"])
        }),
      official
    )
  )
})

const failure = <A, E, R>(player: Player, effect: Effect.Effect<A, E, R>) =>
  answered(player, Effect.flip(effect))

describe("run with a line that throws", () => {
  it.effect("fails with the text of the thrown value, whatever its type", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const texts: Array<string> = []
        for (const expression of [
          "throw new TypeError('no such <creep>')",
          "Game.time",
          "throw 'plain text'",
          "throw { a: 1 }",
          "throw undefined",
          "throw Symbol('x')",
          "throw Object.create(null)",
          "throw { toString() { throw 1 } }",
          "Symbol()",
          "1 +",
          "`}catch(e){}",
          "return 5"
        ]) {
          const error = yield* failure(player, Console.run(expression))
          assert.instanceOf(error, Console.Threw)
          texts.push(error.message)
        }
        assert.deepStrictEqual(texts, [
          "TypeError: no such <creep>",
          "ReferenceError: Game is not defined",
          "plain text",
          "[object Object]",
          "undefined",
          "Symbol(x)",
          "the expression threw a value without text",
          "the expression threw a value without text",
          "TypeError: Cannot convert a Symbol value to a string",
          "SyntaxError: Unexpected end of input",
          "SyntaxError: Unexpected end of input",
          "SyntaxError: Illegal return statement"
        ])
      })
    )
  )

  it.effect("includes the stack trace, if there is one", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const error = yield* failure(player, Console.run("throw new Error('two\\nlines')"))
        assert.instanceOf(error, Console.Threw)
        assert.strictEqual(error.text, "Error: two\nlines")
        assert.match(error.trace ?? "", /^ {4}at eval/)
        const plain = yield* failure(player, Console.run("throw 1"))
        assert.instanceOf(plain, Console.Threw)
        assert.isUndefined(plain.trace)
      })
    )
  )

  it.effect("does not stop other lines", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const first = yield* begun(Effect.flip(Console.run("throw 1")))
        const second = yield* begun(Console.run("2"))
        yield* player.tick
        assert.instanceOf(yield* Fiber.join(first), Console.Threw)
        assert.strictEqual(yield* Fiber.join(second), "2")
      })
    )
  )
})

describe("run with an invalid expression", () => {
  it.effect("fails before anything is sent", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        for (const expression of ["", "x".repeat(1000), "\\".repeat(460)]) {
          const error = yield* Effect.flip(Console.run(expression))
          assert.strictEqual(error._tag === "ScreepsError" ? error.reason._tag : error._tag, "InvalidInput")
        }
        assert.deepStrictEqual(player.http.requests, [])
        assert.deepStrictEqual(player.socket.current().commands, [])
      })
    )
  )

  it.effect("accepts 890 characters, and 875 with runAs", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const sized = (length: number) => `'${"1".repeat(length - 9)}'.length`
        assert.strictEqual(sized(890).length, 890)
        assert.strictEqual(yield* answered(player, Console.run(sized(890))), "881")
        assert.strictEqual(yield* answered(player, Console.runAs(Schema.Int, sized(875))), 866)
      })
    )
  )
})

describe("runAs", () => {
  it.effect("returns a value that matches the schema", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const Room = Schema.Struct({ level: Schema.Int, names: Schema.Array(Schema.String) })
        const room = "({ level: 3, names: ['<b>', '@run&'], more: 1 })"
        assert.deepStrictEqual(yield* answered(player, Console.runAs(Room, room)), {
          level: 3,
          names: ["<b>", "@run&"]
        })
        assert.isUndefined(yield* answered(player, Console.runAs(Schema.Undefined, "undefined")))
        assert.strictEqual(yield* answered(player, Console.runAs(Schema.String, "'undefined'")), "undefined")
      })
    )
  )

  it.effect("fails when the value does not match, or has no JSON text", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const wrong = yield* failure(player, Console.runAs(Schema.Int, "'secret-text'"))
        assert.instanceOf(wrong, Console.Mismatch)
        assert.notInclude(wrong.message, "secret-text")
        const cyclic = yield* failure(player, Console.runAs(Schema.Unknown, "var a = {}; a.a = a; a"))
        assert.instanceOf(cyclic, Console.Threw)
      })
    )
  )
})
