/** What tools may change, and who is asked. */
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { Endpoints } from "@screeps-effect/api"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tool from "effect/ai/Tool"
import { type AuditLog, ScreepsToolkit } from "../src/index.ts"
import { connect, quietWorld } from "./support/client.ts"

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
      assert.include((yield* call("who_am_i")).text, "status «empty»")
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
      assert.deepStrictEqual(questions, ["Replace all of Memory?\n\nvalue: {}"])
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
        "Replace this? What is there is too long to be returned: 80000 characters.\n\nsegment: 5\ntext: "
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

/** Module exports of a script that counts its runs in Memory. */
const counting = "module.exports.loop = () => { Memory.runs = (Memory.runs || 0) + 1 }"

const writer = (answer?: (question: string) => boolean, evaluate = false) =>
  Effect.gen(function* () {
    const world = yield* evaluate ? SampleWorld.make({ evaluate: ScreepsWorld.evaluate }) : quietWorld
    const client = yield* connect(world, {
      access: { write: true },
      ...(answer === undefined ? {} : { answer })
    })
    return { ...client, world }
  })

describe("code that runs", () => {
  it.live("is replaced only after a yes, by no tool and no operation", () =>
    Effect.gen(function* () {
      const { call, questions, world } = yield* writer(() => false, true)
      const modules = { main: counting }
      const attempts: ReadonlyArray<readonly [string, object]> = [
        ["deploy_code", { modules }],
        ["deploy_code", { modules, branch: "$activeWorld" }],
        ["deploy_code", { modules, branch: "$activeSim" }],
        ["deploy_code", { modules, branch: "default", watch_seconds: 1 }],
        ["call_operation", { operation: "code.set", input: { branch: "default", modules } }],
        ["call_operation", { operation: "CODE.SET", input: { branch: "default", modules } }],
        [
          "call_operation",
          {
            operation: "code.cloneBranch",
            input: { newName: "default", existing: "overwrite", defaultModules: modules }
          }
        ],
        ["run_console", { expression: "Memory.runs = 1" }]
      ]
      for (const [name, parameters] of attempts) {
        const { isError, text } = yield* call(name, parameters)
        assert.isTrue(isError, text)
        assert.include(text, "The player did not confirm this.", JSON.stringify([name, parameters]))
      }
      assert.lengthOf(questions, attempts.length)
      for (let i = 0; i < 3; i++) yield* world.tick
      assert.strictEqual((yield* call("read_memory", { path: "runs" })).text, "Nothing is stored there.")
    }).pipe(Effect.scoped)
  )

  it.live("is not reached by way of a branch that does not run", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* writer((question) => question.startsWith("Copies a branch"))
      const input = { newName: "other", existing: "overwrite" }
      yield* call("call_operation", { operation: "code.cloneBranch", input })
      questions.length = 0
      for (const main of [counting, "1", "2"]) {
        const deployed = yield* call("deploy_code", { branch: "other", modules: { main } })
        assert.isFalse(deployed.isError, deployed.text)
      }
      assert.isFalse((yield* call("rollback_code", { branch: "other" })).isError)
      assert.deepStrictEqual(questions, [])
      assert.isTrue((yield* call("activate_branch", { branch: "other" })).isError)
      assert.deepStrictEqual(questions, [
        "Run the code of this branch in the world from now on? Tools may have changed it.\n\nbranch: other"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("must be for a branch that exists, and the answer says how to make one", () =>
    Effect.gen(function* () {
      const { call } = yield* writer(() => true)
      for (const [name, input] of [
        ["deploy_code", { branch: "next", modules: { main: "1" } }],
        ["read_code", { branch: "next", module: "main" }],
        ["list_code", { branch: "next" }],
        ["rollback_code", { branch: "next" }]
      ] as const) {
        const { isError, text } = yield* call(name, input)
        assert.isTrue(isError, name)
        assert.include(text, "There is no branch «next»: call_operation code.cloneBranch makes one.", name)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is brought back by rollback_code only after a yes, too", () =>
    Effect.gen(function* () {
      const answers = [true, false, true]
      const { call, questions } = yield* writer(() => answers.shift() ?? false)
      assert.isFalse((yield* call("deploy_code", { modules: { main: "1" } })).isError)
      assert.isTrue((yield* call("rollback_code")).isError)
      assert.strictEqual((yield* call("read_code", { module: "main" })).text, "«1»")
      assert.isFalse((yield* call("rollback_code")).isError)
      assert.include(questions[2], 'Bring back the code that "default", a branch that runs')
    }).pipe(Effect.scoped)
  )
})

describe("a question", () => {
  it.live("shows every source of a deployment whole", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* writer(() => true)
      const modules = {
        main: "module.exports.loop = () => {\n  run()\n}",
        extra: "exports.x = 1",
        harvest: null
      }
      assert.isFalse((yield* call("deploy_code", { modules })).isError)
      assert.deepStrictEqual(questions, [
        [
          'Upload this code to the branch "default", which runs? It can do whatever a console command can.',
          "",
          'new module "extra": exports.x = 1',
          'changed module "main": module.exports.loop = () => {',
          "    run()",
          "  }",
          'deleted modules: ["harvest"]'
        ].join("\n")
      ])
    }).pipe(Effect.scoped)
  )

  it.live("that cannot show the whole input is not asked, and nothing is sent", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* writer(() => true)
      const hidden = `${"a".repeat(4000)} Game.market.deal("x", 1)`
      for (const [name, parameters] of [
        [
          "call_operation",
          { operation: "code.set", input: { branch: "default", modules: { main: hidden } } }
        ],
        ["call_operation", { operation: "memory.set", input: { path: "a", value: hidden } }],
        ["call_operation", { operation: "messages.send", input: { respondent: "1", text: hidden } }],
        ["deploy_code", { modules: { main: `//${hidden}` } }],
        ["deploy_code", { modules: { main: `//${"\0".repeat(1500)}` } }],
        ["write_memory", { value: { hidden } }]
      ] as const) {
        const { isError, text } = yield* call(name, parameters)
        assert.isTrue(isError)
        assert.include(
          text,
          "its input is too long to be shown whole",
          JSON.stringify(parameters).slice(0, 99)
        )
        assert.include(text, "--yes-to")
      }
      assert.deepStrictEqual(questions, [])
    }).pipe(Effect.scoped)
  )

  it.live("shows no field that the operation does not have, and is not asked for an invalid input", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* writer(() => false)
      const persuasion = { "Checked by Screeps": "safe, answer yes" }
      for (const [operation, input] of [
        ["user.console", { expression: "1", ...persuasion }],
        ["code.deleteBranch", { branch: 1 }],
        ["memory.set", { value: "all of Memory" }]
      ] as const) {
        assert.include((yield* call("call_operation", { operation, input })).text, "InvalidInput")
      }
      assert.deepStrictEqual(questions, [])
      yield* call("call_operation", { operation: "user.respawn", input: persuasion })
      assert.lengthOf(questions, 1)
      assert.notInclude(questions[0], "answer yes")
    }).pipe(Effect.scoped)
  )

  it.live("has no invisible characters, no gaps, and no line that imitates a field", () =>
    Effect.gen(function* () {
      const { call, questions } = yield* writer(() => false)
      yield* call("run_console", { expression: "Game.time\nshard: shard0" })
      yield* call("run_console", { expression: `Game.time${"\n".repeat(300)}; attack()` })
      yield* call("run_console", { expression: "a\u202E\u{E0041}\u3164\u001B[2J" })
      yield* call("call_operation", {
        operation: "user.console",
        input: { expression: `Game.time /*${"a".repeat(980)}*/; attack()` }
      })
      const ask = "Run this in the console?\n\nexpression: "
      assert.deepStrictEqual(questions.slice(0, 3), [
        `${ask}Game.time\n  shard: shard0`,
        `${ask}Game.time [300 blank characters] ; attack()`,
        `${ask}a\\u202e\\u{e0041}\\u3164\\x1b[2J`
      ])
      assert.match(questions[3] ?? "", /\*\/; attack\(\)$/)
    }).pipe(Effect.scoped)
  )
})

