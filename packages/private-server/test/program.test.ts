import { inspect } from "node:util"
import { createContext, runInContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Program from "../src/administration/program.ts"

const limit = 10_000

/** Evaluates a program as the server does, and returns the line that the server prints. */
const print = (calls: ReadonlyArray<Program.Call>, mark: string, names: object = {}) =>
  Effect.promise(async () => {
    const line = Program.source(calls, { mark, id: 7, limit })
    assert.match(line, /^[ -~]*$/)
    return inspect(await runInContext(line, createContext(names)))
  })

const outcome = (calls: ReadonlyArray<Program.Call>, names?: object) =>
  Effect.gen(function* () {
    const mark = Program.makeMark()
    const printed = yield* print(calls, mark, names)
    const [text = ""] = Program.makeReader(mark, limit).push(printed) ?? []
    const parsed = Program.parse(text)
    assert(parsed !== undefined)
    assert.strictEqual(parsed.id, 7)
    return parsed.outcome
  })

const identity = "(value) => value"
const call = (code: string, input: unknown = null): Program.Call => ({ code, input: JSON.stringify(input) })

const results = (json: string): Program.Outcome => ({ _tag: "Results", json })

describe("a program", () => {
  it.effect.prop(
    "returns every JSON value unchanged, whatever texts it contains",
    [Schema.Array(Schema.Union([Schema.Json, Schema.Record(Schema.String, Schema.Json)]))],
    ([values]) =>
      Effect.gen(function* () {
        const found = yield* outcome(values.map((value) => call(identity, value)))
        if (found._tag === "TooLarge") return
        assert(found._tag === "Results")
        assert.match(found.json, /^[ -~]*$/)
        assert.deepStrictEqual(JSON.parse(found.json), JSON.parse(JSON.stringify(values)))
      })
  )

  it.effect("passes line breaks, separators, quotes and keys of prototypes as data", () =>
    Effect.gen(function* () {
      const text = "\r\n\u2028\u2029\u0000\uD800`${1}'\"\\ < é 😀 </script>"
      const value = { [text]: text, constructor: "a" }
      const found = yield* outcome([call(identity, value)])
      assert.deepStrictEqual(found._tag === "Results" && JSON.parse(found.json), [value])
      const input = '{"__proto__":{"isAdmin":true}}'
      const code = "(value) => [value.isAdmin === undefined, Object.keys(value)]"
      assert.deepStrictEqual(yield* outcome([{ code, input }]), results('[[true,["__proto__"]]]'))
    })
  )

  it.effect("calls functions one after another and awaits their promises", () =>
    Effect.gen(function* () {
      const log: Array<unknown> = []
      const add = (value: unknown) => Promise.resolve(log.push(value))
      const calls = [call("(value) => add(value)", "a"), call("async (value) => { await add(value) }", "b")]
      assert.deepStrictEqual(yield* outcome(calls, { add }), results("[1,null]"))
      assert.deepStrictEqual(log, ["a", "b"])
    })
  )

  it.effect("ends at the first function that fails, with its position and message", () =>
    Effect.gen(function* () {
      const log: Array<unknown> = []
      const add = (value: unknown) => log.push(value)
      const failing = (code: string) => outcome([call("add", 1), call(code), call("add", 2)], { add })
      const rejected = (detail: string) => ({ _tag: "Rejected" as const, index: 1, detail })
      assert.deepStrictEqual(yield* failing("() => { throw new Error('é\\n') }"), rejected("é\n"))
      assert.deepStrictEqual(yield* failing("() => Promise.reject('no room')"), rejected("no room"))
      assert.deepStrictEqual(yield* failing("() => Promise.reject()"), rejected("undefined"))
      assert.deepStrictEqual(yield* failing("() => creep"), rejected("creep is not defined"))
      const { detail } = { detail: "", ...(yield* failing("() => {")) }
      assert.match(detail, /Unexpected/)
      assert.deepStrictEqual(log, [1, 1, 1, 1, 1])
    })
  )

  it.effect("reports a result that is longer than the limit, without sending it", () =>
    Effect.gen(function* () {
      const found = yield* outcome([call("(length) => 'x'.repeat(length)", limit)])
      assert.deepStrictEqual(found, { _tag: "TooLarge", length: limit + 4 })
    })
  )

  it("does not contain its mark, which a server may repeat in a message", () => {
    const mark = Program.makeMark()
    assert.notInclude(Program.source([call(identity)], { mark, id: 1, limit }), mark)
  })
})

describe("the reader of responses", () => {
  const mark = "0123456789abcdef"

  it.prop(
    "finds the marked texts, wherever the stream is divided",
    [
      Schema.Array(Schema.String),
      Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })))
    ],
    ([texts, lengths]) => {
      const stream = texts.map((text) => `< printed\r\n${mark}${text}${mark}\r\n`).join("")
      const reader = Program.makeReader(mark, stream.length)
      const found: Array<string> = []
      let at = 0
      for (let i = 0; at < stream.length; i++) {
        const length = lengths[i % lengths.length] ?? 5
        found.push(...(reader.push(stream.slice(at, at + length)) ?? []))
        at += length
      }
      assert.deepStrictEqual(found, texts)
    }
  )

  it("keeps only the beginning of endless text without a mark", () => {
    const reader = Program.makeReader(mark, limit)
    for (let i = 0; i < 1000; i++) assert.deepStrictEqual(reader.push(`${i} `.repeat(10_000)), [])
    assert.lengthOf(reader.greeting(), 200)
  })

  it("rejects a marked text that is longer than the limit before it has ended", () => {
    const reader = Program.makeReader(mark, limit)
    let pushed = 0
    for (; reader.push(pushed === 0 ? mark : "x".repeat(1000)) !== undefined; pushed++)
      assert.isBelow(pushed, 100)
    assert.isAbove(pushed, limit / 1000)
  })

  it("reads no outcome from a malformed text", () => {
    for (const text of ["", "ok []", "7", "7 yes []", "-1 ok []", `${"9".repeat(99)} ok []`]) {
      assert.isUndefined(Program.parse(text), text)
    }
    for (const text of ["7 no", "7 no []", "7 no {}", "7 no [0]", '7 no ["0","a"]', "7 no x", "7 large x"]) {
      const parsed = Program.parse(text)
      assert.isTrue(parsed === undefined || parsed.outcome._tag === "Malformed", text)
    }
  })
})
