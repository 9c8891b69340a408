/** The feed of one room: its states, listeners, gaps and changes. */
import { received } from "@screeps-effect/fixtures"
import * as Frame from "@screeps-effect/schema/Frame"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { listen } from "./support/listen.ts"
import { type Objects, GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

/** A game with one room, whose server responds at once. */
const game = (objects: Objects = sourceRoom(3000)) => new GameRooms({ W1N1: objects })

describe("changes", () => {
  it.effect("contain appeared objects, changed objects with their fields, and gone objects", () => {
    const road = { _id: "r", type: "road", x: 1, y: 1, room: "W1N1", hits: 9, hitsMax: 9, nextDecayTime: 9 }
    const rooms = game()
    return withFeed(
      () =>
        Effect.gen(function* () {
          const feed = yield* RoomFeed.RoomFeed
          const { emitted } = yield* listen(
            Stream.provideService(RoomFeed.changes("W1N1"), RoomFeed.RoomFeed, feed)
          )
          for (const objects of [
            sourceRoom(3000),
            { ...sourceRoom(2990), r: road },
            { ...sourceRoom(2990), r: { ...road, hits: 8 } },
            sourceRoom(2990)
          ]) {
            rooms.advance({ W1N1: objects })
            yield* settle
          }
          assert.deepStrictEqual(
            emitted.map(({ after, appeared, before, changed, gone }) => ({
              ticks: `${before?.tick} ${after.tick}`,
              appeared: [...appeared.keys()].map(String),
              changed: [...changed].map(([id, { fields }]) => [id, ...fields].join(" ")),
              gone: [...gone.keys()].map(String)
            })),
            [
              { ticks: "undefined undefined", appeared: ["s"], changed: [], gone: [] },
              { ticks: "101 102", appeared: ["r"], changed: ["s energy"], gone: [] },
              { ticks: "102 103", appeared: [], changed: ["r hits"], gone: [] },
              { ticks: "103 104", appeared: [], changed: [], gone: ["r"] }
            ]
          )
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("after a gap contain the sum of all changes", () => {
    const rooms = game()
    return withFeed(
      ({ server }) =>
        Effect.gen(function* () {
          const feed = yield* RoomFeed.RoomFeed
          const { emitted } = yield* listen(
            Stream.provideService(RoomFeed.changes("W1N1"), RoomFeed.RoomFeed, feed)
          )
          server.current().drop()
          rooms.advance({
            W1N1: { t: { _id: "t", type: "source", x: 1, y: 1, energy: 1, energyCapacity: 1 } }
          })
          yield* pass("2 seconds")
          const last = emitted.at(-1)
          assert.isTrue(last?.after.afterGap)
          assert.deepStrictEqual([...(last?.appeared.keys() ?? [])].map(String), ["t"])
          assert.deepStrictEqual([...(last?.gone.keys() ?? [])].map(String), ["s"])
        }),
      { onCommand: rooms.onCommand }
    )
  })
})

const decodeFrame = Schema.decodeUnknownSync(RoomFrame)

/** Returns the messages and refusals of a room in a recording, in order. */
const recorded = (name: string, room: string): ReadonlyArray<string> =>
  received(name).filter((text) => text.includes(`room:${room}"`))

const folded = (texts: ReadonlyArray<string>): ReadonlyArray<RoomState.RoomState> => {
  const states: Array<RoomState.RoomState> = []
  for (const text of texts) {
    const frame = Frame.parse(text)
    if (frame._tag !== "Event") continue
    states.push(RoomState.fold(states.at(-1) ?? RoomState.empty, decodeFrame(frame.payload)))
  }
  return states
}

describe("the recording", () => {
  const recordings = [
    ["15-room-W7N3", "W7N3", 145],
    ["19-room-full-diffs-full", "W7N3", 72],
    ["20-room-diff-rules", "W7N3", 150],
    ["23-room-leave-and-return", "W7N3", 78],
    ["63-new-user-in-room", "W7N3", 28],
    ["22-room-limit-other-connection", "W8N3", undefined]
  ] as const

  /** Returns everything that the feed emits for a recorded room. */
  const replayed = (name: string, room: "W7N3" | "W8N3") =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { failure, emitted } = yield* signals(room)
        for (const text of recorded(name, room)) {
          server.current().sendFrames(text)
          yield* settle
        }
        assert.isUndefined(failure())
        assert.deepStrictEqual(server.current().commands, [`subscribe room:${room}`])
        return emitted
      })
    )

  for (const [name, room, count] of recordings) {
    it.effect(`${name} produces a state for each message, equal to folding it`, () =>
      Effect.gen(function* () {
        const emitted = views(yield* replayed(name, room))
        const states = folded(recorded(name, room))
        if (count !== undefined) assert.strictEqual(emitted.length, count)
        assert.isAbove(emitted.length, 5)
        assert.strictEqual(emitted.length, states.length)
        for (const [i, state] of states.entries()) {
          assert.deepStrictEqual(documents(emitted[i]), documents(state))
          assert.deepStrictEqual(emitted[i]?.users, state.users)
          assert.strictEqual(emitted[i]?.flags, state.flags)
          assert.strictEqual(emitted[i]?.tick, state.tick)
          assert.strictEqual(emitted[i]?.visual, state.visual)
        }
      })
    )
  }

  it.effect("19 ends with exactly the whole room that was sent next", () =>
    Effect.gen(function* () {
      const emitted = views(yield* replayed("19-room-full-diffs-full", "W7N3"))
      const [whole] = folded(recorded("19-room-full-diffs-full", "W7N3").slice(-1))
      assert.strictEqual(emitted[70]?.objects.size, 11)
      assert.deepStrictEqual(documents(emitted[70]), documents(whole))
      assert.deepStrictEqual(documents(emitted[71]), documents(whole))
      assert.strictEqual(emitted[71]?.objects, emitted[70]?.objects)
    })
  )

  it.effect("22 produces refusals for the ticks in which the server refused, and further states", () =>
    Effect.gen(function* () {
      const emitted = short(yield* replayed("22-room-limit-other-connection", "W8N3"))
      const refused = emitted.filter((signal) => signal === "Refused subscribe limit reached")
      assert.isAbove(refused.length, 3)
      assert.isBelow(refused.length, emitted.length)
    })
  )
})
