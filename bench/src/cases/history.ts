/** Measures unfolding history and folding room messages on top of `JSON.parse`. */
import type { Case } from "../harness.ts"
import { received } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Result from "effect/Result"
import { changes, decodeHistory, documents, whole } from "../room.ts"

const decodeFrame = Decoder.make(RoomFrame)

const ticks = 100
const objects = documents.length
const base = 20_000_000

const history = JSON.stringify({
  timestamp: 1_795_268_643_964,
  room: "W5N8",
  base,
  ticks: Object.fromEntries(
    Array.from({ length: ticks }, (_, tick) => [base + tick, tick === 0 ? whole : changes(tick)])
  )
})

const unfold = (text: string) => {
  let held = 0
  for (const state of RoomHistory.states(Result.getOrThrow(decodeHistory(JSON.parse(text))))) {
    held += state.objects.size
  }
  if (held !== ticks * objects) throw new Error(`${held} objects in all states, not ${ticks * objects}`)
  return held
}

/** Reads every tick of the chunk from one room that changes in place. */
const move = (text: string) => {
  let held = 0
  const room = RoomHistory.cursor(Result.getOrThrow(decodeHistory(JSON.parse(text))))
  while (room.next()) held += room.objects.size
  if (held !== ticks * objects) throw new Error(`${held} objects in all ticks, not ${ticks * objects}`)
  return held
}

const frames = received("19-room-full-diffs-full").filter((text) => text.startsWith('["room:'))

const fold = (texts: ReadonlyArray<string>) => {
  let state = RoomState.empty
  for (const text of texts) {
    const [, payload]: [string, unknown] = JSON.parse(text)
    state = RoomState.fold(state, Result.getOrThrow(decodeFrame(payload)))
  }
  return state
}

export const cases: ReadonlyArray<Case> = [
  {
    name: "unfold room history",
    unit: `chunk of ${ticks} states, ${objects} objects, ${Math.round(history.length / 1024)} kB`,
    ours: () => unfold(history),
    reference: () => JSON.parse(history),
    referenceName: "JSON.parse alone"
  },
  {
    name: "move through room history",
    unit: `chunk of ${ticks} ticks, ${objects} objects`,
    ours: () => move(history),
    reference: () => JSON.parse(history),
    referenceName: "JSON.parse alone"
  },
  {
    name: "fold room frames",
    unit: `${frames.length} frames of capture 19`,
    ours: () => fold(frames),
    reference: () => frames.map((text): unknown => JSON.parse(text)),
    referenceName: "JSON.parse alone"
  }
]
