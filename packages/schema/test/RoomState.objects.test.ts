/** The map of a state's objects, which states share until a program reads it. */
import { inspect } from "node:util"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Tick from "@screeps-effect/schema/Tick"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"

const idOf = (index: number) => ObjectId.make(`object${index}`)

const road = (index: number, hits = 5000): RoomPatch.Document => ({
  _id: idOf(index),
  type: "road",
  room: "W1N1",
  x: index % 50,
  y: 1,
  hits,
  hitsMax: 5000,
  nextDecayTime: 100
})

/** Larger rooms share a map, smaller ones do not. */
const sizes = [3, 70]

const roads = (size: number): Patches =>
  Object.fromEntries(Array.from({ length: size }, (_, i) => [idOf(i), road(i)]))

const whole = (size: number): RoomFrame => ({ objects: roads(size) })

/** A change of an object: `null` removes it, a whole document adds or replaces it, other fields are patched. */
const changeOf = Schema.Struct({
  index: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 80 })),
  change: Schema.Literals(["gone", "new", "hits 1", "hits 2", "hits odd", "place"])
})

const messages = Arbitrary.array(
  Arbitrary.schema(
    Schema.Struct({ changes: Schema.Array(changeOf).check(Schema.isMaxLength(9)), isRead: Schema.Boolean })
  ),
  { minLength: 1, maxLength: 40 }
)

const patchOf = ({ change, index }: typeof changeOf.Type): RoomPatch.RoomPatch => {
  switch (change) {
    case "gone":
      return null
    case "new":
      return road(index, 3000)
    case "hits 1":
      return { hits: 1 }
    case "hits 2":
      return { hits: 2, meta: { revision: 2 } }
    case "hits odd":
      return { hits: "many" }
    case "place":
      return { x: 7, store: { energy: 5 } }
  }
}

type Documents = ReadonlyMap<string, RoomPatch.Document>
type Patches = Readonly<Record<string, RoomPatch.RoomPatch>>

/** Folds with a copy of the whole map for each message. */
const foldNaively = (before: Documents, patches: Patches): Documents => {
  const after = new Map(before)
  for (const [id, patch] of Object.entries(patches)) {
    const document = RoomPatch.apply(before.get(id), patch)
    if (document === undefined) after.delete(id)
    else after.set(id, document)
  }
  return after
}

const documentsOf = (state: RoomState.RoomState) =>
  [...state.objects].map(([id, object]): readonly [string, unknown] => [id, RoomObject.toDocument(object)])

type Message = { readonly changes: ReadonlyArray<typeof changeOf.Type>; readonly isRead: boolean }

/** Returns all states with their documents by the naive fold; some are read before the next message. */
const statesOf = (size: number, given: ReadonlyArray<Message>) => {
  let state = RoomState.fold(RoomState.empty, whole(size))
  let documents = foldNaively(new Map(), roads(size))
  const states = [{ state, documents }]
  for (const [i, { changes, isRead }] of given.entries()) {
    const patches = Object.fromEntries(changes.map((one) => [idOf(one.index), patchOf(one)]))
    state = RoomState.fold(state, { objects: patches, gameTime: Tick.make(i + 1) })
    documents = foldNaively(documents, patches)
    if (isRead) assert.strictEqual(state.objects.size, documents.size)
    states.push({ state, documents })
  }
  return states
}

const namesOf = ({ appeared, changed, gone }: RoomState.RoomChanges) => ({
  appeared: [...appeared.keys()].toSorted(),
  changed: [...changed].map(([id, { fields }]) => `${id}: ${fields.join()}`).toSorted(),
  gone: [...gone.keys()].toSorted()
})

