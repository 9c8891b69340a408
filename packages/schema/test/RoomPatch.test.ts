import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import { capture } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { diff } from "./support/diff.ts"
import { documents, frozen, successor } from "@screeps-effect/fixtures/documents"

/** Applies a change to a frozen field of an object and returns the field. */
const patched = (before: unknown, change: unknown) => {
  const known = { _id: "1", type: "probe", ...(before === undefined ? {} : { field: before }) }
  return RoomPatch.apply(frozen(known), frozen({ field: change }))?.["field"]
}

describe("a changed field", () => {
  // The value before, the change that the server sends, and the value after.
  const vectors: ReadonlyArray<readonly [what: string, before: unknown, change: unknown, after: unknown]> = [
    ["is replaced when it is a number", 1, 2, 2],
    ["is replaced when it is a text", "a", "b", "b"],
    ["is replaced when it becomes false", true, false, false],
    ["is replaced when it becomes 0", 7, 0, 0],
    ["is replaced when it becomes the empty text", "b", "", ""],
    ["is set when it was null", null, 5, 5],
    ["is set when it was absent", undefined, 5, 5],
    ["becomes null when it is removed", 2, null, null],
    ["becomes null when it was absent", undefined, null, null],
    ["becomes null when it was an object", { name: "n", needTime: 9 }, null, null],
    ["is replaced when a number becomes a text", 2, "two", "two"],
    ["is replaced when an object becomes a text", { k: 5 }, "t", "t"],
    ["is replaced when a list becomes a text", [1], "t", "t"],
    ["is replaced when a text becomes an object", "t", { z: 1 }, { z: 1 }],
    ["is replaced when null becomes an object", null, { name: "m" }, { name: "m" }],
    ["is replaced when null becomes a list", null, [1, 2], [1, 2]],
    ["is replaced when the patch of a list is a list", [1, 2, 3], [9], [9]],
    ["is replaced when the patch of an object is a list", { a: 1 }, [9], [9]],
    ["changes its element when it is a list", [1, 2, 3], { "1": 9 }, [1, 9, 3]],
    ["gains an element when it is a list", [1, 9, 3], { "3": 4 }, [1, 9, 3, 4]],
    ["gains elements in order when it is a list", [1], { "1": 2, "2": 3 }, [1, 2, 3]],
    ["gains its first element when it is an empty list", [], { "0": 4 }, [4]],
    ["keeps the elements that a shortened list lost", [1, 9, 3, 4], {}, [1, 9, 3, 4]],
    ["has its element set to null when it is a list", [1, 2], { "0": null }, [null, 2]],
    ["becomes an object when a key of its list is not an index", [5], { k: 1 }, { "0": 5, k: 1 }],
    ["becomes an object when its list would have a gap", [5], { "7": 1 }, { "0": 5, "7": 1 }],
    ["becomes an object when an index has a leading zero", [5], { "01": 1 }, { "0": 5, "01": 1 }],
    ["keeps the keys that the patch does not name", { energy: 10, H: 5 }, { energy: 0 }, { energy: 0, H: 5 }],
    ["gains a key", { energy: 0 }, { O: 3 }, { energy: 0, O: 3 }],
    ["keeps a removed key, which a patch cannot express", { energy: 0, H: 5 }, {}, { energy: 0, H: 5 }],
    ["has a key set to null", { energy: 0, O: 3 }, { O: null }, { energy: 0, O: null }],
    [
      "keeps old keys when the new object has different keys",
      { name: "m" },
      { left: 1 },
      { name: "m", left: 1 }
    ],
    ["gains the keys of a list", { a: 1 }, { "0": 5 }, { a: 1, "0": 5 }],
    ["replaces the second level whole", { a: { b: 1, c: 2 }, d: 3 }, { a: { b: 8 } }, { a: { b: 8 }, d: 3 }],
    ["replaces lists on the second level whole", { a: [1, 2] }, { a: [3] }, { a: [3] }]
  ]
  for (const [what, before, change, after] of vectors) {
    it(what, () => {
      assert.deepStrictEqual(patched(before, change), after)
    })
  }

  it("replaces elements of lists whole", () => {
    const objects = [
      { type: "work", hits: 100 },
      { type: "move", hits: 100, boost: "G" }
    ]
    const after = [{ type: "work", hits: 100 }, { hits: 40 }]
    assert.deepStrictEqual(patched(objects, { "1": { hits: 40 } }), after)
  })
})

