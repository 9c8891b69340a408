import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

interface Report {
  readonly forbidden: boolean
  readonly compiledBefore: number
  readonly compiledAfter: number
  readonly compiledForOthers: number
  readonly results: ReadonlyArray<{ readonly value?: unknown; readonly message?: string }>
}

interface Comparison {
  readonly compared: number
  readonly accepted: number
  readonly differences: ReadonlyArray<string>
}

/** Node runs the TypeScript sources directly: it strips their types. */
const run = <A>(script: string, ...flags: ReadonlyArray<string>): Effect.Effect<A> =>
  Effect.promise(async () => {
    const path = fileURLToPath(new URL(`support/${script}.ts`, import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, path])
    return JSON.parse(stdout)
  })

const forbid = "--disallow-code-generation-from-strings"

describe("Decoder.make", () => {
  it.effect("decodes the same without code generation", () =>
    Effect.gen(function* () {
      const [compiled, interpreted] = yield* Effect.all(
        [run<Report>("decode"), run<Report>("decode", forbid)],
        { concurrency: 2 }
      )
      assert.isFalse(compiled.forbidden)
      assert.isTrue(interpreted.forbidden)
      assert.deepStrictEqual(interpreted.results, compiled.results)
      assert.lengthOf(
        compiled.results.filter(({ message }) => message !== undefined),
        11
      )
      assert.lengthOf(compiled.results, 17)

      assert.strictEqual(compiled.compiledBefore, 0, "nothing is compiled before the first input")
      assert.isAbove(compiled.compiledAfter, 0)
      assert.strictEqual(compiled.compiledForOthers, 0, "schemas of others are left alone")
    })
  )
})

describe("a compiled schema", () => {
  for (const flags of [[], [forbid]]) {
    it.effect(
      `returns what Effect's interpreter returns, with ${flags.join() || "code generation"}`,
      () =>
        Effect.gen(function* () {
          const { accepted, compared, differences } = yield* run<Comparison>("compiled", ...flags)
          assert.deepStrictEqual(differences, [])
          assert.isAbove(compared, 10_000)
          assert.isAbove(accepted, 4000)
        }),
      // A second on an idle machine.
      { timeout: 300_000 }
    )
  }
})
