/** Patterns in JSON Schema documents have the same meaning in other languages. */
import * as index from "@screeps-effect/schema"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const schemas = Object.values(index).flatMap((exports) =>
  Object.values(exports).filter((value: unknown): value is Schema.Constraint => Schema.isSchema(value))
)

/** Returns the patterns of all checks in the representation of a schema. */
const patternsOf = (value: unknown): ReadonlyArray<{ readonly source: string; readonly flags: string }> => {
  if (typeof value !== "object" || value === null) return []
  const { id, payload } = value as { readonly id?: unknown; readonly payload?: unknown }
  return id === "effect/schema/isPattern"
    ? [payload as { readonly source: string; readonly flags: string }]
    : Object.values(value).flatMap(patternsOf)
}

const texts: ReadonlyArray<string> = [
  ["W0N0", "E127S127", "W1234567N1", "W12345678N1", "W01N1", "W1.5N-2", "w1n1", "sim", "W1N1\n", "xW1N1"],
  ["shard0", "my_shard-2", "shard 3", "shard0/E4S61", "shard3\n", "sha\u0308rd"],
  ["creeps.Bob.role", "queue.0", "häß.✓", "😀", "\ud83d", "it's", 'a"b', "a`b", "a\\b", "a\nb", "a\rb"],
  ["a\u2028b", "a\u2029b", "", " ", "2026-11", "2026-13", "2026-00", "２０２６-11"]
].flat()

describe("a pattern", () => {
  it("has the flag u in every schema, as JSON Schema requires", () => {
    const patterns = schemas.flatMap((schema) => patternsOf(Schema.toRepresentation(schema)))
    assert.isAbove(new Set(patterns.map(({ source }) => source)).size, 3)
    for (const { flags, source } of patterns) assert.strictEqual(flags, "u", source)
  })

  const exported = {
    RoomName: index.RoomName.RoomName,
    ShardName: index.ShardName.ShardName,
    MemoryPath: index.MemoryPath.MemoryPath,
    WatchPath: index.MemoryEvent.WatchPath,
    LeaderboardMonth: index.Rank.LeaderboardMonth
  }
  for (const [name, schema] of Object.entries(exported)) {
    it(`of ${name} is exported and accepts the same texts as the schema`, () => {
      const pattern = Schema.toJsonSchemaDocument(schema).definitions[name]?.["pattern"]
      assert.isString(pattern)
      const accepted = texts.filter((text) => new RegExp(String(pattern), "u").test(text))
      assert.isNotEmpty(accepted)
      assert.deepStrictEqual(accepted, texts.filter(Schema.is(schema)))
    })
  }
})
