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

const script = fileURLToPath(new URL("support/decode.ts", import.meta.url))

/** Node runs the TypeScript sources directly: it strips their types. */
const run = (...flags: ReadonlyArray<string>): Effect.Effect<Report> =>
  Effect.promise(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script])
    return JSON.parse(stdout)
  })

describe("Decoder.make", () => {
  it.effect("decodes the same without code generation", () =>
    Effect.gen(function* () {
      const [compiled, interpreted] = yield* Effect.all(
        [run(), run("--disallow-code-generation-from-strings")],
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