describe("an object", () => {
  const tower = frozen({ _id: "a", type: "tower", x: 1, store: { energy: 5 }, effects: null, hits: 10 })

  it("is gone when the patch is null", () => {
    assert.isUndefined(RoomPatch.apply(tower, null))
    assert.isUndefined(RoomPatch.apply(undefined, null))
  })

  it("is the patch itself when the object was unknown and the patch is whole", () => {
    assert.strictEqual(RoomPatch.apply(undefined, tower), tower)
  })

  it("is the patch itself when the object was known and the patch is whole", () => {
    const whole = frozen({ _id: "a", type: "tower", x: 2 })
    assert.strictEqual(RoomPatch.apply(tower, whole), whole)
  })

  it("is undefined when the object was unknown and the patch is partial", () => {
    assert.isUndefined(RoomPatch.apply(undefined, { hits: 5 }))
    assert.isUndefined(RoomPatch.apply(undefined, {}))
  })

  it("changes its type by a patch, as objects without identifier do in history", () => {
    const pile = frozen({ type: "energy", x: 1, y: 2, energy: 5 })
    assert.deepStrictEqual(RoomPatch.apply(pile, { type: "tombstone", energy: null, store: {} }), {
      type: "tombstone",
      x: 1,
      y: 2,
      energy: null,
      store: {}
    })
  })

  it("is the same value when nothing differs", () => {
    for (const patch of [{}, { hits: 10 }, { store: {} }, { store: { energy: 5 } }, { effects: null }]) {
      assert.strictEqual(RoomPatch.apply(tower, patch), tower)
    }
  })

  it("shares the fields that the patch does not name", () => {
    const after = RoomPatch.apply(tower, { hits: 9 })
    assert.notStrictEqual(after, tower)
    assert.strictEqual(after?.["store"], tower["store"])
    assert.strictEqual(tower["hits"], 10)
  })

  it("keeps its prototype when the patch has a field __proto__", () => {
    const patch: RoomPatch.RoomPatch = JSON.parse('{"__proto__":{"x":7},"store":{"__proto__":{"y":8}}}')
    const after = RoomPatch.apply(tower, patch)
    assert.strictEqual(after, tower)
    assert.strictEqual(after?.["x"], 1)
  })

  it("may have fields with the names of built-in members", () => {
    const after = RoomPatch.apply(tower, { constructor: 1, toString: { valueOf: 2 } })
    assert.deepStrictEqual({ ...after }, { ...tower, constructor: 1, toString: { valueOf: 2 } })
  })
})

describe("a patch", () => {
  const decode = Schema.decodeUnknownSync(RoomPatch.RoomPatch)

  it("is an object or null and is decoded unchanged", () => {
    const patch = { hits: 5, anything: [{}] }
    assert.strictEqual(decode(patch), patch)
    assert.isNull(decode(null))
  })

  it("rejects all other values", () => {
    const isPatch = Schema.is(RoomPatch.RoomPatch)
    for (const data of [undefined, 5, "text", true, [], [1]]) assert.isFalse(isPatch(data))
  })

  it.prop(
    "gives the next document when the change can be expressed",
    [documents, documents],
    ([before, other]) => {
      const after = successor(before, other)
      const patch = diff(frozen(before), frozen(after))
      assert.deepStrictEqual(RoomPatch.apply(before, frozen(patch)), after)
    }
  )

  it.prop("with any content is applied without a failure", [documents, Schema.Json], ([before, data]) => {
    const patch = RoomPatch.isDocument(data) ? data : { field: data }
    const after = RoomPatch.apply(frozen(before), frozen(patch))
    assert.isDefined(after)
    assert.strictEqual(after["_id"], "_id" in patch ? patch["_id"] : before["_id"])
  })
})

