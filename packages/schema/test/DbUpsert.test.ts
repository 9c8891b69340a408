import { recording } from "@screeps-effect/fixtures"
import { changed, createdId, DbUpsert, isCreated } from "@screeps-effect/schema/DbUpsert"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const read = (document: unknown) => {
  const answer = Schema.decodeUnknownSync(DbUpsert)(document)
  return { created: isCreated(answer), id: createdId(answer), changed: changed(answer) }
}
const recorded = (name: string) => read(recording(`game/game-${name}`).response.body)

describe("a change that may have made a document", () => {
  it("made one without naming it on a recorded private server", () => {
    assert.deepStrictEqual(recorded("create-flag.new"), { created: true, id: undefined, changed: 0 })
  })

  it("changed one on a recorded private server", () => {
    assert.deepStrictEqual(recorded("create-flag.move"), { created: false, id: undefined, changed: 1 })
  })

  it("is not told at all for some writes", () => {
    assert.deepStrictEqual(recorded("add-object-intent.activate-safe-mode"), {
      created: false,
      id: undefined,
      changed: undefined
    })
  })

  it("made one and names it on official servers", () => {
    const id = reported.dbUpsert.result.upserted[0]?._id
    assert.isDefined(id)
    const { changed, created, ...named } = read(reported.dbUpsert)
    assert.deepStrictEqual([created, named.id as string | undefined, changed], [true, id, 0])
  })

  it("changed one on official servers", () => {
    const changedOne = { ok: 1, result: { ok: 1, n: 1, nModified: 1, upserted: null } }
    assert.deepStrictEqual(read(changedOne), { created: false, id: undefined, changed: 1 })
  })
})
