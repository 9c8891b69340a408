import { assert, describe, it } from "@effect/vitest"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as User from "@screeps-effect/api/User"
import { PrivateServer } from "@screeps-effect/private-server"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Tick from "@screeps-effect/schema/Tick"
import { CodeSync, Console, HistoryReplay, MemoryWatch } from "@screeps-effect/socket/workflows"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { eventually } from "../support/world.ts"
import { code } from "./support/code.ts"
import { listen, newcomer, settler } from "./support/player.ts"
import { server } from "./support/server.ts"

class Ann extends Context.Service<Ann, Effect.Success<ReturnType<typeof settler>>>()("Ann") {
  static readonly layer = Layer.effect(Ann, settler(code)).pipe(Layer.provideMerge(server))
}

const Document = Schema.Record(Schema.String, Schema.Unknown)

/** Whether a field is internal: of the storage, or temporary during the processing of a tick. */
const isBookkeeping = (field: string) => field === "meta" || field === "$loki" || /^_(?!id$)/.test(field)

/** The objects of a room as the engine stores them. */
const documents = ({ objects }: RoomFeed.RoomView) =>
  Object.fromEntries(
    [...objects].map(([id, object]) => {
      const fields = Object.entries(Schema.decodeUnknownSync(Document)(RoomObject.toDocument(object)))
      return [id, Object.fromEntries(fields.filter(([field]) => !isBookkeeping(field)))]
    })
  )

