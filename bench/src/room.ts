/** A room of level 8 for benchmarks: its documents, and the changes of a tick. */
import { recording } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { Document } from "@screeps-effect/schema/RoomPatch"
import * as Result from "effect/Result"

export const decodeHistory = Decoder.make(RoomHistory.RoomHistory)

const count = 300

/** Documents of the recorded chunks, repeated with new ids until there are enough. */
export const documents: ReadonlyArray<Document> = (() => {
  const recorded = ["mod.chunk", "mod.stronghold-chunk"].flatMap((name) => {
    const chunk = Result.getOrThrow(decodeHistory(recording(`game/room-history.${name}`).response.body))
    // Unknown objects would measure the description of decode failures.
    return Object.values(chunk.ticks[String(chunk.base)] ?? {}).filter(
      (patch) => patch !== null && RoomObject.classify(patch) === patch
    )
  })
  return Array.from({ length: count }, (_, i) => ({
    ...recorded[i % recorded.length],
    _id: `5bbcac3c9099fc012e6${i.toString(16).padStart(5, "0")}`
  }))
})()

/** Returns an object after a tick: creeps move and work, others are hit, filled or emptied. */
const patch = (document: Document, tick: number): Document => ({
  ...(document["type"] === "creep"
    ? { x: tick % 50, y: (tick * 7) % 50, fatigue: tick % 3, actionLog: { harvest: { x: tick % 50, y: 5 } } }
    : {}),
  ...("store" in document ? { store: { energy: (tick * 50) % 2000 } } : {}),
  ...("hits" in document ? { hits: 5000 - tick } : {}),
  meta: { revision: tick, updated: 1_795_268_640_000 + tick }
})

const byId = (entries: ReadonlyArray<Document>) =>
  Object.fromEntries(entries.map((document) => [String(document["_id"]), document]))

/** All objects, as in a first message. */
export const whole = byId(documents)

/** Returns the changes of one tick: every fifth object, others in the next tick. */
export const changes = (tick: number): Readonly<Record<string, Document>> =>
  Object.fromEntries(
    documents.flatMap((document, i) =>
      (i + tick) % 5 === 0 ? [[String(document["_id"]), patch(document, tick)] as const] : []
    )
  )
