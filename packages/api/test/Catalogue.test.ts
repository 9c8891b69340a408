import { assert, describe, it } from "@effect/vitest"
import { Catalogue, Endpoints } from "@screeps-effect/api"

describe("the catalogue", () => {
  it("lists every operation once, with a sentence", () => {
    const entries = Catalogue.entries()
    const keys = entries.map(({ method, path }) => `${method} ${path}`)
    assert.sameMembers(
      keys,
      Endpoints.all.map(({ method, path }) => `${method} ${path}`)
    )
    const names = entries.map(({ group, name }) => `${group}.${name}`)
    assert.lengthOf(new Set(names), names.length)
    assert.include(names, "Game.roomTerrain")
    for (const { name, sentence } of entries) assert.match(sentence, /^[A-Z].+\.$/s, name)
  })
})
