/** The schemas of all operations, compiled, with and without code generation. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

interface Comparison {
  readonly responses: number
  readonly rejectedResponses: number
  readonly inputs: number
  readonly rejectedInputs: number
  readonly differences: ReadonlyArray<string>
}

const run = (...flags: ReadonlyArray<string>): Effect.Effect<Comparison> =>
  Effect.promise(async () => {
    const script = fileURLToPath(new URL("support/compiled.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script])
    return JSON.parse(stdout)
  })

describe("compiled schemas of operations", () => {
  for (const flags of [[], ["--disallow-code-generation-from-strings"]]) {
    it.effect(
      `decode and encode as Effect's interpreter does, with ${flags.join() || "code generation"}`,
      () =>
        Effect.gen(function* () {
          const { differences, inputs, rejectedInputs, rejectedResponses, responses } = yield* run(...flags)
          assert.deepStrictEqual(differences, [])
          assert.isAbove(responses - rejectedResponses, 500)
          assert.isAbove(rejectedResponses, 800)
          assert.isAbove(inputs - rejectedInputs, 1000)
          assert.isAbove(rejectedInputs, 5000)
        }),
      // Five seconds on an idle machine.
      { timeout: 300_000 }
    )
  }
})