describe.skipIf(inject("whyNot") !== "")("on a real server", () => {
  it.layer(Ann.layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    describe("a console line", () => {
      it.effect("returns its result as the console writes it", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const run = (expression: string) => ann.as(Console.run(expression))
          assert.strictEqual(yield* run("6 * 7"), "42")
          assert.strictEqual(yield* run("undefined"), "undefined")
          assert.strictEqual(yield* run("({})"), "[object Object]")
          assert.strictEqual(yield* run("const a = `<é>&${1 + 1}`; a + '\\n😀\"'"), '<é>&2\n😀"')
          assert.strictEqual(yield* run("Game.rooms[" + JSON.stringify(ann.room) + "].name"), ann.room)
        })
      )

      it.effect("returns a decoded value with runAs", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const Mine = Schema.Struct({ rooms: Schema.Array(Schema.String), tick: Schema.Int })
          const mine = yield* ann.as(
            Console.runAs(Mine, "({ rooms: Object.keys(Game.rooms), tick: Game.time })")
          )
          assert.deepStrictEqual(mine.rooms, [ann.room])
          const mismatch = yield* Effect.flip(ann.as(Console.runAs(Mine, "({ rooms: 5 })")))
          assert.strictEqual(mismatch._tag, "Mismatch")
          const nothing = yield* ann.as(Console.runAs(Schema.Undefined, "Memory.nothing"))
          assert.isUndefined(nothing)
        })
      )

      it.effect("fails with the thrown value: errors, strings, syntax errors", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const thrown = (expression: string) =>
            Effect.map(Effect.flip(ann.as(Console.run(expression))), (error) =>
              error._tag === "Threw" ? error : assert.fail(error.message)
            )
          const error = yield* thrown("throw new TypeError('<no> é')")
          assert.strictEqual(error.text, "TypeError: <no> é")
          assert.match(error.trace ?? "", /^ {4}at /)
          assert.deepInclude(yield* thrown("throw 'a text'"), { text: "a text", trace: undefined })
          assert.match((yield* thrown("(")).text, /^SyntaxError: /)
          assert.match((yield* thrown("nobody.knows")).text, /^ReferenceError: nobody is not defined/)
        })
      )

      it.effect("returns its own result when many run at once", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const numbers = Array.from({ length: 12 }, (_, i) => i)
          const results = yield* Effect.forEach(
            numbers,
            (i) => Effect.result(ann.as(Console.run(i % 4 === 3 ? `throw ${i}` : `${i} * 2`))),
            { concurrency: "unbounded" }
          )
          const shown = results.map((result) =>
            result._tag === "Success"
              ? result.success
              : result.failure._tag === "Threw"
                ? `threw ${result.failure.text}`
                : result.failure.message
          )
          assert.deepStrictEqual(
            shown,
            numbers.map((i) => (i % 4 === 3 ? `threw ${i}` : String(i * 2)))
          )
        })
      )

      it.effect("is emitted by lines without its marker", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const received = yield* ann.as(
            Effect.gen(function* () {
              const lines = yield* listen(Console.lines())
              yield* Console.run("console.log('<i>é</i>'), 'a result'")
              yield* Effect.ignore(Console.run("throw new Error('<boom>')"))
              yield* User.console({ expression: "throw new Error('<bang>')" })
              yield* eventually(
                Effect.sync(() => lines),
                (all) => all.some(({ kind, text }) => kind === "error" && text.includes("bang")),
                "all lines"
              )
              return lines
            })
          )
          const texts = received
            .filter(({ text }) => !text.startsWith("tick "))
            .map(({ kind, text }) => `${kind}: ${text.split("\n")[0]}`)
          assert.deepStrictEqual(texts, [
            "log: <i>é</i>",
            "result: a result",
            "error: Error: <boom>",
            "error: Error: <bang>"
          ])
        }).pipe(Effect.scoped)
      )

      it.effect("fails with NoAnswer when the account's code does not run", () =>
        Effect.gen(function* () {
          const bob = yield* newcomer()
          const error = yield* Effect.flip(bob.as(Console.run("1", { within: "2 seconds" })))
          assert(error._tag === "NoAnswer")
          assert.strictEqual(error.why, "timeout")
        }).pipe(Effect.scoped)
      )
    })

    describe("a value of Memory", () => {
      it.effect("is emitted as it changes: a number, an object, a value that is added and removed", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const numbers = yield* ann.as(
            MemoryWatch.stream("ticks", Schema.Int).pipe(Stream.take(4), Stream.runCollect)
          )
          const values = numbers.flatMap(Option.toArray)
          assert.lengthOf(values, 4)
          assert.deepStrictEqual(
            values,
            [...new Set(values)].toSorted((a, b) => a - b)
          )

          const Stats = Schema.Struct({
            room: Schema.String,
            ticks: Schema.Int,
            list: Schema.Array(Schema.Int)
          })
          const stats = yield* ann.as(
            MemoryWatch.stream("stats", Stats, { every: "300 millis" }).pipe(
              Stream.take(3),
              Stream.runCollect
            )
          )
          for (const { list, room, ticks } of stats.flatMap(Option.toArray)) {
            assert.deepStrictEqual({ list, room }, { list: [1, 2, ticks], room: ann.room })
          }

          const named = yield* ann.as(listen(MemoryWatch.stream("name", Schema.String)))
          const settled = (length: number) =>
            eventually(
              Effect.sync(() => named.length),
              (count) => count === length,
              `${length} values`
            )
          yield* settled(1)
          yield* ann.as(Memory.set({ path: "name", value: "Ann" }))
          yield* settled(2)
          yield* ann.as(Memory.remove({ path: "name" }))
          yield* settled(3)
          assert.deepStrictEqual(named, [Option.none(), Option.some("Ann"), Option.none()])
        }).pipe(Effect.scoped)
      )

      it.effect(
        "fails the stream when it does not match, and a path that would do damage is never sent",
        () =>
          Effect.gen(function* () {
            const ann = yield* Ann
            const end = <A>(path: string, schema: Schema.Codec<A, unknown>) =>
              Effect.flip(ann.as(Stream.runDrain(MemoryWatch.stream(path, schema))))
            const failure = yield* end("stats", Schema.Struct({ room: Schema.Int }))
            assert.strictEqual(failure._tag, "DecodeFailure")
            const refused = yield* end("toString", Schema.String)
            assert(refused._tag === "ScreepsError")
            assert.strictEqual(refused.reason._tag, "InvalidInput")
          })
      )
    })

    describe("code", () => {
      it.effect("is pushed with confirmation and activation, and not sent again when unchanged", () =>
        Effect.gen(function* () {
          const bob = yield* newcomer()
          const modules = {
            main: "module.exports.loop = () => {}",
            "lib/util": "1",
            wasm: { binary: "AGFzbQEAAAA=" }
          }
          const push = bob.as(
            CodeSync.push(modules, { branch: "release", activate: "activeWorld", confirm: "10 seconds" })
          )
          assert.deepInclude(yield* push, { created: true, code: "confirmed", activation: "confirmed" })
          assert.deepInclude(yield* push, { created: false, code: "unchanged", activation: "unchanged" })
          assert.deepStrictEqual(yield* bob.as(CodeSync.pull("$activeWorld")), {
            branch: "release",
            modules
          })
          const next = { branch: "$activeWorld", confirm: "10 seconds" } as const
          const again = yield* bob.as(CodeSync.push({ main: "2" }, next))
          assert.deepInclude(again, { branch: "release", code: "confirmed" })
          assert.deepStrictEqual((yield* bob.as(CodeSync.pull("release"))).modules, { main: "2" })
        }).pipe(Effect.scoped)
      )
    })

    describe("history", () => {
      it.effect("has the documents of the live feed one tick earlier", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const { cli } = yield* PrivateServer.PrivateServer
          // Slower than the server's throttle between two frames: a throttled frame mixes two ticks.
          yield* Effect.acquireRelease(cli("system.setTickDuration(350)"), () =>
            Effect.orDie(cli("system.setTickDuration(100)"))
          )
          const seen = yield* ann.as(
            RoomFeed.states(ann.room).pipe(
              Stream.filter(({ tick }) => tick !== undefined),
              Stream.drop(2),
              Stream.take(8),
              Stream.runCollect
            )
          )
          yield* cli("system.setTickDuration(100)")
          const from = (seen[0]?.tick ?? 0) - 1
          const to = (seen.at(-1)?.tick ?? 0) - 1
          const past = ann.as(Stream.runCollect(HistoryReplay.states(ann.room, from, to)))
          const states = yield* eventually(past, (list) => list.at(-1)?.tick === to, "all chunks are written")
          assert.deepStrictEqual(
            states.map(({ tick }) => tick),
            Array.from({ length: to - from + 1 }, (_, i) => Tick.make(from + i))
          )
          assert.isFalse(states.some(({ afterGap }) => afterGap))
          const byTick = new Map(states.map((state) => [state.tick, state]))
          assert.lengthOf(seen, 8)
          for (const view of seen) {
            const state = byTick.get(Tick.make((view.tick ?? 0) - 1))
            assert(state !== undefined)
            assert.deepStrictEqual(documents(state), documents(view), `tick ${view.tick}`)
          }
        }).pipe(Effect.scoped)
      )

      it.effect("emits a gap for ticks that are not recorded yet", () =>
        Effect.gen(function* () {
          const ann = yield* Ann
          const { time } = yield* ann.as(Game.time())
          const signals = yield* ann.as(
            Stream.runCollect(HistoryReplay.signals(ann.room, time + 1000, time + 1050))
          )
          const gaps = signals.flatMap((signal) => (signal._tag === "Gap" ? [signal] : []))
          assert.lengthOf(signals, gaps.length)
          assert.deepInclude(gaps[0], { from: Tick.make(time + 1000) })
          assert.deepInclude(gaps.at(-1), { to: Tick.make(time + 1050) })
        })
      )
    })
  })
})
