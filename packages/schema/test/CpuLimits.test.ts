import { CpuLimitsInput } from "@screeps-effect/schema/CpuLimits"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const encode = Schema.encodeUnknownResult(CpuLimitsInput)

describe("CPU limits", () => {
  it("must be whole milliseconds and not negative", () => {
    assert.isTrue(Result.isSuccess(encode({ shard0: 0, shard3: 300 })))
    assert.isTrue(Result.isFailure(encode({ shard0: -1 })))
    assert.isTrue(Result.isFailure(encode({ shard0: 0.5 })))
  })
})
