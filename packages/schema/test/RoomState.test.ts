import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as UserId from "@screeps-effect/schema/UserId"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { diffObjects } from "./support/diff.ts"
import { frozen, rooms, successorRoom } from "@screeps-effect/fixtures/documents"
import { decodeRoom } from "./support/payloads.ts"
import { documents } from "./support/states.ts"

/** A decoded message, frozen so that a write into it fails. */
const frame = (payload: object): RoomFrame.RoomFrame => frozen(Result.getOrThrow(decodeRoom(payload)))

const folded = (...payloads: ReadonlyArray<object>): RoomState.RoomState =>
  payloads.map(frame).reduce(RoomState.fold, RoomState.empty)

const source = { _id: "s", type: "source", room: "W1N1", x: 5, y: 6, energy: 3000, energyCapacity: 3000 }
const road = {
  _id: "r",
  type: "road",
  room: "W1N1",
  x: 7,
  y: 8,
  hits: 50,
  hitsMax: 5000,
  nextDecayTime: 900
}
const badge = { type: 3, color1: "#000000", color2: "#111111", color3: "#222222", param: 0, flip: false }
const first = {
  objects: { s: source, r: road },
  users: { "2": { _id: "2", username: "Invader" } },
  flags: "A~1~2~3~4",
  info: { mode: "world" }
}
const [s, r] = [ObjectId.make("s"), ObjectId.make("r")]

describe("a first message", () => {
  it("creates the state of the whole room", () => {
    const state = folded(first)
    assert.deepStrictEqual(documents(state), first.objects)
    assert.deepStrictEqual(
      [...state.users.values()].map((user) => user.username),
      ["Invader"]
    )
    const { flags, mode, room, tick, visual } = state
    assert.deepStrictEqual(
      { flags, mode, room, tick, visual },
      { flags: "A~1~2~3~4", mode: "world", room: undefined, tick: undefined, visual: "" }
    )
  })

  it("replaces all earlier objects", () => {
    const state = folded(first, { objects: { s: null }, gameTime: 7 }, { objects: { s: source } })
    assert.deepStrictEqual(documents(state), { s: source })
    assert.isUndefined(state.tick)
  })

  it("shares the objects that did not change", () => {
    const before = folded(first)
    const after = RoomState.fold(
      before,
      frame({ ...first, objects: { s: { ...source }, r: { ...road, hits: 49 } } })
    )
    assert.strictEqual(after.objects.get(s), before.objects.get(s))
    assert.notStrictEqual(after.objects.get(r), before.objects.get(r))
  })

  it("shares all objects when it contains the same room again", () => {
    const before = folded(first)
    assert.strictEqual(RoomState.fold(before, frame(structuredClone(first))).objects, before.objects)
  })

  it("removes objects that it does not contain", () => {
    assert.deepStrictEqual(documents(folded(first, { objects: { s: source } })), { s: source })
  })

  it("ignores partial objects, known or unknown", () => {
    const inPart = { objects: { s: source, r: { hits: 5 } } }
    assert.deepStrictEqual(documents(folded(inPart)), { s: source })
    assert.deepStrictEqual(documents(folded(first, inPart)), { s: source })
  })

  it("ignores objects without identifier", () => {
    assert.deepStrictEqual(documents(folded({ objects: { s: source, "": road } })), { s: source })
  })
})

