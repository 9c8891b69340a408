import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type * as Frame from "@screeps-effect/schema/Frame"
import { captures } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decoders, frames } from "./support/payloads.ts"

/** Returns the kind of a frame: its tag, or the tag of an event's channel and whether its payload was rejected. */
const kind = (frame: Frame.PlainFrame): string => {
  if (frame._tag !== "Event" && frame._tag !== "ErrorEvent") return frame._tag
  const channel = ChannelName.parse(frame.channel)
  const tag = frame._tag === "ErrorEvent" ? "Error" : channel._tag
  if (channel._tag === "Unknown" || tag === "Unknown") return "Unknown"
  return Result.isSuccess(decoders[tag](frame.payload)) ? tag : `${tag} refused`
}

/** Returns JSON text with sorted keys, without bookkeeping fields of the storage. */
const sorted = (data: unknown): string =>
  JSON.stringify(data, (key, value: unknown) => {
    if (key === "meta" || key === "$loki") return undefined
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })

const counted = (all: ReadonlyArray<Frame.PlainFrame>): string => {
  const counts = new Map<string, number>()
  for (const frame of all) counts.set(kind(frame), (counts.get(kind(frame)) ?? 0) + 1)
  return [...counts]
    .map(([kind, count]) => `${count} ${kind}`)
    .toSorted((a, b) => (a.replace(/^\d+ /, "") < b.replace(/^\d+ /, "") ? -1 : 1))
    .join(", ")
}

// Numbers of frames by kind in every capture, after the greeting: no unknown frames, no rejected payloads.
const table: { readonly [capture: string]: string } = {
  "01-handshake": "4 AuthFailed, 3 AuthOk, 2 Cpu",
  "03-binary-frame": "1 AuthOk, 8 Room",
  "10-console": "1 AuthOk, 153 Console",
  "11-cpu": "1 AuthOk, 34 Cpu",
  "12-memory": "1 AuthOk, 1152 Memory",
  "13-money-resources": "1 AuthOk, 144 Resources",
  "14-mapvisual": "1 AuthOk, 145 MapVisual",
  "15-room-W7N3": "1 AuthOk, 145 Room",
  "16-roommap2": "1 AuthOk, 290 RoomMap",
  "17-room-events": "1 AuthOk, 189 Room",
  "18-room-of-another-user": "1 AuthOk, 85 Room",
  "19-room-full-diffs-full": "1 AuthOk, 72 Room",
  "20-room-diff-rules": "1 AuthOk, 150 Room",
  "21-double-subscribe":
    "1 AuthOk, 22 Console, 7 Error, 19 MapVisual, 21 Memory, 22 Resources, 37 Room, 22 RoomMap",
  "22-room-limit-other-connection": "1 AuthOk, 10 Error, 6 Room",
  "22-room-limit-other-user": "1 AuthOk, 8 Room",
  "23-room-leave-and-return": "1 AuthOk, 78 Room",
  "30-server-message": "2 ServerMessage",
  "31-private-not-signed-in": "1 Code, 10 Console, 1 Conversation, 3 Cpu, 1 NewMessage",
  "32-private-as-another-user": "1 AuthOk, 14 RoomMap",
  "33-subscribe-then-auth": "1 AuthOk, 12 Console",
  "35-code-and-branches": "4 ActiveBranch, 1 AuthOk, 4 Code",
  "36-messages-receiver": "1 AuthOk, 4 Conversation, 1 NewMessage",
  "36-messages-sender": "1 AuthOk, 4 Conversation, 1 NewMessage",
  "40-gzip":
    "1 AuthOk, 1 Code, 101 Console, 14 Cpu, 98 MapVisual, 97 Memory, 97 Resources, 99 Room, 198 RoomMap",
  "42-sockjs-websocket": "1 AuthOk, 4 Cpu, 17 RoomMap",
  "43-gzip-order": "1 AuthOk, 26 Console, 24 Memory, 24 Resources, 50 Room, 50 RoomMap",
  "50-backend-restart": "1 AuthOk, 8 Console, 9 Room",
  "50-backend-restart-reconnected": "1 AuthOk, 6 Room",
  "51-backend-sigterm": "1 AuthOk, 7 Room",
  "52-token-lifetime": "1 AuthOk, 7 Memory",
  "52-token-lifetime-58s": "1 AuthOk",
  "52-token-lifetime-62s": "1 AuthOk",
  "52-token-lifetime-70s": "1 AuthFailed",
  "53-client-ping": "",
  "53-idle-raw": "",
  "53-idle-sockjs": "",
  "53-idle-sockjs-no-pong": "",
  "54-whole-server-restart": "1 AuthOk, 13 Room",
  "54-whole-server-restart-reconnected": "1 AuthOk, 10 Room",
  "60-mapvisual-without-code": "1 AuthOk, 5 MapVisual",
  "61-cpu-first-event-reaches-all": "1 AuthOk, 3 Cpu",
  "61-cpu-second-connection": "1 AuthOk, 2 Cpu",
  "62-simulation-paused":
    "1 AuthOk, 10 Console, 2 Cpu, 11 MapVisual, 10 Memory, 10 Resources, 11 Room, 11 RoomMap",
  "63-new-user-in-room": "1 AuthOk, 28 Room",
  "64-console-and-cpu-errors": "1 AuthOk, 145 Console, 36 Cpu",
  "66-roommap2-types": "1 AuthOk, 136 RoomMap",
  "70-throttle-tick-1000ms": "1 AuthOk, 13 Console, 2 Cpu, 12 Memory, 13 Room",
  "70-throttle-tick-50ms": "1 AuthOk, 113 Console, 5 Cpu, 57 Memory, 58 Room",
  "71-memory-path-limit": "1 AuthOk, 680 Memory",
  "72-memory-odd-paths": "1 AuthOk, 75 Memory",
  "72-memory-prototype-name-crash": "1 AuthOk",
  "91-stats-with-players": "1 AuthOk, 3 ServerStats, 14 UserStats",
  "92-stats-paused-and-no-ticks-yet": "6 ServerStats, 6 UserStats",
  "93-stats-gzip": "5 ServerStats, 5 UserStats",
  "96-warpath": "8 Battle, 7 Battles"
}

describe("the frames of the capture", () => {
  for (const name of captures()) {
    it.effect(`${name} are known, and their payloads match the schemas of their channels`, () =>
      Effect.gen(function* () {
        const [time, protocol, ...all] = yield* frames(name)
        assert.deepStrictEqual([time?._tag, protocol?._tag], ["Time", "Protocol"])
        assert.strictEqual(counted(all), table[name])
      })
    )
  }

  for (const name of captures()) {
    it.effect(`${name} lose only the storage's bookkeeping by decoding`, () =>
      Effect.gen(function* () {
        for (const frame of yield* frames(name)) {
          if (frame._tag !== "Event") continue
          const { _tag } = ChannelName.parse(frame.channel)
          if (_tag === "Unknown" || _tag === "Room") continue
          const decoded = Result.getOrThrow(decoders[_tag](frame.payload))
          assert.strictEqual(sorted(decoded), sorted(frame.payload))
        }
      })
    )
  }
})
