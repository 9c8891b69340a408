/** Recorded frames, parsed and decompressed, and the decoders of their payloads by channel. */
import type * as ChannelName from "@screeps-effect/schema/ChannelName"
import { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import { ModBattle } from "@screeps-effect/schema/Battle"
import { CodeEvent } from "@screeps-effect/schema/CodeEvent"
import { ConsoleEvent } from "@screeps-effect/schema/ConsoleEvent"
import { ConversationEvent } from "@screeps-effect/schema/ConversationEvent"
import { CpuEvent } from "@screeps-effect/schema/CpuEvent"
import { MapVisualEvent } from "@screeps-effect/schema/MapVisualEvent"
import { MemoryEvent } from "@screeps-effect/schema/MemoryEvent"
import { MoneyEvent } from "@screeps-effect/schema/MoneyEvent"
import { NewMessageEvent } from "@screeps-effect/schema/NewMessageEvent"
import { ResourcesEvent } from "@screeps-effect/schema/ResourcesEvent"
import { RoomMapEvent } from "@screeps-effect/schema/RoomMapEvent"
import { ServerMessageEvent } from "@screeps-effect/schema/ServerMessageEvent"
import { ServerStats, UserProgress } from "@screeps-effect/schema/ServerStats"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Frame from "@screeps-effect/schema/Frame"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import { type RecordedServer, received } from "@screeps-effect/fixtures"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

export const decodeRoom = Decoder.make(RoomFrame)

type Known = Exclude<ChannelName.ChannelName["_tag"], "Unknown">

export const decoders: { readonly [T in Known]: Decoder.Decoder<unknown> } = {
  Room: decodeRoom,
  RoomMap: Decoder.make(RoomMapEvent),
  MapVisual: Decoder.make(MapVisualEvent),
  Memory: Decoder.make(MemoryEvent),
  Conversation: Decoder.make(ConversationEvent),
  Console: Decoder.make(ConsoleEvent),
  Cpu: Decoder.make(CpuEvent),
  Resources: Decoder.make(ResourcesEvent),
  Money: Decoder.make(MoneyEvent),
  Code: Decoder.make(CodeEvent),
  ActiveBranch: Decoder.make(ActiveBranchEvent),
  NewMessage: Decoder.make(NewMessageEvent),
  ServerMessage: Decoder.make(ServerMessageEvent),
  ServerStats: Decoder.make(ServerStats),
  UserStats: Decoder.make(Schema.Array(UserProgress)),
  Battles: Decoder.make(Schema.Array(ModBattle)),
  Battle: Decoder.make(ModBattle),
  Error: Decoder.make(Schema.String)
}

/** Returns the messages in a SockJS frame, which a few captures contain; opening and closing frames have none. */
const unwrapped = (text: string): ReadonlyArray<string> => {
  if (text === "o" || text.startsWith("c[")) return []
  return text.startsWith("a[") ? JSON.parse(text.slice(1)) : [text]
}

/** Returns all parsed frames of a capture, in order. */
export const frames = (
  name: string,
  server?: RecordedServer
): Effect.Effect<ReadonlyArray<Frame.PlainFrame>, Frame.InflateError> =>
  Effect.forEach(received(name, server).flatMap(unwrapped), (text) => {
    const frame = Frame.parse(text)
    return frame._tag === "Compressed"
      ? Effect.map(Frame.decompress(frame), Frame.parsePlain)
      : Effect.succeed(frame)
  })

/** Returns the decoded messages of one room in a capture, in order. */
export const roomFrames = (name: string, room: string, server?: RecordedServer) =>
  Effect.map(frames(name, server), (all) =>
    all.flatMap((frame) =>
      frame._tag === "Event" && frame.channel === `room:${room}`
        ? [Result.getOrThrow(decodeRoom(frame.payload))]
        : []
    )
  )
