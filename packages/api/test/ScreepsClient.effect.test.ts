import * as Game from "@screeps-effect/api/Game"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"
import * as Version from "effect/Version"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { tested } from "../src/client/effectVersion.ts"
import { always, run } from "./support/fake.ts"

const installed = Version.getCurrentVersion()
afterEach(() => Version.setCurrentVersion(installed))

describe("the installed version of effect", () => {
  it.effect("is warned about once per process, where it was not tested", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => logged.push(...[message].flat()))])
      Version.setCurrentVersion("4.1.7")
      yield* run(Game.time(), server).pipe(Effect.provide(logger))
      assert.deepStrictEqual(logged, [])

      Version.setCurrentVersion("4.2.0")
      yield* run(Game.time(), server).pipe(Effect.provide(logger))
      yield* run(Game.time(), server).pipe(Effect.provide(logger))
      assert.deepStrictEqual(logged, [
        "effect 4.2.0 is installed, but @screeps-effect/api was tested with 4.1. If calls fail, install effect@~4.1.0, or a newer version of @screeps-effect/api."
      ])
    })
  )

  it("has been tested in the minor versions that the peer range admits", () => {
    const workspace = readFileSync(join(import.meta.dirname, "../../../pnpm-workspace.yaml"), "utf8")
    const range = /^  peer:\n(?: +#.*\n)* +effect: (.+)$/m.exec(workspace)?.[1] ?? ""
    const admitted = SemVerRange.parseUnsafe(range)
    const fits = (minor: string) => SemVerRange.matches(admitted, SemVer.parseUnsafe(`${minor}.0`))
    assert.isTrue(tested.every(fits))
    const next = tested.at(-1)?.replace(/\d+$/, (minor) => String(Number(minor) + 1)) ?? ""
    assert.isFalse(fits(next))
  })
})