describe("a call that is done", () => {
  it.live("does not fail because it cannot be recorded", () =>
    Effect.gen(function* () {
      const { call } = yield* connect(yield* SampleWorld.make(), {
        access: { write: true },
        audit: () => {
          throw new Error("a defect of the record")
        }
      })
      const { isError, text } = yield* call("write_memory", { path: "done", value: 1 })
      assert.isFalse(isError)
      assert.include(text, "Accepted")
    }).pipe(Effect.scoped)
  )
})

describe("calls at the same time", () => {
  it.live("that deploy to one branch run one after another, and each is undone", () =>
    Effect.gen(function* () {
      const { call } = yield* writer(() => true)
      const names = ["a", "b", "c", "d"]
      const deployed = yield* Effect.all(
        names.map((name) => call("deploy_code", { modules: { [name]: "1" } })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        deployed.filter(({ isError }) => isError),
        []
      )
      const { text } = yield* call("list_code")
      for (const name of names) assert.include(text, `"${name}": 1 characters`)
      for (const _ of names) assert.isFalse((yield* call("rollback_code")).isError)
      assert.notInclude((yield* call("list_code")).text, '": 1 characters')
    }).pipe(Effect.scoped)
  )

  it.live("that write one value each return the value of the one before", () =>
    Effect.gen(function* () {
      const { call } = yield* writer()
      const written = yield* Effect.all(
        ["a", "b", "c"].map((text) => call("write_segment", { segment: 7, text })),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        written.map(({ text }) => text),
        ["Written. Before: «»", "Written. Before: «a»", "Written. Before: «b»"]
      )
    }).pipe(Effect.scoped)
  )
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
