/** Replays recordings: the client subscribes and unsubscribes as recorded, the server sends the recorded frames. */
import { inflateSync } from "node:zlib"
import type * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import type * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import { type CaptureLine, capture } from "@screeps-effect/fixtures"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { PlainFrame } from "@screeps-effect/schema/Frame"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { alice, type FakeServer } from "./fakeServer.ts"
import { listen, type Listening } from "./listen.ts"
import { settle, until } from "@screeps-effect/fixtures/time"

/** Returns the channel with a name, for the signed-in user; `undefined` when the SDK has no such channel. */
export const channelOf = (name: string, user: UserId.UserId): Channel.Channel<never> | undefined => {
  const parts = ChannelName.parse(name)
  const found = (): unknown => {
    switch (parts._tag) {
      case "Room":
        return RoomName.is(parts.room) ? Channels.room(parts.room) : undefined
      case "RoomMap":
        return RoomName.is(parts.room) ? Channels.roomMap(parts.room) : undefined
      case "MapVisual":
        return Channels.mapVisual()
      case "Memory":
        return Channels.memory(parts.path)
      case "Console":
        return Channels.console()
      case "Cpu":
        return Channels.cpu()
      case "Resources":
        return Channels.resources()
      case "Money":
        return Channels.money()
      case "Code":
        return Channels.code()
      case "ActiveBranch":
        return Channels.activeBranch()
      case "NewMessage":
        return Channels.newMessage()
      case "Conversation":
        return Channels.conversation(parts.respondent)
      case "ServerMessage":
        return Channels.serverMessage()
      case "ServerStats":
        return Channels.serverStats()
      case "UserStats":
        return Channels.userStats()
      case "Battles":
        return Channels.battles()
      case "Battle":
        return Channels.battle()
      default:
        return undefined
    }
  }
  return "user" in parts && parts.user !== user ? undefined : (found() as Channel.Channel<never> | undefined)
}

/** Returns the user whose channels a recording contains. */
export const userOf = (name: string): UserId.UserId => {
  for (const { data, dir } of capture(name)) {
    const id = dir === "out" ? /(?:user:|mapVisual:)([0-9a-f]+)/.exec(data)?.[1] : undefined
    if (id !== undefined) return UserId.make(id)
  }
  return alice
}

/** Returns the event of a frame as sent; `undefined` for control words. */
export const eventOf = (text: string): readonly [name: string, payload: unknown] | undefined => {
  const plain = text.startsWith("gz:") ? inflateSync(Buffer.from(text.slice(3), "base64")).toString() : text
  return plain.startsWith("[") ? JSON.parse(plain) : undefined
}

interface Expectation {
  readonly name: string
  readonly listening: Listening<Signal<never>>
  readonly channel: Channel.Channel<never>
  /** The signals that this listener must receive, by tag and payload. */
  readonly expected: Array<readonly [string, unknown]>
}

export interface Replayed {
  /** Channels of the frames, in the order of the wire. */
  readonly channels: ReadonlyArray<string>
  /** Events of channels with listeners. */
  readonly delivered: number
  /** Events of channels without listeners. */
  readonly undelivered: number
  /** Payloads that listeners received. */
  readonly payloads: number
  /** Refusals that listeners received. */
  readonly refusals: number
  /** Names of recorded channels that the SDK rejects or does not have. */
  readonly refused: ReadonlyArray<string>
}

const summarize = (signals: ReadonlyArray<Signal<never>>) =>
  signals.flatMap((signal): ReadonlyArray<readonly [string, unknown]> => {
    if (signal._tag === "Payload") return [["Payload", signal.payload]]
    return signal._tag === "Refused" ? [["Refused", signal.text]] : [[signal._tag, undefined]]
  })

const channelIn = (frame: PlainFrame) => {
  if (frame._tag === "Event") return [frame.channel]
  return frame._tag === "ErrorEvent" ? [`err@${frame.channel}`] : []
}

