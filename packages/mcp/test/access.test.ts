/** What tools may change, and who is asked. */
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { Endpoints } from "@screeps-effect/api"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Tool } from "effect/ai"
import { type AuditLog, ScreepsToolkit } from "../src/index.ts"
import { connect } from "./support/client.ts"

/** A call of every tool that changes something. */
const changes = {
  run_console: { expression: "1" },
  write_memory: { path: "a", value: 1 },
  write_segment: { segment: 1, text: "a" },
  deploy_code: { modules: { main: "1" } },
  rollback_code: {},
  activate_branch: { branch: "default" },
  place_construction_sites: { room: "W7N3", sites: [{ x: 30, y: 30, structureType: "road" }] },
  place_first_spawn: { room: "W7N3", x: 30, y: 30, name: "Home" },
  call_operation: { operation: "user.respawn" }
}

const refused = "Nothing may be changed: the server was started without `--allow write`."

describe("Access", () => {
  it("every tool that changes something is called in these tests", () => {
    const writers = Object.values(ScreepsToolkit.toolkit.tools)
      .filter(({ annotations }) => !Context.get(annotations, Tool.Readonly))
      .map(({ name }) => name)
    assert.sameMembers(writers, Object.keys(changes))
  })

  it.live("by default, nothing is changed, and nothing is asked", () =>
    Effect.gen(function* () {
      const world = yield* SampleWorld.make()
      const { call, questions } = yield* connect(world, { answer: () => true })
      for (const [name, parameters] of Object.entries(changes)) {
        assert.deepStrictEqual(yield* call(name, parameters), { text: refused, isError: true }, name)
      }
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.scoped)
  )

  it.live("with write, what cannot be undone is asked, and not done after a no or without an answer", () =>
    Effect.gen(function* () {
      for (const said of [false, "cancel", undefined] as const) {
        const { call, questions } = yield* connect(yield* SampleWorld.make(), {
          access: { write: true },
          ...(said === undefined ? {} : { answer: () => said })
        })
        const { isError, text } = yield* call("call_operation", { operation: "user.respawn" })
        assert.isTrue(isError)
        assert.include(text, "`--yes-to user.respawn`")
        assert.lengthOf(questions, said === undefined ? 0 : 1)
        assert.include((yield* call("my_rooms")).text, "W7N3")
      }
    }).pipe(Effect.scoped)
  )

  it.live("with write, what cannot be undone is done after a yes", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* connect(yield* SampleWorld.make(), {
        access: { write: true },
        answer: () => true
      })
      assert.isFalse((yield* call("call_operation", { operation: "user.respawn" })).isError)
      assert.include(questions[0], "Gives up everything")
      assert.include((yield* call("who_am_i")).text, 'status "empty"')
    }).pipe(Effect.scoped)
  )

  it.live("yesTo allows one operation without a question, and no other", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), {
        access: { write: true, yesTo: ["code.deleteBranch"] }
      })
      const input = { branch: "none" }
      assert.isFalse((yield* call("call_operation", { operation: "code.deleteBranch", input })).isError)
      assert.isTrue((yield* call("call_operation", { operation: "user.respawn" })).isError)
    }).pipe(Effect.scoped)
  )

  it.live("all of Memory is replaced only after a yes", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* connect(yield* SampleWorld.make(), {
        access: { write: true },
        answer: () => false
      })
      assert.isTrue((yield* call("write_memory", { value: {} })).isError)
      assert.deepStrictEqual(questions, ["Replace all of Memory?"])
      assert.isFalse((yield* call("write_memory", { path: "a", value: {} })).isError)
    }).pipe(Effect.scoped)
  )

  it.live("values that are too long to be returned are replaced only after a yes", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* connect(yield* SampleWorld.make(), {
        access: { write: true },
        answer: () => false
      })
      assert.isFalse((yield* call("write_segment", { segment: 5, text: "a b ".repeat(20_000) })).isError)
      assert.isTrue((yield* call("write_segment", { segment: 5, text: "" })).isError)
      assert.deepStrictEqual(questions, [
        "Replace segment 5? What is there is too long to be returned: 80000 characters."
      ])
      assert.include((yield* call("read_segment", { segment: 5 })).text, "80000 characters")
    }).pipe(Effect.scoped)
  )

  it.live("operations that take a secret cannot be called, whatever is allowed", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), { access: { write: true, yesTo: ["*"] } })
      for (const operation of ["auth.signIn", "account.changePassword", "register.submit"]) {
        const { isError, text } = yield* call("call_operation", { operation, input: { password: "x" } })
        assert.deepStrictEqual(
          [isError, text],
          [true, "This operation takes a password or a token: only the player can call it."]
        )
      }
    }).pipe(Effect.scoped)
  )

  it("what each operation changes is said: every GET reads, and these POSTs, too", () => {
    const readers = Endpoints.all.filter(({ changes }) => changes === "nothing")
    assert.isTrue(Endpoints.all.every(({ changes, method }) => method === "POST" || changes === "nothing"))
    assert.deepStrictEqual(
      readers.filter(({ method }) => method === "POST").map(({ path }) => path),
      [
        "/api/game/rooms",
        "/api/game/map-stats",
        "/api/game/gen-unique-object-name",
        "/api/game/check-unique-object-name",
        "/api/game/gen-unique-flag-name",
        "/api/game/check-unique-flag-name",
        "/api/servers/list"
      ]
    )
  })
})

describe("AuditLog", () => {
  it.live("records every call with its outcome, and cuts long parameters", () =>
    Effect.gen(function* () {
      const entries: Array<AuditLog.Entry> = []
      const { call } = yield* connect(yield* SampleWorld.make(), { audit: (entry) => entries.push(entry) })
      yield* call("my_rooms")
      yield* call("write_segment", { segment: 1, text: "a".repeat(1000) })
      yield* call("read_code", { module: "none" })
      assert.deepStrictEqual(
        entries.map(({ outcome, tool }) => [tool, outcome]),
        [
          ["my_rooms", "done"],
          ["write_segment", "refused"],
          ["read_code", "failed"]
        ]
      )
      assert.strictEqual(entries[1]?.parameters["text"], `${"a".repeat(500)}… (1000 characters)`)
      assert.strictEqual(entries[1]?.message, refused)
      assert.match(entries[0]?.time ?? "", /^\d{4}-\d\d-\d\dT/)
    }).pipe(Effect.scoped)
  )
})
