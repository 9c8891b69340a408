import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { frozen } from "@screeps-effect/fixtures/documents"
import { roomFrames } from "./support/payloads.ts"
import { documents, unknowns } from "./support/states.ts"

/** Returns the state after each message; a message with the whole room starts from an empty state, like a subscription. */
const statesOf = (frames: ReadonlyArray<RoomFrame.RoomFrame>): ReadonlyArray<RoomState.RoomState> => {
  const states: Array<RoomState.RoomState> = []
  let state = RoomState.empty
  for (const frame of frames) {
    state = RoomState.fold(state, frozen(frame))
    states.push(state)
  }
  return states
}

describe("folding the capture 19", () => {
  it.effect("equals the whole room that was sent after 70 patches", () =>
    Effect.gen(function* () {
      const frames = yield* roomFrames("19-room-full-diffs-full", "W7N3")
      assert.deepStrictEqual(
        frames.flatMap((frame, i) => (RoomFrame.isFull(frame) ? [i] : [])),
        [0, 71]
      )
      const states = statesOf(frames)
      const merged = states[70]
      const whole = RoomState.fold(RoomState.empty, frames[71] ?? {})
      assert.strictEqual(merged?.objects.size, 11)
      assert.deepStrictEqual(documents(merged), documents(whole))
      assert.deepStrictEqual(merged?.users, whole.users)
      assert.strictEqual(merged?.flags, whole.flags)
      assert.strictEqual(merged?.mode, "world")
    })
  )

  it.effect("shares all objects with the whole room that changes nothing", () =>
    Effect.gen(function* () {
      const states = statesOf(yield* roomFrames("19-room-full-diffs-full", "W7N3"))
      assert.strictEqual(states[71]?.objects, states[70]?.objects)
    })
  )

  it.effect("shares every object that a message does not name", () =>
    Effect.gen(function* () {
      const frames = yield* roomFrames("19-room-full-diffs-full", "W7N3")
      const states = statesOf(frames)
      let shared = 0
      for (const [i, state] of states.entries()) {
        for (const [id, object] of states[i - 1]?.objects ?? []) {
          if (Object.hasOwn(frames[i]?.objects ?? {}, id)) continue
          assert.strictEqual(state.objects.get(id), object)
          shared++
        }
      }
      assert.isAbove(shared, 300)
    })
  )

  it.effect("has the ticks of the messages", () =>
    Effect.gen(function* () {
      const states = statesOf(yield* roomFrames("19-room-full-diffs-full", "W7N3"))
      const ticks = states.slice(1, 71).map((state) => state.tick ?? 0)
      assert.isUndefined(states[0]?.tick)
      assert.isTrue(ticks.every((tick, i) => i === 0 || tick > (ticks[i - 1] ?? 0)))
    })
  )
})