describe("a later message", () => {
  it("changes the objects that it names", () => {
    const before = folded(first)
    const after = RoomState.fold(before, frame({ objects: { r: { hits: 49 } }, gameTime: 8 }))
    assert.deepStrictEqual(documents(after), { s: source, r: { ...road, hits: 49 } })
    assert.strictEqual(after.tick, 8)
    assert.strictEqual(after.objects.get(s), before.objects.get(s))
    assert.deepStrictEqual(documents(before), first.objects)
  })

  it("adds and removes objects", () => {
    const state = folded(first, { objects: { r: null, t: { ...source, _id: "t" } }, gameTime: 8 })
    assert.deepStrictEqual(documents(state), { s: source, t: { ...source, _id: "t" } })
  })

  it("restores an object that was gone", () => {
    const state = folded(
      first,
      { objects: { r: null }, gameTime: 8 },
      { objects: { r: { ...road, x: 9 } }, gameTime: 9 }
    )
    assert.deepStrictEqual(documents(state), { s: source, r: { ...road, x: 9 } })
  })

  it("shares all objects when it changes none of them", () => {
    const before = folded(first)
    for (const objects of [
      undefined,
      null,
      {},
      { r: { hits: 50 } },
      { absent: { hits: 1 } },
      { absent: null }
    ]) {
      const after = RoomState.fold(
        before,
        frame({ ...(objects === undefined ? {} : { objects }), gameTime: 9 })
      )
      assert.strictEqual(after.objects, before.objects)
    }
  })

  it("keeps users, flags and mode when it does not contain them", () => {
    const before = folded(first)
    const after = RoomState.fold(before, frame({ objects: {}, gameTime: 8, visual: "" }))
    assert.strictEqual(after.users, before.users)
    assert.strictEqual(after.flags, before.flags)
    assert.strictEqual(after.mode, "world")
  })

  it("replaces flags when it contains them, and removes them when they are null or empty", () => {
    assert.strictEqual(folded(first, { gameTime: 8, flags: "B~1~2~3~4" }).flags, "B~1~2~3~4")
    assert.strictEqual(folded(first, { gameTime: 8, flags: "" }).flags, "")
    assert.strictEqual(folded(first, { gameTime: 8, flags: null }).flags, "")
  })

  it("always replaces visuals", () => {
    const drawn = { gameTime: 8, visual: '{"t":"c","x":1,"y":1}\n' }
    assert.strictEqual(folded(first, drawn).visual, drawn.visual)
    assert.strictEqual(folded(first, drawn, { gameTime: 9, visual: "" }).visual, "")
    assert.strictEqual(folded(first, drawn, { gameTime: 9 }).visual, "")
  })

  it("adds users with identifier, name and badge only", () => {
    const leaked = { email: "a@example.com", password: "hash", salt: "salt", money: 5, cpu: 100 }
    const state = folded(first, {
      gameTime: 8,
      users: { abc: { _id: "abc", username: "me", badge, ...leaked }, "2": { _id: "2", username: "Invader" } }
    })
    assert.deepStrictEqual(
      [...state.users.values()],
      [
        { _id: "2", username: "Invader" },
        { _id: "abc", username: "me", badge }
      ]
    )
  })

  it("keeps the kind of a malformed object, which is its document again when it becomes valid", () => {
    const strange = folded(first, { objects: { s: { energy: "much" } }, gameTime: 8 })
    const object = strange.objects.get(s)
    if (object?.type !== "source") return assert.fail(object?.type)
    assert.deepStrictEqual(RoomObject.missing(object), ["energy"])
    assert.strictEqual(object.energy, source.energyCapacity)
    assert.deepStrictEqual(RoomObject.toDocument(object), { ...source, energy: "much" })
    const state = RoomState.fold(strange, frame({ objects: { s: { energy: 5 } }, gameTime: 9 }))
    assert.deepStrictEqual<unknown>(state.objects.get(s), { ...source, energy: 5 })
  })
})

describe("a document that is nested too deeply to compare", () => {
  const levels = 100_000
  const a = ObjectId.make("a")
  // Not frozen: freezing would recurse as deeply.
  const deepFrame = (gameTime?: number): RoomFrame.RoomFrame =>
    Result.getOrThrow(
      decodeRoom({ objects: { a: deepDocument() }, ...(gameTime === undefined ? {} : { gameTime }) })
    )
  const deepDocument = () => ({
    type: "deep",
    _id: "a",
    room: "W1N1",
    k: JSON.parse("[".repeat(levels) + "]".repeat(levels))
  })

  it("is folded as different", () => {
    const before = RoomState.fold(RoomState.empty, deepFrame())
    const again = RoomState.fold(before, deepFrame())
    assert.notStrictEqual(again.objects.get(a), before.objects.get(a))
    const later = RoomState.fold(again, deepFrame(9))
    assert.deepStrictEqual([later.tick, later.objects.size], [9, 1])
  })

  it("has its deep field among the changed fields", () => {
    const before = RoomState.fold(RoomState.empty, deepFrame())
    const { changed } = RoomState.changes(before, RoomState.fold(before, deepFrame(9)))
    assert.deepStrictEqual(changed.get(a)?.fields, ["k"])
  })

  it("does not affect the comparison of other documents", () => {
    const before = folded(first)
    assert.strictEqual(RoomState.fold(before, frame(structuredClone(first))).objects, before.objects)
  })
})

describe("messages of xxscreeps", () => {
  it("replace the room after a reset, although the first one has a tick", () => {
    const before = { ...folded(first), room: "W1N1" }
    const again = frame({ objects: { s: source }, users: {}, flags: "", gameTime: 9, visual: "" })
    const state = RoomState.fold(RoomState.reset(before), again)
    assert.deepStrictEqual(documents(state), { s: source })
    assert.strictEqual(state.users.size, 0)
    assert.strictEqual(state.room, "W1N1")
    assert.strictEqual(state.tick, 9)
    assert.strictEqual(before.objects.size, 2)
  })

  it("remove keys of nested objects that are null", () => {
    const box = { _id: "b", type: "box", x: 1, y: 1, store: { energy: 5, H: 1 } }
    const state = folded({ objects: { b: box } }, { objects: { b: { store: { H: null } } }, gameTime: 8 })
    assert.deepStrictEqual(documents(state), { b: { ...box, store: { energy: 5 } } })
  })

  it("name users by the keys of their entries", () => {
    const { users } = folded({ users: { "2": { username: "Invader", badge: null } } })
    assert.deepStrictEqual(
      [...users],
      [[UserId.make("2"), { _id: UserId.make("2"), username: "Invader", badge: null }]]
    )
  })
})

