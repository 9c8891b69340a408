/** The picture of the house in ARCHITECTURE.md, held against what packages really depend on. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const scope = "@screeps-effect/"

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

const dependenciesOf = (folder: string) => {
  const { dependencies = {} }: Manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  return Object.keys(dependencies).flatMap((name) =>
    name.startsWith(scope) ? [name.slice(scope.length)] : []
  )
}

/** The floors of the first picture, from the lowest to the highest, with the rooms on each. */
const floors = () => {
  const [, picture = ""] =
    /```\n([\s\S]*?)```/.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")) ?? []
  return picture
    .split(/^ *▲ *$/m)
    .map((floor) => floor.split("\n").flatMap((line) => /^[a-z][\w-]*/.exec(line)?.[0] ?? []))
}

describe("the picture of the packages", () => {
  it("shows every package, and nothing that is not there", () => {
    const rooms = floors().flat()
    assert.sameMembers(rooms, [...readdirSync(join(root, "packages")), "examples"])
    assert.strictEqual(new Set(rooms).size, rooms.length)
  })

  it("has below each package all that it depends on", () => {
    const below: Array<string> = []
    for (const floor of floors()) {
      for (const room of floor) {
        const folder = existsSync(join(root, "packages", room)) ? join("packages", room) : room
        for (const needed of dependenciesOf(folder)) assert.include(below, needed, `${room} needs ${needed}`)
      }
      below.push(...floor)
    }
    assert.isAtLeast(floors().length, 4)
  })
})
