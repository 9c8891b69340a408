/** The account's own password and tokens: a server or a script may return them anywhere, and no model and no file gets them. */
import { Code, Memory, Segments } from "@screeps-effect/api"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import { Access, AuditLog, ScreepsToolkit } from "../src/index.ts"
import { answer, beginning, marked, own } from "../src/tools/text.ts"
import { connect } from "./support/client.ts"

const { password } = SampleWorld.account
const token = "5ec4e7".repeat(7)
const secret = "a-password-5ec4e7"
const screeps = Screeps.layer({ url: "http://127.0.0.1:1", username: "bob", password: secret })
const redact = (text: string) => text.replaceAll(token, "<redacted>")

describe("secrets of the account", () => {
  it("are replaced before a text is quoted, cut or escaped", () => {
    for (let before = 440; before <= 500; before++) {
      const text = answer`A ${`${"a ".repeat(before / 2)}${token} b`}`.write(redact)
      assert.notInclude(text, token.slice(0, 6), `${before}`)
    }
    const strange = "p«ss»\u200dw"
    const hide = (text: string) => text.replaceAll(strange, "<redacted>")
    assert.strictEqual(marked(`a ${strange} b`).write(hide), "«a <redacted> b»")
    assert.strictEqual(answer`a ${strange} ${own("b")}`.write(hide), "a «<redacted>» b")
  })

  it("leave no part of themselves at the end of a text that is cut", () => {
    assert.strictEqual(beginning(`{"key":"${token}"}`, 20), '{"key":"…')
    assert.strictEqual(beginning("short", 5), "short")
  })

  it.effect("are not shown in questions, nor in the audit log", () =>
    Effect.gen(function* () {
      const questions: Array<string> = []
      const audited: Array<AuditLog.Entry> = []
      const { handle } = yield* ScreepsToolkit.toolkit
      const value = { [secret]: [secret], text: `${"x ".repeat(240)}${secret}` }
      const calls = Effect.andThen(
        Stream.runDrain(Stream.unwrap(handle("run_console", { expression: `send("${secret}")` }))),
        Stream.runDrain(Stream.unwrap(handle("write_memory", { value })))
      )
      yield* calls.pipe(
        Effect.provideService(Access.Access, { write: true, yesTo: [] }),
        Effect.provideService(Access.Confirm, (question) =>
          Effect.sync(() => {
            questions.push(question)
            return false
          })
        ),
        Effect.provideService(AuditLog.AuditLog, (entry) => Effect.sync(() => void audited.push(entry)))
      )
      const shown = `{"<redacted>":["<redacted>"],"text":"${"x ".repeat(240)}<redacted>"}`
      assert.deepStrictEqual(questions, [
        'Run this in the console?\n\nexpression: send("<redacted>")',
        `Replace all of Memory?\n\nvalue: ${shown}`
      ])
      assert.deepStrictEqual(
        audited.map(({ parameters }) => parameters),
        [
          { expression: 'send("<redacted>")' },
          { value: `${shown.slice(0, 500)}… (${JSON.stringify(value).length} characters)` }
        ]
      )
    }).pipe(Effect.provide(Layer.provide(ScreepsToolkit.layerMemory, screeps)))
  )

  it.live("are in no answer and no resource, wherever a server or a script puts them", () =>
    Effect.gen(function* () {
      const tokens: Array<string> = []
      const secrets = () => `${password} ${tokens.at(-1)}`
      const world = yield* SampleWorld.make({
        evaluate: ({ memory }) => ({ memory, log: [secrets()], results: [secrets()] })
      })
      const { call, client } = yield* connect(world, {
        access: { write: true, yesTo: ["*"] }
      }).pipe(
        Effect.provideService(
          ScreepsClient.TransformClient,
          HttpClient.tap(({ headers }) =>
            Effect.sync(() => {
              if (headers["x-token"] !== undefined) tokens.push(headers["x-token"])
            })
          )
        )
      )
      yield* call("who_am_i")
      assert.isNotEmpty(tokens)
      // At every place where a text is split.
      const text = `${secrets()} `.repeat(60)
      const stored = Effect.gen(function* () {
        yield* Segments.set({ segment: 7, data: text })
        yield* Memory.set({ path: "stolen", value: { text, [secrets()]: 1 } })
        yield* Code.set({ branch: "default", modules: { main: "", extra: `// ${text}` } })
      })
      yield* Effect.provide(stored, TestServer.layerScreeps(world, { account: "bob" }))
      yield* Effect.repeat(world.tick, { times: 2 })
      while ((yield* call("read_console")).text.startsWith("No lines")) yield* world.tick
      const shown: Array<string> = [
        JSON.stringify(
          (yield* Effect.promise(() => client.readResource({ uri: "screeps://console" }))).contents
        )
      ]
      for (const [name, parameters] of [
        ["read_segment", { segment: 7 }],
        ["read_memory", { path: "stolen" }],
        ["read_code", { module: "extra" }],
        ["read_console", {}],
        ["call_operation", { operation: "segments.get", input: { segment: 7 } }],
        ["write_segment", { segment: 7, text: "" }],
        ["write_memory", { path: "stolen", value: 1 }]
      ] as const)
        shown.push((yield* call(name, parameters)).text)
      for (const one of shown) {
        assert.include(one, "<redacted>")
        assert.notInclude(one, password)
        for (const each of tokens) assert.notInclude(one, each)
      }
    }).pipe(Effect.scoped)
  )
})
