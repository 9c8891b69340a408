import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"

const wasm = CodeModules.fromBytes(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))

describe("modules compared with those of a branch", () => {
  it("are added, changed, removed or the same, sorted by name", () => {
    const diff = CodeSync.diff(
      { main: "new", lib: "1", b: "", a: "", wasm },
      { main: "old", lib: "1", wasm, old: "", ancient: "" }
    )
    assert.deepStrictEqual(diff, {
      added: ["a", "b"],
      changed: ["main"],
      removed: ["ancient", "old"],
      same: ["lib", "wasm"]
    })
    assert.isFalse(CodeSync.isSame(diff))
  })

  it("are compared by bytes, however the server encodes base64", () => {
    const wrapped = { binary: `${wasm.binary.slice(0, 4)}\r\n${wasm.binary.slice(4)}` }
    assert.deepStrictEqual(CodeSync.diff({ wasm }, { wasm: wrapped }).same, ["wasm"])
    const longer = CodeModules.fromBytes(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0]))
    const other = CodeModules.fromBytes(new Uint8Array([0, 97, 115, 109, 2, 0, 0, 0]))
    for (const binary of [longer, other, { binary: "no base64" }]) {
      assert.deepStrictEqual(CodeSync.diff({ wasm }, { wasm: binary }).changed, ["wasm"])
    }
  })

  it("are changed when a text becomes a binary with the same characters", () => {
    assert.deepStrictEqual(CodeSync.diff({ a: wasm.binary }, { a: wasm }).changed, ["a"])
  })

  it("ignore the empty main that servers add", () => {
    assert.isTrue(CodeSync.isSame(CodeSync.diff({ lib: "1" }, { lib: "1", main: "" })))
    assert.deepStrictEqual(CodeSync.diff({ lib: "1" }, { lib: "1", main: "x" }).removed, ["main"])
    assert.deepStrictEqual(CodeSync.diff({ lib: "1", main: "" }, { lib: "1" }).added, ["main"])
  })

  it("may have names such as constructor and __proto__", () => {
    const names = ["__proto__", "constructor", "toString"]
    const modules = Object.fromEntries(names.map((name) => [name, "1"]))
    assert.deepStrictEqual(CodeSync.diff(modules, {}).added, names)
    assert.deepStrictEqual(CodeSync.diff({}, modules).removed, names)
    assert.deepStrictEqual(CodeSync.diff(modules, modules).same, names)
  })
})

/** Few names and contents, so that they coincide; no module that a server would add. */
const contents = Schema.Union([
  Schema.Literals(["", "1", "2"]),
  Schema.Struct({ binary: Schema.Literals(["AA==", "AQ=="]) })
])
const entries = Schema.Array(Schema.Tuple([Schema.Literals(["a", "b", "lib/c", "d", "e"]), contents]))
const modules = Arbitrary.map(Arbitrary.schema(entries), (entries): CodeModules.CodeModules =>
  Object.fromEntries(entries)
)

describe("a diff of random modules and branches", () => {
  it.prop("contains every name once", [modules, modules], ([local, remote]) => {
    const { added, changed, removed, same } = CodeSync.diff(local, remote)
    const names = new Set([...Object.keys(local), ...Object.keys(remote)])
    assert.sameMembers([...added, ...changed, ...removed, ...same], [...names])
    assert.isTrue(added.every((name) => !Object.hasOwn(remote, name)))
    assert.isTrue(removed.every((name) => !Object.hasOwn(local, name)))
  })

  it.prop("is mirrored when the sides are swapped", [modules, modules], ([local, remote]) => {
    const there = CodeSync.diff(local, remote)
    const back = CodeSync.diff(remote, local)
    assert.deepStrictEqual(back, { ...there, added: there.removed, removed: there.added })
  })

  it.prop(
    "is empty after the differences were copied, and only then",
    [modules, modules],
    ([local, remote]) => {
      const diff = CodeSync.diff(local, remote)
      const carried = Object.fromEntries(
        [...diff.added, ...diff.changed].map((name) => [name, local[name] ?? ""] as const)
      )
      const kept = Object.entries(remote).filter(([name]) => !diff.removed.includes(name))
      const after = { ...Object.fromEntries(kept), ...carried }
      assert.deepStrictEqual(after, local)
      assert.isTrue(CodeSync.isSame(CodeSync.diff(local, after)))
      assert.strictEqual(CodeSync.isSame(diff), Equal.equals(local, remote))
    }
  )
})
