import { capture } from "@screeps-effect/fixtures"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import { assert, describe, it } from "@effect/vitest"
import { changes, diff, type Document } from "../src/world/state/diff.ts"

const probe = "probe0000000001"

type Frame = { readonly gameTime?: number; readonly objects: Readonly<Record<string, Document | null>> }

const roomFrame = (data: string): Frame | undefined => {
  if (!data.startsWith('["room:W')) return undefined
  const [, frame] = JSON.parse(data) as [string, Frame]
  return frame
}

/** Sets fields; one with the value `undefined` is removed. */
const set = (fields: Document) => (before: Document) =>
  Object.fromEntries(Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined))

/** Changes of the object during the recording, by the recording's notes. */
const done: Readonly<Record<string, (before: Document) => Document>> = {
  "num 1->2, str a->b, bool true->false, zero 0->7": set({ num: 2, str: "b", bool: false, zero: 7 }),
  "nil null->5": set({ nil: 5 }),
  "nil 5->null": set({ nil: null }),
  "num removed ($unset)": set({ num: undefined }),
  "num back as text": set({ num: "two" }),
  "list [1,2,3]->[1,9,3]": set({ list: [1, 9, 3] }),
  "list [1,9,3]->[1,9,3,4]": set({ list: [1, 9, 3, 4] }),
  "list [1,9,3,4]->[1,9] (shorter)": set({ list: [1, 9] }),
  "list [1,9]->[] (empty)": set({ list: [] }),
  "objs second element hits 100->40": set({
    objs: [
      { type: "work", hits: 100 },
      { type: "move", hits: 40 }
    ]
  }),
  "store energy 10->0, H stays": set({ store: { energy: 0, H: 5 } }),
  "store without H (nested key removed)": set({ store: { energy: 0 } }),
  "store gains O": set({ store: { energy: 0, O: 3 } }),
  "store O 3->null": set({ store: { energy: 0, O: null } }),
  "deep.a.b 1->8": set({ deep: { a: { b: 8, c: 2 }, d: 3 } }),
  "deep.a loses c": set({ deep: { a: { b: 8 }, d: 3 } }),
  "timer object->null": set({ timer: null }),
  "timer null->object": set({ timer: { name: "m", needTime: 3 } }),
  "timer object->other keys": set({ timer: { left: 1 } }),
  "empty {}->{a:1}": set({ empty: { a: 1 } }),
  "empty {a:1}->{}": set({ empty: {} }),
  "object->array": set({ empty: [5] }),
  "array->object": set({ empty: { k: 5 } }),
  "object->text": set({ empty: "t" }),
  "text->object": set({ empty: { z: 1 } }),
  'str b->"" ': set({ str: "" })
}

const { meta: _, ...first } = ((): Document => {
  for (const { data } of capture("20-room-diff-rules")) {
    const object = roomFrame(data)?.objects[probe]
    if (object !== undefined && object !== null) return object
  }
  throw new Error("the recording starts with the object")
})()

/** The recorded payloads of the object after each note, without the storage's bookkeeping. */
const recordedChanges = (() => {
  const recordedChanges = new Map<string, Document>()
  let note = ""
  for (const { data, dir } of capture("20-room-diff-rules")) {
    if (dir === "note") note = data
    const object = dir === "in" ? roomFrame(data)?.objects[probe] : undefined
    if (object === undefined || object === null || recordedChanges.has(note)) continue
    const { meta: _, ...rest } = object
    recordedChanges.set(note, rest)
  }
  return recordedChanges
})()

describe("the changes of a room object", () => {
  let state: Document = first
  for (const [note, step] of Object.entries(done)) {
    const before = state
    const after = step(before)
    state = after
    it(`are as recorded: ${note.trim()}`, () => {
      assert.deepStrictEqual(changes(before, after), recordedChanges.get(note))
    })
  }

  it("are the full object when it returns from another room, as recorded", () => {
    assert.deepStrictEqual(diff(new Map(), new Map([[probe, state]])), {
      [probe]: recordedChanges.get("and back") ?? {}
    })
  })

  it("are undefined without a change", () => {
    assert.isUndefined(changes(state, structuredClone(state)))
    assert.deepStrictEqual(diff(new Map([[probe, state]]), new Map([[probe, { ...state }]])), {})
  })

  it("are null for a removed object", () => {
    assert.deepStrictEqual(diff(new Map([[probe, state]]), new Map()), { [probe]: null })
  })
})

describe("the changes of a room object, merged by a listener,", () => {
  const merged = (before: Document, after: Document) => {
    const patch = changes(before, after)
    return patch === undefined ? before : RoomPatch.apply(before, patch)
  }

  for (const [before, after] of [
    [{ list: [1, 2, 3] }, { list: [1, 9, 3] }],
    [{ list: [1, 9, 3] }, { list: [1, 9, 3, 4] }],
    [{ store: { energy: 10, H: 5 } }, { store: { energy: 0, H: 5 } }],
    [{ deep: { a: { b: 1, c: 2 }, d: 3 } }, { deep: { a: { b: 8 }, d: 3 } }],
    [{ timer: { name: "n", needTime: 9 } }, { timer: null }],
    [{ timer: null }, { timer: { name: "m" } }],
    [{ spawning: null }, { spawning: { name: "a", needTime: 9, spawnTime: 12 } }],
    [{ num: 2 }, { num: null }]
  ] as const) {
    it(`result in the state ${JSON.stringify(after)}`, () => {
      assert.deepStrictEqual(merged(before, after), after)
    })
  }

  for (const [before, after, stale] of [
    [{ store: { energy: 10, H: 5 } }, { store: { energy: 10 } }, { store: { energy: 10, H: 5 } }],
    [{ list: [1, 2, 3] }, { list: [1, 2] }, { list: [1, 2, 3] }],
    [{ timer: { name: "n" } }, { timer: { left: 1 } }, { timer: { name: "n", left: 1 } }],
    [{ num: 2 }, {}, { num: null }]
  ] as const) {
    it(`cannot express the change of ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      assert.deepStrictEqual(merged(before, after), stale)
    })
  }
})

describe("the recorded frames of a room", () => {
  for (const name of ["15-room-W7N3", "17-room-events", "19-room-full-diffs-full"]) {
    it(`are reproduced from the states that they result in: ${name}`, () => {
      let state = new Map<string, Document>()
      let compared = 0
      for (const { data, dir } of capture(name)) {
        const frame = dir === "in" ? roomFrame(data) : undefined
        if (frame === undefined) continue
        const isFull = frame.gameTime === undefined
        const next = isFull ? new Map<string, Document>() : new Map(state)
        for (const [id, patch] of Object.entries(frame.objects)) {
          const object = RoomPatch.apply(next.get(id), patch)
          if (object === undefined) next.delete(id)
          else next.set(id, object)
        }
        if (!isFull) {
          assert.deepStrictEqual(diff(state, next), frame.objects)
          compared += 1
        }
        state = next
      }
      assert.isAbove(compared, 20)
    })
  }
})
