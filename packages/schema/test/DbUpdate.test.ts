import { recording } from "@screeps-effect/fixtures"
import { changed, DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as reported from "./support/reported.ts"

const decode = Schema.decodeUnknownSync(DbUpdate)

describe("the number of changed documents", () => {
  it("is the count of a recorded private server", () => {
    assert.strictEqual(changed(decode(recording("user/badge-set.ok").response.body)), 1)
  })

  it("is the count in the driver's result on official servers", () => {
    assert.strictEqual(changed(decode(reported.dbUpdate)), 0)
  })

  it("is the count in the driver's result when the Mongo mod returns both", () => {
    assert.strictEqual(changed(decode({ ok: 1, modified: 2, result: { ok: 1, n: 2, nModified: 1 } })), 1)
  })

  it("is undefined when the server does not return it", () => {
    assert.isUndefined(changed(decode({ ok: 1 })))
    assert.isUndefined(changed(decode({ ok: 1, modified: null, result: null })))
  })
})
