import { CpuLimitsInput, total } from "@screeps-effect/schema/CpuLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const encode = Schema.encodeUnknownResult(CpuLimitsInput)

describe("CPU limits", () => {
  it("add up over the shards", () => {
    assert.strictEqual(total({ shard0: 20, shard1: 0, shard2: 10 }), 30)
    assert.strictEqual(total({}), 0)
  })

  it("must be whole milliseconds and not negative", () => {
    assert.isTrue(Result.isSuccess(encode({ shard0: 0, shard3: 300 })))
    assert.isTrue(Result.isFailure(encode({ shard0: -1 })))
    assert.isTrue(Result.isFailure(encode({ shard0: 0.5 })))
  })
})
