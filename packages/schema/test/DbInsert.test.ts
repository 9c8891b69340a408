import { changed, createdId, DbInsert } from "@screeps-effect/schema/DbInsert"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(DbInsert)

describe("createdId", () => {
  it("is the stored document's own on a recorded private server", () => {
    assert.strictEqual(createdId(decode(recording("user/console.ok").response.body)), "1bbfe3c341e19d3")
  })

  it("is the first inserted one on official servers", () => {
    const answer = {
      ok: 1,
      result: { ok: 1, n: 1 },
      ops: [],
      insertedCount: 1,
      insertedIds: ["5bbcad769099fc012e63792f"]
    }
    assert.strictEqual(createdId(decode(answer)), "5bbcad769099fc012e63792f")
  })

  it("is unknown where the server does not tell", () => {
    assert.isUndefined(createdId(decode({ ok: 1 })))
    assert.isUndefined(createdId(decode({ ok: 1, _id: null, insertedIds: [] })))
  })
})

describe("the answer to a stored document", () => {
  it("drops what the user wrote and who it was", () => {
    assert.hasAllKeys(decode(recording("user/memory-set.root").response.body), ["ok", "_id"])
  })
})

describe("how many documents were stored", () => {
  it("is one where a recorded private server answers the document", () => {
    assert.strictEqual(changed(decode(recording("user/console.ok").response.body)), 1)
  })

  it("is counted by the driver on official servers", () => {
    assert.strictEqual(changed(decode(reported.dbInsert)), 1)
    assert.strictEqual(changed(decode({ ok: 1, result: { ok: 1, n: 3 } })), 3)
  })

  it("is unknown where the server does not tell", () => {
    assert.isUndefined(changed(decode({ ok: 1 })))
  })
})

describe("the driver's map of identities", () => {
  it("is read like its list", () => {
    const _id = "5bbcad769099fc012e63792f"
    assert.strictEqual(createdId(decode({ ok: 1, insertedIds: { "0": _id } })), _id)
  })
})
