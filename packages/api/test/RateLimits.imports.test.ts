/** Who shares no limits needs nothing of Effect that is only for sharing them. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const sources = join(import.meta.dirname, "../src")

/** All that a module imports, and what its own modules import; files by their paths. */
const reach = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(sources, file), "utf8")
  for (const [, name = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (name.startsWith(".")) reach(join(dirname(file), name), seen)
    else seen.add(name)
  }
  return seen
}

describe("the store in Redis", () => {
  it("is not imported by the package's index", () => {
    const all = reach("index.ts")
    assert.isTrue(all.has("limits/Store.ts"))
    assert.isEmpty([...all].filter((name) => /redis|persistence/i.test(name)))
  })

  it("is there for who imports its module", () => {
    assert.isTrue(reach("limits/Redis.ts").has("effect/persistence/Redis"))
  })
})
