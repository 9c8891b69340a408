import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import * as RealServer from "./support/server.ts"

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the demo against a server as bob, with only this process' PATH as environment. */
const demo = (url: string, env: Readonly<Record<string, string>> = {}): Effect.Effect<Ended> =>
  Effect.callback<Ended>((resume, signal) => {
    const file = fileURLToPath(new URL("../../../examples/src/demo.ts", import.meta.url))
    // Node 22 prints a warning about TypeScript at every start.
    const args = ["--disable-warning=ExperimentalWarning", file, "--server", url, "--user", "bob"]
    const options = { env: { PATH: process.env["PATH"], ...env }, signal }
    const child = execFile(process.execPath, args, options, (_, out, err) =>
      resume(Effect.succeed({ code: child.exitCode, out, err }))
    )
  })

/** The characters of the map: fifty rows between the room's name and the legend. */
const picture = (out: string) => {
  const [, after = ""] = out.split(/, owned by bob\n\n/)
  const rows = after.split("\n").slice(0, 50)
  for (const row of rows) assert.match(row, /^ {2}[.#~SsCm]{50}$/)
  return rows.join("")
}

describe.skipIf(inject("whyNot") !== "")("the demo on the game's own server", () => {
  it.live("plays, reports a taken name, and reports a wrong password", () =>
    Effect.gen(function* () {
      const { url } = yield* RealServer.make()

      const { code, err, out } = yield* demo(url)
      assert.deepStrictEqual({ code, err }, { code: 0, err: "" }, out)
      assert.match(out, /✓ registered bob/)
      assert.match(out, /✓ placed a spawn in [WE]\d+[NS]\d+ at \(\d+, \d+\)/)
      assert.match(out, /✓ wrote Memory and read it back: demo\.room = [WE]\d+[NS]\d+/)
      const letters = picture(out)
      for (const letter of ["S", "C", "s"]) assert.include(letters, letter)

      const taken = yield* demo(url)
      const sentence =
        "The name bob is taken: choose another with --user, or give its password in SCREEPS_PASSWORD."
      assert.strictEqual(taken.err, `\n  ${sentence}\n\n`)
      assert.strictEqual(taken.code, 1)

      const shut = yield* demo(url, { SCREEPS_PASSWORD: "hush, hush" })
      assert.strictEqual(shut.err, "\n  Sign-in as bob failed: the name or the password is wrong.\n\n")
      assert.strictEqual(shut.code, 1)
      assert.notInclude(shut.out, "hush")
    }).pipe(Effect.scoped)
  )
})