describe.each(sizes)("the objects of the states of a room with %i objects", (size) => {
  it.prop(
    "are those of a fold that copies the map for each message, in the same order, whenever they are read",
    [messages],
    ([given]) => {
      for (const { documents, state } of statesOf(size, given)) {
        assert.deepStrictEqual(documentsOf(state), [...documents])
        assert.strictEqual(state.objects, state.objects)
      }
      for (const { documents, state } of statesOf(size, given).toReversed())
        assert.deepStrictEqual(documentsOf(state), [...documents])
    }
  )

  it.prop("have the same changes between any two states as their copies", [messages], ([given]) => {
    const states = statesOf(size, given).map(({ state }) => state)
    const pairs = states.flatMap((after, i) =>
      states.slice(Math.max(0, i - 3), i + 2).map((before) => [before, after] as const)
    )
    const found = pairs.map(([before, after]) => namesOf(RoomState.changes(before, after)))
    const expected = pairs.map(([before, after]) => namesOf(RoomState.changes({ ...before }, { ...after })))
    assert.deepStrictEqual(found, expected)
  })

  const first = RoomState.fold(RoomState.empty, whole(size))
  const unread = () => RoomState.fold(first, { objects: { object1: { hits: 1 } }, gameTime: Tick.make(1) })
  const copy = new Map(
    Array.from({ length: size }, (_, i) => [idOf(i), RoomObject.classify(road(i, i === 1 ? 1 : 5000))])
  )

  it("are a Map that prints, compares, clones and serializes like any other", () => {
    expect(unread().objects).toStrictEqual(copy)
    assert.instanceOf(unread().objects, Map)
    assert.isTrue(Equal.equals(unread().objects, copy))
    assert.deepStrictEqual(structuredClone(unread().objects), copy)
    assert.strictEqual(inspect(unread().objects), inspect(copy))
    assert.strictEqual(JSON.stringify([...unread().objects]), JSON.stringify([...copy]))
  })

  it("are part of a state that prints, compares, clones and serializes like plain data", () => {
    const plain = { ...unread() }
    assert.strictEqual(inspect(unread()), inspect(plain))
    assert.include(inspect(unread()), `objects: Map(${size}) {`)
    expect(unread()).toStrictEqual(plain)
    assert.isTrue(Equal.equals(unread(), plain))
    assert.deepStrictEqual(structuredClone(unread()), plain)
    assert.strictEqual(JSON.stringify(unread()), JSON.stringify(plain))
  })

  it("stay the same in a state that is kept while a program changes its own copy of the map", () => {
    const before = unread()
    const own = new Map(before.objects)
    own.clear()
    const after = RoomState.fold(before, { objects: { object0: null }, gameTime: Tick.make(2) })
    assert.deepStrictEqual([before.objects.size, after.objects.size], [size, size - 1])
  })

  it("are those of the state in a copy with other fields", () => {
    const state = RoomState.assign(unread(), { room: "W1N1", note: 5 })
    assert.deepStrictEqual([state.room, state.note, state.tick], ["W1N1", 5, Tick.make(1)])
    const after = RoomState.fold(state, { objects: { object2: null }, gameTime: Tick.make(2) })
    assert.deepStrictEqual(namesOf(RoomState.changes(state, after)).gone, ["object2"])
    assert.deepStrictEqual(state.objects, copy)
    assert.strictEqual(after.room, "W1N1")
  })

  it("decide whether a message fits", () => {
    assert.isTrue(
      RoomState.fits(unread(), { objects: { object1: { hits: 2 }, object99: road(99), other: null } })
    )
    assert.isFalse(RoomState.fits(unread(), { objects: { object99: { hits: 2 } } }))
    assert.isTrue(RoomState.fits(unread(), {}))
  })
})

it("makes states of large rooms that take no property, so that Vue makes no proxy of them", () => {
  const first = RoomState.fold(RoomState.empty, whole(70))
  const state = RoomState.fold(first, { objects: { object1: { hits: 1 } }, gameTime: Tick.make(1) })
  assert.isFalse(Object.isExtensible(state))
  assert.isFalse(Object.isExtensible(RoomState.assign(state, { room: "W1N1" })))
})

it("lets go of states that nobody keeps in a collection of young memory", () => {
  setFlagsFromString("--expose-gc")
  const collect: NodeJS.GCFunction = runInNewContext("gc")
  const first = RoomState.fold(RoomState.empty, whole(300))
  let state = first
  const foldMany = () => {
    for (let tick = 1; tick <= 3000; tick++) {
      const objects = Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [idOf((i * 5 + tick) % 300), { hits: tick }])
      )
      state = RoomState.fold(state, { objects, gameTime: Tick.make(tick) })
    }
  }
  foldMany()
  collect({ type: "minor" })
  collect({ type: "major" })
  const before = process.memoryUsage().heapUsed
  foldMany()
  collect({ type: "minor" })
  collect({ type: "minor" })
  assert.isBelow((process.memoryUsage().heapUsed - before) / 1e6, 4)
})
