/**
 * Measures folding the messages of a room on top of `JSON.parse`, alone, with the changes of each message and with a program
 * that reads all objects, and how this grows with the objects of the room.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import type { Document } from "@screeps-effect/schema/RoomPatch"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Function from "effect/Function"
import * as Result from "effect/Result"
import type { Case } from "../harness.ts"
import { changes, documents } from "../room.ts"

const messages = 100
const [few, many] = [300, 3000]

const decodeFrame = Decoder.tolerant(RoomFrame)
const decode = (text: string) => Result.getOrThrow(decodeFrame(JSON.parse(text)))

/** A room with so many objects. */
const roomOf = (count: number) => {
  const all = Array.from({ length: count }, (_, i) => ({
    ...documents[i % documents.length],
    _id: `5bbcac3c9099fc012e6${i.toString(16).padStart(5, "0")}`
  }))
  return RoomState.fold(
    RoomState.empty,
    decode(JSON.stringify({ objects: Object.fromEntries(all.map((document) => [document._id, document])) }))
  )
}

const textsOf = (changesOf: (tick: number) => Readonly<Record<string, Document>>): ReadonlyArray<string> =>
  Array.from({ length: messages }, (_, tick) =>
    JSON.stringify({ objects: changesOf(tick + 1), gameTime: 20_000_000 + tick, visual: "" })
  )

/** What a program does with each state. */
type Use = (before: RoomState.RoomState, after: RoomState.RoomState) => unknown

const uses: Readonly<Record<string, Use>> = {
  fold: (_, after) => after.tick,
  "fold and changes": (before, after) => RoomState.changes(before, after).changed.size,
  "fold and read all objects": (_, { objects }) => {
    let types = 0
    for (const { type } of objects.values()) types += type.length
    return types
  }
}

/** Reads and folds message after message, as they come. */
const run = <A>(
  first: RoomState.RoomState,
  messages: ReadonlyArray<A>,
  read: (message: A) => RoomFrame,
  use: Use
) => {
  let state = first
  let used: unknown
  for (const message of messages) {
    const next = RoomState.fold(state, read(message))
    used = use(state, next)
    state = next
  }
  return used
}

const texts = textsOf(changes)
const first = roomOf(few)

/** Ten changes in each message, of other objects in the next one. */
const frames = textsOf((tick) => Object.fromEntries(Object.entries(changes(tick)).slice(0, 10))).map(decode)
const large = roomOf(many)

export const cases: ReadonlyArray<Case> = [
  ...Object.entries(uses).map(([name, use]) => ({
    name: `room messages, ${name}`,
    unit: `${messages} messages, 60 of ${few} objects change`,
    ours: () => run(first, texts, decode, use),
    reference: () => {
      let parsed: unknown
      for (const text of texts) parsed = JSON.parse(text)
      return parsed
    },
    referenceName: "JSON.parse alone"
  })),
  ...Object.entries(uses).map(([name, use]) => ({
    name: `room growth, ${name}`,
    unit: `${messages} decoded messages, 10 of ${many} objects change`,
    ours: () => run(large, frames, Function.identity, use),
    reference: () => run(first, frames, Function.identity, use),
    referenceName: `10 of ${few} objects`
  }))
]
