import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Ended, listen, run, serve, start } from "./program.ts"

const password = "correct-horse-battery"
/** Creates a world with an account for bob, and history chunks of two ticks. */
const worldWithBob = () =>
  ScreepsWorld.make({ accounts: [{ username: "bob", password }], historyChunkSize: 2 })

/** Checks that the program ended with code 1 and printed this sentence on standard error. */
const assertStopped = ({ code, err }: Ended, sentence: string) => {
  assert.strictEqual(err, `\n  ${sentence}\n\n`)
  assert.strictEqual(code, 1)
}

/** Returns the lines of the picture, between the room's name and the legend. */
const picture = (out: string) => {
  const [, after = ""] = out.split(/, owned by .*\n\n/)
  const [rows = ""] = after.split(/\n\s*\n/)
  return rows.split("\n").map((row) => row.slice(2))
}

describe("the demo on an in-memory server", () => {
  it.live(
    "goes from a new account to a first room, drawn in plain letters if its output is not a terminal",
    () =>
      Effect.gen(function* () {
        const { code, err, out } = yield* run(["--user", "eve"], {}, true)
        assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
        for (const step of [
          /✓ connected: version 4\.3\.0, tick \d+/,
          /✓ registered eve/,
          /✓ signed in as eve, 100 CPU per tick/,
          /✓ placed a spawn in W\d+N\d+ at \(\d+, \d+\)/,
          /✓ uploaded code to default/,
          /✓ sent a line to the console/,
          /✓ wrote Memory and read it back: demo\.room = W\d+N\d+/,
          /W\d+N\d+, owned by eve/
        ]) {
          assert.match(out, step)
        }
        assert.notInclude(out, "\x1b")
        const rows = picture(out)
        assert.lengthOf(rows, 50)
        for (const row of rows) assert.match(row, /^[.#~SsCm]{50}$/)
        const letters = (letter: string) => rows.join("").split(letter).length - 1
        assert.deepStrictEqual(["S", "C", "s", "m"].map(letters), [1, 1, 2, 1])
        for (const operation of [
          "GET /api/version",
          "POST /api/register/submit",
          "POST /api/auth/signin",
          "GET /api/auth/me",
          "POST /api/game/place-spawn",
          "POST /api/user/code",
          "POST /api/user/console",
          "POST /api/user/memory",
          "GET /api/user/memory",
          "GET /api/game/room-terrain",
          "GET /room-history"
        ]) {
          assert.match(out, new RegExp(`^  ${operation} +\\d+( +\\d+)? +\\d+\\.\\d$`, "m"))
        }
      })
  )

  it.live("draws two squares per character with colours", () =>
    Effect.gen(function* () {
      const { code, out } = yield* run([], { FORCE_COLOR: "1" })
      assert.strictEqual(code, 0)
      const readable = out.replaceAll("\x1b", "ESC")
      const rows = picture(readable)
      assert.lengthOf(rows, 25)
      for (const row of rows) assert.match(row, /^(ESC\[38;5;\d+;48;5;\d+m▀){50}ESC\[0m$/)
      assert.include(readable, "ESC[48;5;201m  ESC[0m spawn")
    })
  )
})

describe("the demo on another server", () => {
  it.live("uses an existing account, also one with a spawn", () =>
    Effect.gen(function* () {
      const url = yield* serve(worldWithBob())
      const play = run(["--server", url, "--user", "bob"], { SCREEPS_PASSWORD: password })
      const first = yield* play
      assert.deepStrictEqual({ code: first.code, err: first.err }, { code: 0, err: "" })
      assert.match(first.out, /✓ signed in as bob/)
      assert.match(first.out, /✓ placed a spawn in/)
      assert.notInclude(first.out, "registered")
      const again = yield* play
      assert.deepStrictEqual({ code: again.code, err: again.err }, { code: 0, err: "" })
      assert.match(again.out, /✓ already owns W\d+N\d+ \(status: normal\)/)
      assert.include(picture(again.out).join(""), "S")
      for (const { out } of [first, again]) assert.notInclude(out, password)
    })
  )

  it.live("reports a user name that is taken", () =>
    Effect.gen(function* () {
      const url = yield* serve(worldWithBob())
      const sentence =
        "The name bob is taken: choose another with --user, or give its password in SCREEPS_PASSWORD."
      assertStopped(yield* run(["--server", url, "--user", "bob"]), sentence)
    })
  )

  it.live("reports a failed sign-in without the password", () =>
    Effect.gen(function* () {
      const url = yield* serve(worldWithBob())
      const ended = yield* run(["--server", url, "--user", "bob"], { SCREEPS_PASSWORD: "hush, hush" })
      assertStopped(ended, "Sign-in as bob failed: the name or the password is wrong.")
      assert.notInclude(ended.out, "hush")
    })
  )

  it.live("reports a server that does not respond", () =>
    Effect.gen(function* () {
      // No service listens on port 2, which is reserved for the system.
      const ended = yield* run(["--server", "http://127.0.0.1:2"])
      assertStopped(ended, "No response from http://127.0.0.1:2 (connect ECONNREFUSED 127.0.0.1:2).")
    })
  )

  it.live("reports a malformed server address", () =>
    Effect.gen(function* () {
      const sentence = '"kitchen" is not valid: a server address looks like http://127.0.0.1:21025.'
      assertStopped(yield* run(["--server", "kitchen"]), sentence)
    })
  )

  it.live("prints its usage for an unknown option", () =>
    Effect.gen(function* () {
      const usage =
        "Usage: npm run demo -- [--server <address>] [--user <name>]   (SCREEPS_PASSWORD for an existing account)"
      assertStopped(yield* run(["--sever", "here"]), `Unknown option '--sever'. ${usage}`)
    })
  )

  it.live("ends on an interrupt, even if the server never responds", () =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const url = yield* listen(() => Deferred.doneUnsafe(requested, Effect.void))
      const { ended, interrupt } = yield* start(["--server", url])
      yield* Deferred.await(requested)
      yield* interrupt
      const { code, err } = yield* ended
      assert.deepStrictEqual({ code, err }, { code: 130, err: "" })
    })
  )
})