describe("folding", () => {
  it.prop(
    "gives the changed room from the patches that the server sends",
    [rooms, rooms],
    ([before, other]) => {
      const after = successorRoom(before, other)
      const state = folded({ objects: before }, { objects: diffObjects(before, after), gameTime: 2 })
      assert.deepStrictEqual(documents(state), after)
    }
  )

  it.prop("shares every object that the patches do not name", [rooms, rooms], ([before, other]) => {
    const old = folded({ objects: before })
    const objects = diffObjects(before, successorRoom(before, other))
    const state = RoomState.fold(old, frame({ objects, gameTime: 2 }))
    for (const [id, object] of old.objects) {
      if (!Object.hasOwn(objects, id)) assert.strictEqual(state.objects.get(id), object)
    }
  })

  it.prop(
    "never fails, whatever a message contains",
    [rooms, Schema.Record(Schema.String, Schema.Json)],
    (values) => {
      const [before, data] = values
      const objects = Object.fromEntries(
        Object.entries(data).filter(([, value]) => typeof value === "object" && !Array.isArray(value))
      )
      const state = RoomState.fold(folded({ objects: before }), frame({ objects, gameTime: 2 }))
      assert.isAtMost(state.objects.size, Object.keys(before).length + Object.keys(objects).length)
    }
  )
})

describe("changes", () => {
  const before = folded(first)
  const between = (payload: object) => RoomState.changes(before, RoomState.fold(before, frame(payload)))

  it("are empty between a state and itself", () => {
    assert.deepStrictEqual(RoomState.changes(before, before), {
      appeared: new Map(),
      changed: new Map(),
      gone: new Map()
    })
  })

  it("contain the objects that appeared and that are gone", () => {
    const tower = { ...source, _id: "t" }
    const { appeared, changed, gone } = between({ objects: { r: null, t: tower }, gameTime: 2 })
    assert.deepStrictEqual([...appeared], [[ObjectId.make("t"), tower]])
    assert.deepStrictEqual([...gone], [[r, before.objects.get(r)]])
    assert.strictEqual(changed.size, 0)
  })

  it("contain the names of the changed fields", () => {
    const { changed } = between({ objects: { s: { energy: 5, nextRegenerationTime: 300 } }, gameTime: 2 })
    assert.deepStrictEqual([...changed.keys()], [s])
    const object = changed.get(s)
    assert.strictEqual(object?.before, before.objects.get(s))
    assert.deepStrictEqual<unknown>(object?.after, { ...source, energy: 5, nextRegenerationTime: 300 })
    assert.deepStrictEqual(object?.fields, ["energy", "nextRegenerationTime"])
  })

  it("ignore null in a field that was absent", () => {
    assert.strictEqual(between({ objects: { s: { effects: null } }, gameTime: 2 }).changed.size, 0)
  })

  it("ignore bookkeeping fields of the storage, and what the server notes while it processes a tick", () => {
    const noted = { _fatigue: 2, _oldFatigue: 4, _off: false, _upgraded: 1, _actionLog: { say: null } }
    const { changed } = between({
      objects: { s: { meta: { revision: 2 }, $loki: 5, _updated: 5, ...noted }, r: { meta: {}, hits: 49 } },
      gameTime: 2
    })
    assert.deepStrictEqual(
      [...changed].map(([id, { fields }]) => [id, fields]),
      [[r, ["hits"]]]
    )
  })

  it("ignore equal nested values", () => {
    const held = folded({ objects: { b: { _id: "b", type: "box", store: { energy: 5 } } } })
    const same = folded({ objects: { b: { _id: "b", type: "box", store: { energy: 5 } } } })
    assert.notStrictEqual(held.objects, same.objects)
    assert.strictEqual(RoomState.changes(held, same).changed.size, 0)
  })

  it.prop("turn one room into the other when they are applied", [rooms, rooms], ([one, other]) => {
    const [a, b] = [folded({ objects: one }), folded({ objects: other })]
    const { appeared, changed, gone } = RoomState.changes(a, b)
    const rebuilt = new Map(a.objects)
    for (const id of gone.keys()) rebuilt.delete(id)
    for (const [id, object] of appeared) rebuilt.set(id, object)
    for (const [id, { after }] of changed) rebuilt.set(id, after)
    assert.deepStrictEqual(new Set(rebuilt.keys()), new Set(b.objects.keys()))
    for (const [id, object] of rebuilt) {
      const [left, right] = [
        RoomObject.toDocument(object),
        RoomObject.toDocument(b.objects.get(id) ?? object)
      ]
      assert.deepStrictEqual(withoutNull(left), withoutNull(right))
    }
  })
})

/** The fields that are not null, since null and absent fields are equal. */
const withoutNull = (document: unknown): unknown =>
  Object.fromEntries(Object.entries(document ?? {}).filter(([, value]) => value !== null))
