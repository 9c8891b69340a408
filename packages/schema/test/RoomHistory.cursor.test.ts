import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import { recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { diffObjects } from "./support/diff.ts"
import { frozen, rooms, successorRoom } from "@screeps-effect/fixtures/documents"
import { patchesOf } from "./support/patches.ts"

const decode = Decoder.make(RoomHistory.RoomHistory)

/** A decoded chunk, frozen so that a write into it fails. */
const chunk = (data: unknown) => frozen(Result.getOrThrow(decode(data)))

const chunkOf = (ticks: ReadonlyArray<unknown>) =>
  chunk({ room: "W1N1", base: 10, ticks: Object.fromEntries(ticks.map((patches, i) => [10 + i, patches])) })

const spawn = { _id: "a", type: "probe", room: "W1N1", x: 1, y: 1, store: { energy: 5 }, list: [1] }
const creep = { _id: "b", type: "probe", room: "W1N1", x: 2, y: 2, hits: 100 }
const short = chunkOf([
  { a: spawn, b: creep },
  { a: { x: 2, store: { energy: 6 } } },
  { a: { x: 3, store: { energy: 7, power: 1 } } },
  null,
  { a: { x: 3 }, b: {} },
  { a: { list: { "1": 2 } }, b: null }
])

/** Walks through a chunk and takes the state at each tick for which `take` is true. */
const walk = (history: RoomHistory.RoomHistory, take: (index: number) => boolean) => {
  const cursor = RoomHistory.cursor(history)
  const taken: Array<readonly [index: number, state: RoomState]> = []
  for (let i = 0; cursor.next(); i++) if (take(i)) taken.push([i, cursor.state()])
  return { cursor, taken }
}

/** Checks the cursor against the immutable states, after the walk: no state may have changed since it was taken. */
const check = (history: RoomHistory.RoomHistory) => {
  const states = [...RoomHistory.states(history)]
  for (const every of [1, 2, 3, 7]) {
    const { cursor, taken } = walk(history, (i) => i % every === 0)
    for (const [i, state] of taken) assert.deepStrictEqual(state, states[i])
    assert.strictEqual(cursor.tick, states.at(-1)?.tick)
    assert.deepStrictEqual(cursor.objects, states.at(-1)?.objects ?? new Map())
  }
  const cursor = RoomHistory.cursor(history)
  for (const state of states) {
    assert.isTrue(cursor.next())
    assert.strictEqual(cursor.tick, state.tick)
    assert.deepStrictEqual(cursor.objects, state.objects)
  }
  assert.isFalse(cursor.next())
}

describe("a cursor", () => {
  for (const { name, response } of recordings()) {
    const { body } = response
    if (!name.startsWith("game/room-history.") || Result.isFailure(decode(body))) continue
    it(`has the state of each tick: ${name}`, () => {
      check(chunk(body))
    })
  }

  it.prop(
    "has the state of each tick of a history that a server could record",
    [rooms, rooms, rooms, rooms],
    ([first, ...others]) => {
      let before = first
      const ticks: Array<unknown> = [first]
      for (const other of others) {
        const after = successorRoom(before, other)
        ticks.push(diffObjects(before, after))
        before = after
      }
      check(chunkOf(ticks))
    }
  )

  it.prop(
    "has the state of each tick of a history with deletions, unknown kinds and malformed patches",
    [Arbitrary.array(patchesOf, { minLength: 1, maxLength: 12 })],
    ([ticks]) => {
      check(chunkOf(ticks))
    }
  )

  it.prop(
    "has the state of each tick of a history with any content",
    [
      Arbitrary.array(
        Arbitrary.schema(
          Schema.Record(
            Schema.Literals(["a", "b", ""]),
            Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
          )
        ),
        { maxLength: 8 }
      )
    ],
    ([ticks]) => {
      check(chunkOf([{ a: spawn, b: creep }, ...ticks]))
    }
  )

  it("stands before the first tick at first", () => {
    const cursor = RoomHistory.cursor(short)
    assert.isUndefined(cursor.tick)
    assert.strictEqual(cursor.objects.size, 0)
    assert.strictEqual(cursor.state().objects.size, 0)
    assert.strictEqual(cursor.room, "W1N1")
  })

  it("changes the same objects in place, and leaves the chunk unchanged", () => {
    const cursor = RoomHistory.cursor(short)
    cursor.next()
    cursor.next()
    const [object] = cursor.objects.values()
    assert.isDefined(object)
    const document = RoomObject.toDocument(object)
    assert.deepStrictEqual(document, { ...spawn, x: 2, store: { energy: 6 } })
    cursor.next()
    assert.deepStrictEqual(document, { ...spawn, x: 3, store: { energy: 7, power: 1 } })
    assert.deepStrictEqual<unknown>(short.ticks["10"], { a: spawn, b: creep })
  })

  it("leaves nested values of the chunk unchanged, which are frozen", () => {
    const ticks = [
      { a: { ...spawn, timer: null } },
      { a: { x: 2 } },
      { a: { timer: { left: 2 }, store: {} } },
      { a: { timer: { left: 1 }, store: { energy: 9 } } }
    ]
    const { taken } = walk(chunkOf(ticks), (i) => i === 3)
    const [object] = taken[0]?.[1].objects.values() ?? []
    assert.isDefined(object)
    assert.deepInclude(RoomObject.toDocument(object), { timer: { left: 1 }, store: { energy: 9 } })
  })

  it("checks all fields of an object whose type a patch changes", () => {
    const road = { _id: "a", type: "road", x: 1, y: 1, hits: 1, hitsMax: 2, nextDecayTime: 3 }
    const history = chunkOf([{ a: road }, { a: { hits: 2 } }, { a: { type: "creep" } }])
    const { taken } = walk(history, (i) => i === 2)
    const [object] = taken[0]?.[1].objects.values() ?? []
    if (object?.type !== "creep") return assert.fail(object?.type)
    assert.deepStrictEqual(RoomObject.missing(object), ["name", "user", "body", "storeCapacity"])
    check(history)
  })

  it("shares what did not change between two states", () => {
    const { taken } = walk(short, () => true)
    const states = taken.map(([, state]) => state)
    const documents = (id: string) =>
      states.map(({ objects }) => {
        const found = [...objects].find(([key]) => key === id)
        return found === undefined ? undefined : (RoomObject.toDocument(found[1]) as Record<string, unknown>)
      })
    const [a, b] = [documents("a"), documents("b")]
    assert.strictEqual(states[3]?.objects, states[2]?.objects)
    assert.strictEqual(states[4]?.objects, states[2]?.objects)
    assert.strictEqual(b[4], b[0])
    assert.notStrictEqual(a[2], a[1])
    assert.strictEqual(a[5]?.["store"], a[2]?.["store"])
    assert.strictEqual(a[2]?.["list"], a[0]?.["list"])
  })

  it("keeps the prototype of documents when a patch has a field __proto__", () => {
    const patch: unknown = JSON.parse(
      '{"__proto__":{"x":7},"store":{"__proto__":{"y":8},"energy":1},"list":{"__proto__":{}}}'
    )
    const cursor = RoomHistory.cursor(
      chunkOf([{ a: spawn }, { a: { x: 2, store: { energy: 2 } } }, { a: patch }, { a: patch }])
    )
    while (cursor.next());
    const [object] = cursor.objects.values()
    assert.isDefined(object)
    const document = RoomObject.toDocument(object) as Record<string, unknown>
    assert.strictEqual(Object.getPrototypeOf(document), Object.prototype)
    assert.strictEqual(Object.getPrototypeOf(document["store"]), Object.prototype)
    assert.deepStrictEqual(document, { ...spawn, x: 2, store: { energy: 1 }, list: { "0": 1 } })
  })
})

describe("seeking", () => {
  const states = [...RoomHistory.states(short)]

  it("moves to any tick, forwards and backwards", () => {
    const cursor = RoomHistory.cursor(short)
    for (const index of [3, 1, 1, 5, 0, 4, 2]) {
      assert.isTrue(Result.isSuccess(cursor.seek(10 + index)))
      assert.strictEqual(cursor.tick, states[index]?.tick)
      assert.deepStrictEqual(cursor.state(), states[index])
    }
  })

  it("leaves earlier states unchanged", () => {
    const cursor = RoomHistory.cursor(short)
    cursor.seek(12)
    const state = cursor.state()
    cursor.seek(15)
    cursor.seek(11)
    cursor.seek(14)
    assert.deepStrictEqual(state, states[2])
  })

  it("fails for a tick that the chunk does not contain, and stays", () => {
    const cursor = RoomHistory.cursor(short)
    cursor.seek(12)
    for (const tick of [9, 16, 12.5, Number.NaN]) {
      const error = Result.getOrThrow(Result.flip(cursor.seek(tick)))
      assert.strictEqual(error.message, `the chunk contains ticks 10 to 15, not ${tick}`)
      assert.deepStrictEqual(cursor.state(), states[2])
    }
  })
})
