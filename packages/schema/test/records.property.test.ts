import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as Badge from "@screeps-effect/schema/Badge"
import * as Battle from "@screeps-effect/schema/Battle"
import * as CpuLimits from "@screeps-effect/schema/CpuLimits"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import * as DbUpsert from "@screeps-effect/schema/DbUpsert"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Decoration from "@screeps-effect/schema/Decoration"
import * as MapStats from "@screeps-effect/schema/MapStats"
import * as Message from "@screeps-effect/schema/Message"
import * as MoneyEntry from "@screeps-effect/schema/MoneyEntry"
import * as NotifyPrefs from "@screeps-effect/schema/NotifyPrefs"
import * as NukeInfo from "@screeps-effect/schema/NukeInfo"
import * as Order from "@screeps-effect/schema/Order"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Pvp from "@screeps-effect/schema/Pvp"
import * as Rank from "@screeps-effect/schema/Rank"
import * as ScoreboardEntry from "@screeps-effect/schema/ScoreboardEntry"
import * as Season from "@screeps-effect/schema/Season"
import * as ServerEntry from "@screeps-effect/schema/ServerEntry"
import * as Shard from "@screeps-effect/schema/Shard"
import * as Signature from "@screeps-effect/schema/Signature"
import * as TokenInfo from "@screeps-effect/schema/TokenInfo"
import * as UserFound from "@screeps-effect/schema/UserFound"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { realistic } from "@screeps-effect/fixtures/realistic"

const modules = {
  ActiveState,
  Badge,
  Battle,
  CpuLimits,
  DbInsert,
  DbUpdate,
  DbUpsert,
  Decoration,
  MapStats,
  Message,
  MoneyEntry,
  NotifyPrefs,
  NukeInfo,
  Order,
  PowerCreepRecord,
  Pvp,
  Rank,
  ScoreboardEntry,
  Season,
  ServerEntry,
  Shard,
  Signature,
  TokenInfo,
  UserFound
}

const isCodec = (value: unknown): value is Schema.Codec<unknown> => Schema.isSchema(value)
const records = Object.entries(modules).flatMap(([module, exports]) =>
  Object.entries<unknown>(exports).flatMap(([name, schema]) =>
    /^[A-Z]/.test(name) && isCodec(schema) ? [{ name: `${module}.${name}`, schema }] : []
  )
)

describe("a record", () => {
  for (const { name, schema } of records) {
    const decode = Decoder.make(schema)
    const encode = Schema.encodeUnknownResult(schema)
    it.prop(
      `is encoded to the value that it was decoded from: ${name}`,
      [realistic(schema)],
      ([value]) => {
        const sent: unknown = JSON.parse(JSON.stringify(value))
        const decoded = Result.getOrThrow(decode(sent))
        assert.deepStrictEqual(decoded, value)
        assert.deepStrictEqual(Result.getOrThrow(encode(decoded)), value)
      },
      { arbitrary: { runs: 25 } }
    )
  }

  it("is tested for every module", () => {
    assert.isAtLeast(records.length, 75)
    assert.sameMembers([...new Set(records.map(({ name }) => name.split(".")[0]))], Object.keys(modules))
  })
})