/** Replays a recording; asserts that every listener receives exactly its recorded events, in order. */
export const replay = (
  name: string,
  socket: ScreepsSocket.ScreepsSocket["Service"],
  server: FakeServer
): Effect.Effect<Replayed, never, Scope.Scope> =>
  Effect.gen(function* () {
    const user = userOf(name)
    const listeners = new Set<Expectation>()
    const all: Array<Expectation> = []
    const refused: Array<string> = []
    /** Names of channels, in the order of the wire. */
    const wire: Array<string> = []
    let undelivered = 0
    let delivered = 0
    const frames = yield* listen(socket.frames)
    let count = 0

    const enter = (channelName: string) =>
      Effect.gen(function* () {
        const channel = channelOf(channelName, user)
        if (channel === undefined) return void refused.push(channelName)
        const listening = yield* listen(socket.signals(channel))
        if (listening.failure() !== undefined) return void refused.push(channelName)
        const expected: Expectation["expected"] = [["Connected", undefined]]
        const early = [...listeners].find((other) => other.name === channelName)
        if (early !== undefined && channel.delivery === "latest") {
          // A late listener gets the last payload first: taken over here, since other tests check it.
          expected.push(...summarize(listening.emitted).slice(1))
        }
        if (channel.delivery === "patches") {
          // A late listener of a room that has sent something makes the socket subscribe again.
          for (const other of listeners) {
            if (other.name !== channelName || other.expected.at(-1)?.[0] === "Connected") continue
            other.expected.push(["Gap", undefined], ["Resumed", undefined])
          }
        }
        const expectation = { name: channelName, listening, channel, expected }
        listeners.add(expectation)
        all.push(expectation)
      })

    const exit = (channelName: string) =>
      Effect.forEach(
        [...listeners].filter((expectation) => expectation.name === channelName),
        (expectation) => {
          listeners.delete(expectation)
          return expectation.listening.stop
        },
        { discard: true }
      )

    const expect = (text: string) => {
      const event = eventOf(text)
      if (event === undefined) return
      wire.push(event[0])
      const [channelName, payload] = event
      const isError = channelName.startsWith("err@")
      const own = [...listeners].filter(
        (expectation) => expectation.name === channelName.replace(/^err@/, "")
      )
      if (own.length === 0) undelivered++
      else delivered++
      for (const { channel, expected } of own) {
        expected.push(
          isError ? ["Refused", payload] : ["Payload", Schema.decodeUnknownSync(channel.schema)(payload)]
        )
      }
    }

    const step = ({ data, dir }: CaptureLine): Effect.Effect<void, never, Scope.Scope> => {
      if (dir === "out" && data.startsWith("subscribe ")) return enter(data.slice("subscribe ".length))
      if (dir === "out" && data.startsWith("unsubscribe ")) return exit(data.slice("unsubscribe ".length))
      if (dir === "event" && data.startsWith("ws-close")) {
        server.current().drop(Number(data.split(" ")[1]))
        for (const { expected } of listeners) expected.push(["Gap", undefined])
        return settle
      }
      if (dir !== "in") return Effect.void
      expect(data)
      server.current().sendFrames(data)
      count++
      return Effect.andThen(
        until(() => frames.emitted.length === count),
        settle
      )
    }

    yield* Effect.forEach(capture(name), step, { discard: true })
    for (const { expected, listening, name: channelName } of all) {
      assert.deepStrictEqual(summarize(listening.emitted), expected, `${name}: ${channelName}`)
      assert.isUndefined(listening.failure())
    }
    const tagged = (tag: string) =>
      all.reduce((sum, { expected }) => sum + expected.filter(([known]) => known === tag).length, 0)
    assert.deepStrictEqual(frames.emitted.flatMap(channelIn), wire)
    return {
      channels: wire,
      delivered,
      undelivered,
      refused,
      payloads: tagged("Payload"),
      refusals: tagged("Refused")
    }
  })
