import { recording } from "@screeps-effect/fixtures"
import { changed, createdId, DbUpsert, isCreated } from "@screeps-effect/schema/DbUpsert"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const read = (document: unknown) => {
  const response = Schema.decodeUnknownSync(DbUpsert)(document)
  return { created: isCreated(response), id: createdId(response), changed: changed(response) }
}
const recorded = (name: string) => read(recording(`game/game-${name}`).response.body)

describe("an upsert", () => {
  it("created a document without identifier on a recorded private server", () => {
    assert.deepStrictEqual(recorded("create-flag.new"), { created: true, id: undefined, changed: 0 })
  })

  it("changed a document on a recorded private server", () => {
    assert.deepStrictEqual(recorded("create-flag.move"), { created: false, id: undefined, changed: 1 })
  })

  it("has no number of changes for some writes", () => {
    assert.deepStrictEqual(recorded("add-object-intent.activate-safe-mode"), {
      created: false,
      id: undefined,
      changed: undefined
    })
  })

  it("created a document with an identifier on official servers", () => {
    const id = reported.dbUpsert.result.upserted[0]?._id
    assert.isDefined(id)
    const { changed, created, ...named } = read(reported.dbUpsert)
    assert.deepStrictEqual([created, named.id as string | undefined, changed], [true, id, 0])
  })

  it("changed a document on official servers", () => {
    const changedOne = { ok: 1, result: { ok: 1, n: 1, nModified: 1, upserted: null } }
    assert.deepStrictEqual(read(changedOne), { created: false, id: undefined, changed: 1 })
  })
})