describe("the recorded object with thirty changes", () => {
  const id = "probe0000000001"
  // Fields of the object after each patch, by the note in the capture; fields that a patch cannot express stay as they were.
  const expected: ReadonlyArray<
    readonly [note: string, after: { readonly [field: string]: unknown } | undefined]
  > = [
    ["num 1->2, str a->b, bool true->false, zero 0->7", { num: 2, str: "b", bool: false, zero: 7 }],
    ["nil null->5", { nil: 5 }],
    ["nil 5->null", { nil: null }],
    ["num removed ($unset)", { num: null }],
    ["num back as text", { num: "two" }],
    ["list [1,2,3]->[1,9,3]", { list: [1, 9, 3] }],
    ["list [1,9,3]->[1,9,3,4]", { list: [1, 9, 3, 4] }],
    ["list [1,9,3,4]->[1,9] (shorter)", { list: [1, 9, 3, 4] }],
    ["list [1,9]->[] (empty)", { list: [1, 9, 3, 4] }],
    [
      "objs second element hits 100->40",
      {
        objs: [
          { type: "work", hits: 100 },
          { type: "move", hits: 40 }
        ]
      }
    ],
    ["store energy 10->0, H stays", { store: { energy: 0, H: 5 } }],
    ["store without H (nested key removed)", { store: { energy: 0, H: 5 } }],
    ["store gains O", { store: { energy: 0, H: 5, O: 3 } }],
    ["store O 3->null", { store: { energy: 0, H: 5, O: null } }],
    ["deep.a.b 1->8", { deep: { a: { b: 8, c: 2 }, d: 3 } }],
    ["deep.a loses c", { deep: { a: { b: 8 }, d: 3 } }],
    ["timer object->null", { timer: null }],
    ["timer null->object", { timer: { name: "m", needTime: 3 } }],
    ["timer object->other keys", { timer: { name: "m", needTime: 3, left: 1 } }],
    ["empty {}->{a:1}", { empty: { a: 1 } }],
    ["empty {a:1}->{}", { empty: { a: 1 } }],
    ["object->array", { empty: { a: 1, "0": 5 } }],
    ["array->object", { empty: { a: 1, "0": 5, k: 5 } }],
    ["object->text", { empty: "t" }],
    ["text->object", { empty: { z: 1 } }],
    ['str b->"" ', { str: "" }],
    ["nothing changes", {}],
    ["moved to another room", undefined],
    [
      "and back",
      {
        list: [],
        store: { energy: 0, O: null },
        timer: { left: 1 },
        empty: { z: 1 },
        deep: { a: { b: 8 }, d: 3 },
        num: "two"
      }
    ],
    ["removed", undefined]
  ]

  it("has the noted fields after each change, except for changes that a patch cannot express", () => {
    let document: RoomPatch.Document | undefined
    let note = ""
    const seen: Array<readonly [string, RoomPatch.Document | undefined]> = []
    for (const { data, dir } of capture("20-room-diff-rules")) {
      if (dir === "note") note = data
      if (dir !== "in" || !data.startsWith("[")) continue
      const [, frame]: [string, { objects: { [id: string]: RoomPatch.RoomPatch } }] = JSON.parse(data)
      const patch = frame.objects[id]
      if (patch === undefined) continue
      document = RoomPatch.apply(document, frozen(patch))
      seen.push([note, document])
    }
    const [first, ...rest] = seen
    assert.deepInclude(first?.[1], { _id: id, num: 1, list: [1, 2, 3], nil: null })
    assert.deepStrictEqual(
      rest.map(([note]) => note),
      expected.map(([note]) => note)
    )
    for (const [i, [note, after]] of expected.entries()) {
      const document = rest[i]?.[1]
      if (after === undefined) assert.isUndefined(document, note)
      else assert.deepInclude(document, after, note)
    }
  })
})

