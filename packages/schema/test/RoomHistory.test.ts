import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type * as RoomState from "@screeps-effect/schema/RoomState"
import { recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { diffObjects, type Patches } from "./support/diff.ts"
import { frozen, rooms, successorRoom } from "@screeps-effect/fixtures/documents"
import { documents, unknowns } from "./support/states.ts"

const decode = Decoder.make(RoomHistory.RoomHistory)
const chunk = (data: unknown) => frozen(Result.getOrThrow(decode(data)))
const recorded = (name: string) => chunk(recording(`game/room-history.${name}`).response.body)

const spawn = { _id: "a", type: "probe", room: "W1N1", x: 1, y: 1, store: { energy: 5 }, _off: false }
const creep = { _id: "b", type: "probe", room: "W1N1", x: 2, y: 2, hits: 100 }
const made = {
  timestamp: 1_795_268_643_964,
  room: "W1N1",
  base: 100,
  ticks: {
    "100": { a: spawn, b: creep },
    "101": { a: { store: { energy: 6 } }, undefined: { type: "energy", x: 3, y: 3, energy: 5 } },
    "102": {},
    "103": null,
    "104": { b: { hits: -890 }, undefined: { type: "tombstone", energy: null, store: {} } },
    "105": { b: null, undefined: null }
  }
}

describe("a recorded chunk", () => {
  const chunks = recordings().filter(
    ({ name, response: { body } }) =>
      name.startsWith("game/room-history.") && typeof body === "object" && body !== null && "ticks" in body
  )

  it("exists for every tested recording", () => {
    assert.deepStrictEqual(
      chunks.map(({ name }) => name),
      ["game/room-history.mod.chunk", "game/room-history.mod.stronghold-chunk"]
    )
  })

  for (const { name, response } of chunks) {
    it(`has a known state for each tick: ${name}`, () => {
      const history = chunk(response.body)
      const states = [...RoomHistory.states(history)]
      assert.strictEqual(states.length, 20)
      assert.deepStrictEqual<unknown>(
        states.map((state) => state.tick),
        states.map((_, i) => history.base + i)
      )
      assert.isTrue(states.every((state) => state.room === history.room && state.objects.size > 30))
      assert.deepStrictEqual(unknowns(states), [])
    })

    it(`shares the objects that a tick does not name: ${name}`, () => {
      const history = chunk(response.body)
      let before: RoomState.RoomState | undefined
      let shared = 0
      for (const state of RoomHistory.states(history)) {
        for (const [id, object] of before?.objects ?? []) {
          if (Object.hasOwn(history.ticks[String(state.tick)] ?? {}, id)) continue
          assert.strictEqual(state.objects.get(id), object)
          shared++
        }
        before = state
      }
      assert.isAbove(shared, 500)
    })
  }

  it("begins with the documents of its first tick", () => {
    const history = recorded("mod.chunk")
    const [first] = RoomHistory.states(history)
    assert.deepStrictEqual(documents(first), history.ticks["14260"])
  })

  it("contains each departure and return of a creep", () => {
    const there = [...RoomHistory.states(recorded("mod.chunk"))].map((state) =>
      [...state.objects.keys()].some((id) => id === "89dfe597c1ab094")
    )
    const ticks = there.flatMap((is, i) => (is ? [14_260 + i] : []))
    assert.includeMembers(ticks, [14_260, 14_270, 14_272, 14_274, 14_276, 14_278])
    assert.notIncludeMembers(ticks, [14_271, 14_273, 14_275, 14_277, 14_279])
  })

  it("without any change shares one map of objects among all states", () => {
    const maps = new Set(
      [...RoomHistory.states(recorded("mod.stronghold-chunk"))].map(({ objects }) => objects)
    )
    assert.strictEqual(maps.size, 1)
  })
})

describe("the states of a chunk", () => {
  const states = [...RoomHistory.states(chunk(made))]

  it("are those of its ticks, in order", () => {
    assert.deepStrictEqual<unknown>(
      states.map((state) => state.tick),
      [100, 101, 102, 103, 104, 105]
    )
    assert.deepStrictEqual(documents(states[0]), { a: spawn, b: creep })
    assert.deepStrictEqual(documents(states[1]), {
      a: { ...spawn, store: { energy: 6 } },
      b: creep,
      undefined: { type: "energy", x: 3, y: 3, energy: 5 }
    })
    assert.deepStrictEqual(documents(states[4]), {
      a: { ...spawn, store: { energy: 6 } },
      b: { ...creep, hits: -890 },
      undefined: { type: "tombstone", x: 3, y: 3, energy: null, store: {} }
    })
    assert.deepStrictEqual(documents(states[5]), { a: { ...spawn, store: { energy: 6 } } })
  })

  it("share their objects in ticks that are empty or null", () => {
    assert.strictEqual(states[2]?.objects, states[1]?.objects)
    assert.strictEqual(states[3]?.objects, states[1]?.objects)
  })

  it("are computed again by every iteration", () => {
    const walk = RoomHistory.states(chunk(made))
    const [first] = walk
    assert.strictEqual(first?.tick, 100)
    assert.deepStrictEqual([...walk], [...walk])
  })

  it("are in the order of ticks, whatever the order of keys", () => {
    const far = 20_000_000_000 // too large for a key that engines put in order
    const ticks = { [far + 1]: { a: { x: 2 } }, [far]: { a: spawn }, "not a tick": { a: null } }
    const walk = [...RoomHistory.states(chunk({ ...made, base: far, ticks }))]
    assert.deepStrictEqual<unknown>(
      walk.map((state) => state.tick),
      [far, far + 1]
    )
    assert.deepStrictEqual(documents(walk[1]), { a: { ...spawn, x: 2 } })
  })

  it.prop(
    "equal the rooms from which the server computed the patches",
    [rooms, rooms, rooms],
    ([first, second, third]) => {
      const next = successorRoom(first, second)
      const last = successorRoom(next, third)
      const ticks: { [tick: string]: Patches } = {
        "7": first,
        "8": diffObjects(first, next),
        "9": diffObjects(next, last)
      }
      const walk = [...RoomHistory.states(chunk({ ...made, base: 7, ticks }))]
      assert.deepStrictEqual(walk.map(documents), [first, next, last])
    }
  )
})

describe("the state at a tick", () => {
  it("equals the state of the iteration", () => {
    const history = chunk(made)
    for (const state of RoomHistory.states(history)) {
      const at = Result.getOrThrow(RoomHistory.stateAt(history, state.tick ?? 0))
      assert.deepStrictEqual(at, state)
    }
  })

  it("fails before and after the chunk, and for a tick that was not recorded", () => {
    const { "102": _, ...ticks } = made.ticks
    const history = chunk({ ...made, ticks })
    for (const tick of [99, 102, 106, 100.5, Number.NaN]) {
      const error = Result.getOrThrow(Result.flip(RoomHistory.stateAt(history, tick)))
      assert.strictEqual(error._tag, "TickNotInChunk")
      assert.strictEqual(error.message, `the chunk contains ticks 100 to 105, not ${tick}`)
    }
  })

  it("fails for an empty chunk", () => {
    const error = Result.getOrThrow(Result.flip(RoomHistory.stateAt(chunk({ ...made, ticks: {} }), 100)))
    assert.strictEqual(error.message, "the chunk contains no ticks, not 100")
  })
})

describe("a chunk", () => {
  it("is decoded without an envelope, and its objects stay unchanged", () => {
    const { body } = recording("game/room-history.mod.chunk").response
    assert.deepStrictEqual<unknown>(chunk(body), body)
  })

  it("is rejected when it is malformed", () => {
    for (const data of [null, {}, { ...made, ticks: [] }, { ...made, ticks: { "1": { a: 5 } } }]) {
      assert.isTrue(Result.isFailure(decode(data)))
    }
  })
})