describe("folding the capture", () => {
  const rooms: ReadonlyArray<
    readonly [capture: string, room: string, frames: number, unknown: Array<string>]
  > = [
    ["15-room-W7N3", "W7N3", 145, []],
    ["17-room-events", "W7N3", 189, []],
    ["18-room-of-another-user", "W7N4", 85, []],
    ["19-room-full-diffs-full", "W7N3", 72, []],
    ["20-room-diff-rules", "W7N3", 150, ["probe: unknown kind"]],
    ["23-room-leave-and-return", "W7N3", 78, []],
    ["40-gzip", "W7N3", 99, []],
    ["43-gzip-order", "W7N3", 25, []],
    ["43-gzip-order", "W7N4", 25, []],
    ["54-whole-server-restart", "W7N3", 13, []],
    ["63-new-user-in-room", "W7N3", 28, ["probe: unknown kind"]],
    ["70-throttle-tick-50ms", "W7N3", 58, []]
  ]
  for (const [name, room, count, expected] of rooms) {
    it.effect(`${name} gives known objects in ${room}`, () =>
      Effect.gen(function* () {
        const states = statesOf(yield* roomFrames(name, room))
        assert.strictEqual(states.length, count)
        assert.isAbove(states[0]?.objects.size ?? 0, 3)
        assert.deepStrictEqual(unknowns(states), expected)
      })
    )

    it.effect(`${name} keeps only identifier, name and badge of users in ${room}`, () =>
      Effect.gen(function* () {
        const users = statesOf(yield* roomFrames(name, room)).flatMap((state) => [...state.users.values()])
        assert.isAbove(users.length, 0)
        const keys = new Set(users.flatMap((user) => Object.keys(user)))
        keys.delete("badge")
        assert.deepStrictEqual([...keys].toSorted(), ["_id", "username"])
      })
    )
  }

  it.effect("15 contains flags as they are set and removed", () =>
    Effect.gen(function* () {
      const states = statesOf(yield* roomFrames("15-room-W7N3", "W7N3"))
      assert.deepStrictEqual(
        [...new Set(states.map((state) => state.flags))],
        ["", "FlagOne~1~2~12~13", "FlagOne~1~2~12~13|Flag Two~10~10~14~15", "Flag Two~10~10~14~15"]
      )
    })
  )

  it.effect("17 contains the objects that appear and that are gone", () =>
    Effect.gen(function* () {
      const states = statesOf(yield* roomFrames("17-room-events", "W7N3"))
      const appeared = new Set<string>()
      const gone = new Set<string>()
      for (const [i, state] of states.entries()) {
        const before = states[i - 1]
        if (before === undefined) continue
        const changes = RoomState.changes(before, state)
        for (const object of changes.appeared.values()) appeared.add(object.type)
        for (const object of changes.gone.values()) gone.add(object.type)
      }
      assert.includeMembers([...appeared], ["energy", "tombstone", "creep"])
      assert.includeMembers([...gone], ["energy", "tombstone", "creep", "constructionSite"])
    })
  )

  it.effect("20 has no change when only the storage's bookkeeping changed", () =>
    Effect.gen(function* () {
      const frames = yield* roomFrames("20-room-diff-rules", "W7N3")
      const states = statesOf(frames)
      const at = frames.findIndex((frame) => frame.gameTime === 2755)
      const [before, after] = [states[at - 1], states[at]]
      assert.isDefined(before)
      assert.isDefined(after)
      assert.hasAllKeys(frames[at]?.objects?.["probe0000000001"], ["meta"])
      assert.isFalse(
        [...RoomState.changes(before, after).changed.keys()].some((id) => id === "probe0000000001")
      )
    })
  )

  it.effect("23 gives whole rooms after each new subscription", () =>
    Effect.gen(function* () {
      const frames = yield* roomFrames("23-room-leave-and-return", "W7N3")
      const states = statesOf(frames)
      const whole = frames.flatMap((frame, i) => (RoomFrame.isFull(frame) ? [i] : []))
      assert.isAbove(whole.length, 10)
      for (const i of whole) {
        assert.deepStrictEqual(
          documents(states[i]),
          documents(RoomState.fold(RoomState.empty, frames[i] ?? {}))
        )
      }
    })
  )

  it.effect("22 is right on an empty state when the whole room looks like a later message", () =>
    Effect.gen(function* () {
      const frames = yield* roomFrames("22-room-limit-other-connection", "W8N3")
      const [first] = frames
      assert.isDefined(first)
      assert.isFalse(RoomFrame.isFull(first))
      const state = RoomState.fold(RoomState.empty, first)
      assert.deepStrictEqual(
        [...state.objects.values()].map((object) => object.type),
        ["source", "source", "controller", "mineral"]
      )
      assert.strictEqual(state.tick, first.gameTime)
    })
  )

  it.effect("63 adds users as messages contain them, and ignores an identifier without user", () =>
    Effect.gen(function* () {
      const states = statesOf(yield* roomFrames("63-new-user-in-room", "W7N3"))
      const names = states.map((state) => [...state.users.values()].map((user) => user.username).join(", "))
      assert.deepStrictEqual(
        [...new Set(names)],
        [
          "Invader, Source Keeper, sock1",
          "Invader, Source Keeper, sock1, CapBot",
          "Invader, Source Keeper, sock1, CapBot, sock2"
        ]
      )
    })
  )
})