describe("a patch of any depth", () => {
  const creep = {
    _id: "c",
    type: "creep",
    actionLog: { say: { message: "hi", isPublic: true }, heal: { x: 1, y: 2 } },
    body: [
      { type: "move", hits: 100 },
      { type: "work", hits: 100 }
    ],
    store: { energy: 5, U: 1 },
    spawning: { name: "c" },
    hits: 200
  }
  const applied = (patch: RoomPatch.Document) =>
    RoomPatch.apply(frozen(creep), frozen(patch), "any-depth") ?? {}

  it("merges nested objects and elements of lists", () => {
    assert.deepStrictEqual(applied({ actionLog: { say: { message: "ho" } }, body: { 1: { hits: 50 } } }), {
      ...creep,
      actionLog: { say: { message: "ho", isPublic: true }, heal: { x: 1, y: 2 } },
      body: [
        { type: "move", hits: 100 },
        { type: "work", hits: 50 }
      ]
    })
  })

  it("removes what is null, at every depth", () => {
    assert.deepStrictEqual(
      applied({ spawning: null, store: { U: null }, actionLog: { heal: { x: null } } }),
      {
        _id: "c",
        type: "creep",
        actionLog: { say: { message: "hi", isPublic: true }, heal: { y: 2 } },
        body: creep.body,
        store: { energy: 5 },
        hits: 200
      }
    )
  })

  it("shortens and lengthens lists", () => {
    assert.deepStrictEqual(applied({ body: { 1: null } })["body"], creep.body.slice(0, 1))
    assert.deepStrictEqual(applied({ body: { 0: null, 1: null } })["body"], [])
    assert.deepStrictEqual(applied({ body: { 0: null } })["body"], [null, creep.body[1]])
    assert.deepStrictEqual(applied({ body: { 2: { type: "tough" } } })["body"], [
      ...creep.body,
      { type: "tough" }
    ])
  })

  it("takes new values whole, and shares everything else", () => {
    const after = applied({ reusePath: { deep: { value: null } } })
    assert.deepStrictEqual(after, { ...creep, reusePath: { deep: { value: null } } })
    assert.strictEqual(after["body"], creep.body)
  })

  it("is the same document when nothing differs", () => {
    const patch = {
      hits: 200,
      store: { K: null, energy: 5 },
      body: { 0: { hits: 100 } },
      actionLog: {},
      no: {}
    }
    const before = { ...creep, store: { energy: 5 }, no: {} }
    assert.strictEqual(RoomPatch.apply(before, patch, "any-depth"), before)
  })

  it("keeps the prototype when the patch has a field __proto__", () => {
    const patch: RoomPatch.Document = JSON.parse('{"__proto__":{"x":1},"store":{"__proto__":{"y":2}}}')
    const after = RoomPatch.apply(creep, patch, "any-depth")
    assert.strictEqual(after, creep)
  })
})

describe("values of documents", () => {
  it("are equal by their contents, whatever the order of their keys", () => {
    const value = { a: [1, { b: null }], c: "x" }
    assert.isTrue(RoomPatch.isSameValue(value, { c: "x", a: [1, { b: null }] }))
    for (const other of [{ a: [1, { b: null }] }, { ...value, d: 1 }, { ...value, a: [1] }, [value], null])
      assert.isFalse(RoomPatch.isSameValue(value, other), JSON.stringify(other))
    assert.isFalse(RoomPatch.isSameValue({ constructor: 1 }, {}))
  })

  it("are different if they are nested too deeply to compare", () => {
    const deep = () => Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 0)
    assert.isFalse(RoomPatch.isSameValue(deep(), deep()))
  })
})
