/** What unfolding history and folding the messages of a room cost on top of `JSON.parse`. */
import type { Case } from "../harness.ts"
import { received, recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { Document } from "@screeps-effect/schema/RoomPatch"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { Result } from "effect"

const decodeHistory = Decoder.make(RoomHistory.RoomHistory)
const decodeFrame = Decoder.make(RoomFrame)

const ticks = 100
const objects = 300
const base = 20_000_000

/** The documents of the recorded chunks, over and over until there are enough, each with an id of its own. */
const documents: ReadonlyArray<Document> = (() => {
  const recorded = ["mod.chunk", "mod.stronghold-chunk"].flatMap((name) => {
    const chunk = Result.getOrThrow(decodeHistory(recording(`game/room-history.${name}`).response.body))
    // What no schema knows would measure how faults are described.
    return Object.values(chunk.ticks[String(chunk.base)] ?? {}).filter(
      (patch) => patch !== null && RoomObject.classify(patch) === patch
    )
  })
  return Array.from({ length: objects }, (_, i) => ({
    ...recorded[i % recorded.length],
    _id: `5bbcac3c9099fc012e6${i.toString(16).padStart(5, "0")}`
  }))
})()

/** What one tick does to an object: creeps walk and work, the others are hit, filled and emptied. */
const patch = (document: Document, tick: number): Document => ({
  ...(document["type"] === "creep"
    ? { x: tick % 50, y: (tick * 7) % 50, fatigue: tick % 3, actionLog: { harvest: { x: tick % 50, y: 5 } } }
    : {}),
  ...("store" in document ? { store: { energy: (tick * 50) % 2000 } } : {}),
  ...("hits" in document ? { hits: 5000 - tick } : {}),
  meta: { revision: tick, updated: 1_795_268_640_000 + tick }
})

const history = JSON.stringify({
  timestamp: 1_795_268_643_964,
  room: "W5N8",
  base,
  ticks: Object.fromEntries(
    Array.from({ length: ticks }, (_, tick) => [
      base + tick,
      Object.fromEntries(
        documents.flatMap((document, i) => {
          if (tick === 0) return [[document["_id"], document] as const]
          // Every fifth object, others in the next tick.
          return (i + tick) % 5 === 0 ? [[document["_id"], patch(document, tick)] as const] : []
        })
      )
    ])
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
    name: "fold room frames",
    unit: `${frames.length} frames of capture 19`,
    ours: () => fold(frames),
    reference: () => frames.map((text): unknown => JSON.parse(text)),
    referenceName: "JSON.parse alone"
  }
]
