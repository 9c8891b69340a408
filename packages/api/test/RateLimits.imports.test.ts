/** A program that shares no limits does not load the Redis store. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const sources = join(import.meta.dirname, "../src")

/** All modules that a module imports, directly or through its own files. */
const reach = (file: string, reached = new Set<string>()): ReadonlySet<string> => {
  if (reached.has(file)) return reached
  reached.add(file)
  const text = readFileSync(join(sources, file), "utf8")
  for (const [, name = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (name.startsWith(".")) reach(join(dirname(file), name), reached)
    else reached.add(name)
  }
  return reached
}

describe("the Redis store", () => {
  it("is not imported by the package's index", () => {
    const all = reach("index.ts")
    assert.isTrue(all.has("limits/Store.ts"))
    assert.isEmpty([...all].filter((name) => /redis|persistence/i.test(name)))
  })

  it("is loaded by its own module", () => {
    assert.isTrue(reach("limits/Redis.ts").has("effect/persistence/Redis"))
  })
})
