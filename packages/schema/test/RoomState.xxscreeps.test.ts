import { captures } from "@screeps-effect/fixtures"
import type * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as ObjectEffect from "@screeps-effect/schema/ObjectEffect"
import * as Portal from "@screeps-effect/schema/Portal"
import * as Tick from "@screeps-effect/schema/Tick"
import * as TicksLeft from "@screeps-effect/schema/TicksLeft"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { frozen } from "@screeps-effect/fixtures/documents"
import { frames, roomFrames } from "./support/payloads.ts"
import { documents, unknowns } from "./support/states.ts"

/** xxscreeps marks the first message of a subscription with a list of decorations. */
const isFirst = ({ decorations }: RoomFrame.RoomFrame) => Array.isArray(decorations)

/** Returns the state after each message; a first message starts from an empty state. */
const statesOf = (messages: ReadonlyArray<RoomFrame.RoomFrame>) => {
  let state = RoomState.empty
  return messages.map((message) => {
    state = RoomState.fold(isFirst(message) ? RoomState.reset(state) : state, frozen(message))
    return state
  })
}

const roomsOf = (name: string) =>
  Effect.map(frames(name, "xxscreeps"), (all) => [
    ...new Set(
      all.flatMap((frame) =>
        frame._tag === "Event" && frame.channel.startsWith("room:")
          ? [frame.channel.slice("room:".length)]
          : []
      )
    )
  ])

/** Returns the value at every path of a value. */
const leaves = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, value: unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`))
    : [[path, value]]

describe("the depth of patches", () => {
  const whole = (fields: RoomPatch.Document): RoomFrame.RoomFrame => ({
    objects: { a: { _id: "a", type: "energy", x: 1, y: 2, energy: 5, resourceType: "energy", ...fields } }
  })

  it("is unknown until the first whole document, and again after a reset", () => {
    const state = RoomState.fold(RoomState.empty, { objects: {} })
    assert.isUndefined(state.patchDepth)
    assert.isUndefined(RoomState.reset(RoomState.fold(state, whole({}))).patchDepth)
  })

  it("is set by a document that appears in an empty room", () => {
    const state = RoomState.fold(RoomState.empty, { objects: {}, gameTime: null })
    assert.strictEqual(RoomState.fold(state, whole({})).patchDepth, "any-depth")
    assert.strictEqual(RoomState.fold(state, whole({ room: "W1N1" })).patchDepth, "two-levels")
  })

  it("stays what the first document set", () => {
    const state = RoomState.fold(RoomState.empty, whole({ room: "W1N1" }))
    assert.strictEqual(RoomState.fold(state, whole({})).patchDepth, "two-levels")
  })
})

describe("folding the messages of xxscreeps", () => {
  it.effect("equals the whole room that was sent next", () =>
    Effect.gen(function* () {
      const messages = yield* roomFrames("19-room-full-diffs-full", "W7N3", "xxscreeps")
      const firsts = messages.flatMap((message, i) => (isFirst(message) ? [i] : []))
      const states = statesOf(messages)
      const [, at = 0] = firsts
      assert.deepStrictEqual(firsts, [0, 66])
      const merged = states[at - 1]
      assert.strictEqual(merged?.objects.size, 16)
      assert.deepStrictEqual(documents(merged), documents(states[at]))
      assert.strictEqual(merged?.patchDepth, "any-depth")
    })
  )

  it.effect.each(captures("xxscreeps"))("loses nothing of an object: %s", (name) =>
    Effect.gen(function* () {
      for (const room of yield* roomsOf(name)) {
        const messages = yield* roomFrames(name, room, "xxscreeps")
        const states = statesOf(messages)
        assert.deepStrictEqual(unknowns(states), [])
        for (const [i, { objects, patchDepth }] of states.entries()) {
          if (objects.size > 0) assert.strictEqual(patchDepth, "any-depth")
          for (const [id, patch] of Object.entries(messages[i]?.objects ?? {})) {
            const key = [...objects.keys()].find((known) => known === id)
            const after = key === undefined ? undefined : objects.get(key)
            assert.strictEqual(after === undefined, patch === null)
            if (after === undefined || patch === null) continue
            const before = key === undefined ? undefined : states[i - 1]?.objects.get(key)
            const expected = new Map(
              RoomPatch.isWhole(patch) || before === undefined ? [] : leaves(RoomObject.toDocument(before))
            )
            for (const [path, value] of leaves(patch)) {
              const isRemoved = value === null && !RoomPatch.isWhole(patch)
              for (const known of expected.keys()) if (known.startsWith(`${path}/`)) expected.delete(known)
              if (isRemoved) expected.delete(path)
              else expected.set(path, value)
            }
            assert.deepStrictEqual(
              Object.fromEntries(leaves(RoomObject.toDocument(after))),
              Object.fromEntries(expected)
            )
          }
        }
      }
    })
  )
})

describe("an object of xxscreeps that differs from those of 4.3.0", () => {
  const objectsOf = <T extends keyof RoomObject.ByType>(name: string, room: string, type: T) =>
    Effect.map(roomFrames(name, room, "xxscreeps"), (messages) => {
      const found = statesOf(messages).map(({ objects }) => [...objects.values()].filter(RoomObject.is(type)))
      return found.find((list) => list.length > 0) ?? []
    })
  const neutral = <T extends keyof RoomObject.ByType>(type: T) =>
    objectsOf("26-room-neutral-objects-W8N3", "W8N3", type)
  const now = Tick.make(6148)

  it.effect("is a portal to a square of the same shard, or to another shard", () =>
    Effect.gen(function* () {
      const portals = yield* neutral("portal")
      assert.deepStrictEqual(portals.map(Portal.destination), [
        { kind: "room", room: "W5N5", x: 10, y: 10 },
        { kind: "shard", room: "W1N1", shard: "shard1" }
      ])
    })
  )

  it.effect("is a nuke that counts down", () =>
    Effect.gen(function* () {
      const nukes = yield* neutral("nuke")
      assert.deepStrictEqual(
        nukes.map(({ landTime, timeToLand }) => [landTime, timeToLand]),
        [[undefined, 296]]
      )
    })
  )

  it.effect("is a deposit with other names", () =>
    Effect.gen(function* () {
      const deposits = yield* neutral("deposit")
      assert.deepStrictEqual(
        deposits.map((deposit) => [
          deposit.decayTime,
          TicksLeft.of(deposit.nextDecayTime, now),
          TicksLeft.of(deposit.cooldownTime, now),
          deposit.lastCooldown
        ]),
        [[undefined, 50_000, 5, 3]]
      )
    })
  )

  it.effect("is a core without a stronghold", () =>
    Effect.gen(function* () {
      const cores = yield* neutral("invaderCore")
      assert.deepStrictEqual(
        cores.map((core) => [
          TicksLeft.of(core.deployTime, now),
          core.population,
          ObjectEffect.active(core, now).map(ObjectEffect.id)
        ]),
        [[4000, undefined, [ObjectEffect.invulnerability]]]
      )
    })
  )

  it.effect("is a ruin that knows only the type of its structure", () =>
    Effect.gen(function* () {
      const ruins = yield* objectsOf("27-room-all-structures-W7N3", "W7N3", "ruin")
      assert.deepStrictEqual(
        ruins.map((ruin) => [ruin.structure.type, TicksLeft.of(ruin.decayTime, Tick.make(6211))]),
        [["observer", 500]]
      )
    })
  )
})
