/** Which rooms are watched when there are more than a server sends at once. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { make } from "../src/rooms/turns.ts"

const turn = 10_000

const wanting = (slots: number, ...keys: ReadonlyArray<string>) => {
  const turns = make(slots, turn)
  for (const key of keys) turns.want(key)
  return turns
}

describe("turns", () => {
  it("do not end while there is a slot for every room", () => {
    const turns = wanting(2, "A", "B")
    assert.deepStrictEqual(turns.step(0), { leave: [], join: ["A", "B"], wait: undefined })
    assert.deepStrictEqual(turns.step(99 * turn), { leave: [], join: [], wait: undefined })
  })

  it("follow each other in the order of arrival", () => {
    const turns = wanting(2, "A", "B", "C", "D", "E")
    assert.deepStrictEqual(turns.step(0), { leave: [], join: ["A", "B"], wait: turn })
    assert.deepStrictEqual(turns.step(4000), { leave: [], join: [], wait: 6000 })
    assert.deepStrictEqual(turns.step(10_000), { leave: ["A"], join: ["C"], wait: 5000 })
    assert.deepStrictEqual(turns.step(15_000), { leave: ["B"], join: ["D"], wait: 5000 })
    assert.deepStrictEqual(turns.step(20_000), { leave: ["C"], join: ["E"], wait: 5000 })
    assert.deepStrictEqual(turns.step(25_000), { leave: ["D"], join: ["A"], wait: 5000 })
  })

  it("end at once for a room whose turn is over when a third room arrives", () => {
    const turns = wanting(2, "A", "B")
    turns.step(0)
    turns.want("C")
    assert.deepStrictEqual(turns.step(50_000), { leave: ["A"], join: ["C"], wait: 5000 })
    assert.deepStrictEqual(turns.step(55_000), { leave: ["B"], join: ["A"], wait: 5000 })
  })

  it("start when another room is removed", () => {
    const turns = wanting(2, "A", "B", "C")
    turns.step(0)
    turns.forget("B")
    assert.deepStrictEqual(turns.step(1), { leave: [], join: ["C"], wait: undefined })
  })

  it("start soon for a room with a new listener, waiting or new", () => {
    const turns = wanting(1, "A", "B", "C", "D", "E")
    const joined = [0, 1, 2].flatMap((n) => turns.step(n * turn).join)
    turns.want("B")
    turns.want("F")
    joined.push(...[3, 4, 5, 6, 7, 8].flatMap((n) => turns.step(n * turn).join))
    // B overtakes A, which F may not overtake afterwards; D and E, which were never watched, are not overtaken.
    assert.deepStrictEqual(joined, ["A", "B", "C", "D", "E", "B", "A", "F", "C"])
  })

  it("are not assigned again to a watched room", () => {
    const turns = wanting(2, "A", "B", "C")
    turns.step(0)
    turns.want("A")
    assert.deepStrictEqual(turns.step(turn), { leave: ["A"], join: ["C"], wait: 5000 })
  })
})

const Events = Schema.Array(
  Schema.Struct({
    key: Schema.Literals(["A", "B", "C", "D", "E", "F", "G"]),
    wants: Schema.Boolean,
    after: Schema.Literals([0, 500, 4000, turn])
  })
).check(Schema.isMaxLength(60))

const Slots = Schema.Literals([1, 2, 3])

describe("turns with random listeners", () => {
  it.prop(
    "never watch more rooms than slots, no room twice, and leave no slot free while a room waits",
    [Slots, Events],
    (values) => {
      const [slots, events] = values
      const turns = make(slots, turn)
      const watched = new Set<string>()
      const wanted = new Set<string>()
      let now = 0
      for (const { after, key, wants } of events) {
        now += after
        if (wants) {
          wanted.add(key)
          turns.want(key)
        } else {
          wanted.delete(key)
          watched.delete(key)
          turns.forget(key)
        }
        const { join, leave } = turns.step(now)
        for (const room of leave) assert.isTrue(watched.delete(room))
        for (const room of join) {
          assert.isFalse(watched.has(room))
          watched.add(room)
        }
        assert.strictEqual(watched.size, Math.min(slots, wanted.size))
        assert.isTrue([...watched].every((room) => wanted.has(room)))
      }
    }
  )

  it.prop("watch a waiting room within its share of turns and one more", [Slots, Events], (values) => {
    const [slots, events] = values
    const turns = make(slots, turn)
    turns.want("Z")
    for (const key of ["A", "B", "C"]) turns.want(key)
    let seen = 0
    let longest = 0
    let now = 0
    for (const { key, wants } of events) {
      if (wants) turns.want(key)
      else turns.forget(key)
      const { join } = turns.step(now)
      if (join.includes("Z")) {
        longest = Math.max(longest, now - seen)
        seen = now
      }
      now += turn / slots
    }
    // Eight rooms: Z's own turn, which ends at most one slot late, and seven others before it.
    assert.isAtMost(longest, turn + 8 * (turn / slots))
  })
})
