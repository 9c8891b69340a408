import { ShardName } from "@screeps-effect/schema/ShardName"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(ShardName)

describe("a shard name", () => {
  for (const name of ["shard0", "shard3", "shardSeason", "privSrv", "my_shard-2"]) {
    it(`accepts ${name}`, () => {
      assert.deepStrictEqual(decode(name), Result.succeed(name))
    })
  }

  for (const value of ["", "shard 3", "shard0/E4S61", "shard3?x=1", "shard3\n", 3, null]) {
    it(`rejects ${JSON.stringify(value)}`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }
})
