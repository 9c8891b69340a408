import { recording } from "@screeps-effect/fixtures"
import { Shard } from "@screeps-effect/schema/Shard"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Response = Schema.Struct({ shards: Schema.Array(Shard) })
const shards = (name: string) =>
  Schema.decodeUnknownSync(Response)(recording(`game/game-shards-info.${name}`).response.body).shards

describe("a shard", () => {
  it("has no name until the server has one", () => {
    assert.deepStrictEqual(
      [...shards("admin-utils"), ...shards("admin-utils.shard-name-unset")].map(({ name }) => name),
      ["privSrv", undefined]
    )
  })
})
