import { changed, createdId, DbInsert } from "@screeps-effect/schema/DbInsert"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(DbInsert)

describe("createdId", () => {
  it("is the identifier of the stored document on a recorded private server", () => {
    assert.strictEqual(createdId(decode(recording("user/console.ok").response.body)), "1bbfe3c341e19d3")
  })

  it("is the first inserted identifier on official servers", () => {
    const response = {
      ok: 1,
      result: { ok: 1, n: 1 },
      ops: [],
      insertedCount: 1,
      insertedIds: ["5bbcad769099fc012e63792f"]
    }
    assert.strictEqual(createdId(decode(response)), "5bbcad769099fc012e63792f")
  })

  it("is undefined when the server does not return it", () => {
    assert.isUndefined(createdId(decode({ ok: 1 })))
    assert.isUndefined(createdId(decode({ ok: 1, _id: null, insertedIds: [] })))
  })
})

describe("the response to a stored document", () => {
  it("drops the stored content and the user", () => {
    assert.hasAllKeys(decode(recording("user/memory-set.root").response.body), ["ok", "_id"])
  })
})

describe("the number of stored documents", () => {
  it("is 1 when a recorded private server returns the document", () => {
    assert.strictEqual(changed(decode(recording("user/console.ok").response.body)), 1)
  })

  it("is the driver's count on official servers", () => {
    assert.strictEqual(changed(decode(reported.dbInsert)), 1)
    assert.strictEqual(changed(decode({ ok: 1, result: { ok: 1, n: 3 } })), 3)
  })

  it("is undefined when the server does not return it", () => {
    assert.isUndefined(changed(decode({ ok: 1 })))
  })
})

describe("the driver's insertedIds", () => {
  it("are read as a map like a list", () => {
    const _id = "5bbcad769099fc012e63792f"
    assert.strictEqual(createdId(decode({ ok: 1, insertedIds: { "0": _id } })), _id)
  })
})
