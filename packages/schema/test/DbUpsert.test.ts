import { recording } from "@screeps-effect/fixtures"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const read = Schema.decodeUnknownSync(DbUpsert)
const recorded = (name: string) => read(recording(`game/game-${name}`).response.body)

describe("an upsert", () => {
  it("counts inserted or matched documents on a recorded private server", () => {
    assert.deepInclude(recorded("create-flag.new"), { inserted: 1 })
    assert.deepInclude(recorded("create-flag.move"), { modified: 1 })
  })

  it("has no counts for some writes", () => {
    assert.deepStrictEqual(recorded("add-object-intent.activate-safe-mode"), { ok: 1 })
  })

  it("lists inserted documents on official servers", () => {
    const { result } = read(reported.dbUpsert)
    assert.deepStrictEqual<unknown>(result?.upserted, reported.dbUpsert.result.upserted)
  })

  it("accepts null without inserted documents", () => {
    const { result } = read({ ok: 1, result: { ok: 1, n: 1, nModified: 1, upserted: null } })
    assert.deepStrictEqual([result?.nModified, result?.upserted], [1, null])
  })
})
