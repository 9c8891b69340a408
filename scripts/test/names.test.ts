/** Every name in backticks in READMEs, guides, changesets and doc comments exists. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const run = (...files: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/names.mjs", ...files], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8"
  })
  return { status, stderr, count: Number(/^\d+/.exec(stdout)?.[0]) }
}

const check = (name: string, text: string) => {
  const dir = mkdtempSync(join(tmpdir(), "names-"))
  const file = join(dir, name)
  writeFileSync(file, text)
  const result = run(file)
  rmSync(dir, { recursive: true })
  return result
}

describe("the check of names in backticks", () => {
  it("finds every name of the documentation", () => {
    const { count, status, stderr } = run()
    assert.strictEqual(stderr, "")
    assert.strictEqual(status, 0)
    assert.isAbove(count, 500)
  })

  it("accepts exports, members of exported types and classes, names of Effect and of JavaScript", () => {
    const text =
      "`Game.time()`, `Server.Server.shard`, `RoomFeed.states`, `Effect.runPromise`, `NodeServices.layer`, `JSON.parse`, `World.ts`\n"
    assert.deepStrictEqual(check("page.md", text), { status: 0, stderr: "", count: 7 })
  })

  it("rejects what a module, a type or Effect does not have, with its line", () => {
    const { status, stderr } = check(
      "page.md",
      "text\n`ScreepsSocket.states` and `Game.time`\n`yield* Effect.runAll(x)`\n`Session.Session.borrow`\n"
    )
    assert.strictEqual(status, 1)
    assert.deepStrictEqual(stderr.match(/:\d+: .*/g), [
      ":2: ScreepsSocket has no states",
      ":3: Effect has no runAll",
      ":4: Session has no borrow"
    ])
  })

  it("reads only the doc comments of a source", () => {
    const { stderr } = check("source.ts", "const a = `Game.nothing`\n\n/**\n * See `Game.nothing`.\n */\n")
    assert.deepStrictEqual(stderr.match(/:\d+: .*/g), [":4: Game has no nothing"])
  })
})
