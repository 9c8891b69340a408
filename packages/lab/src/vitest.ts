/**
 * Tests of bots with vitest, which runs each of them on a server of its own.
 *
 * ```ts
 * import * as lab from "@screeps-effect/lab/vitest"
 * import { expect } from "vitest"
 *
 * lab.test("reaches level 2", "scenarios/rcl2.yaml")
 *
 * lab.test(
 *   "needs less than 5 ms per tick",
 *   { bots: { player: { code: "dist" } }, limits: { ticks: 100 } },
 *   ({ bots }) => expect(bots[0]?.cpu.mean).toBeLessThan(5)
 * )
 * ```
 *
 * The package's index does not export this module: it imports vitest.
 */
import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as vitest from "vitest"
import * as Lab from "./Lab.ts"
import type { LabResult } from "./LabResult.ts"
import * as Report from "./Report.ts"
import * as Scenario from "./scenario/scenario.ts"

/** The limits of the scenario end a test, not this one; in milliseconds. */
const timeout = 24 * 3_600_000

const platform = Layer.provideMerge(
  NodeChildProcessSpawner.layer,
  Layer.merge(NodeFileSystem.layer, NodePath.layer)
)

/**
 * Defines a test that runs a scenario, or the scenario in a YAML file. It fails if a milestone is missed, with the result as
 * text, and if the check of the result throws.
 */
export const test = (
  name: string,
  scenario: Scenario.Input | string,
  check?: (result: LabResult) => void | PromiseLike<void>
): void =>
  vitest.test(name, { timeout }, async ({ signal }) => {
    const run = Effect.gen(function* () {
      return yield* Lab.run(typeof scenario === "string" ? yield* Scenario.load(scenario) : scenario)
    }).pipe(Effect.provide(platform))
    const result = await Effect.runPromise(run, { signal })
    vitest.assert(result.passed, Report.text(result))
    await check?.(result)
  })
