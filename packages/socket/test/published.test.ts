/** Payloads of official servers that others published, decoded by their channels and folded, without drift. */
import { publishedFrames, sourceOf } from "@screeps-effect/fixtures"
import type * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomState from "@screeps-effect/schema/RoomState"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

/** Decodes the payloads of a channel, and returns what differs from its schema. */
const decode = <A>(channel: Channel.Channel<A>, payloads: ReadonlyArray<unknown>) => {
  const drift: Array<Decoder.Drift> = []
  const decoded = payloads.map((payload) =>
    Result.getOrThrow(channel.decode(payload, (one) => drift.push(one)))
  )
  return { decoded, drift }
}

const kindOf: Readonly<Record<string, (payloads: ReadonlyArray<unknown>) => ReadonlyArray<Decoder.Drift>>> = {
  Code: (payloads) => decode(Channels.code(), payloads).drift,
  Console: (payloads) => decode(Channels.console(), payloads).drift,
  Cpu: (payloads) => decode(Channels.cpu(), payloads).drift,
  MapVisual: (payloads) => decode(Channels.mapVisual(), payloads).drift,
  Memory: (payloads) => decode(Channels.memory("creeps"), payloads).drift,
  RoomMap: (payloads) => decode(Channels.roomMap("W1N1"), payloads).drift
}

const frames = publishedFrames()

describe("a published payload of an official server", () => {
  for (const { channel, name, payloads } of frames.filter(({ channel }) => !channel.startsWith("room:")))
    it(`is decoded without drift: ${name}`, () => {
      const parsed = ChannelName.parse(channel)
      assert.strictEqual(ChannelName.format(parsed), channel)
      assert.deepStrictEqual(kindOf[parsed._tag]?.(payloads), [])
    })

  for (const { channel, name, payloads } of frames.filter(({ channel }) => channel.startsWith("room:")))
    it(`is a room whose states are folded without drift and unknown objects: ${name}`, () => {
      assert.strictEqual(ChannelName.parse(channel)._tag, "Room")
      const { decoded, drift } = decode(Channels.room("W1N1"), payloads)
      const seen = new Set<string>()
      Decoder.reporting(
        (one) => drift.push(one),
        () =>
          decoded.reduce((state, frame) => {
            const next = RoomState.fold(state, frame)
            for (const { type } of next.objects.values()) seen.add(type)
            return next
          }, RoomState.empty)
      )
      assert.deepStrictEqual(drift, [])
      assert.isFalse(seen.has("unknown"))
      // One holds a patch alone, of objects that are not known.
      assert.strictEqual(seen.size === 0, name === "room.season-patch")
    })

  it("is of the years 2017, 2018 and 2026", () => {
    assert.deepStrictEqual(
      [...new Set(frames.map((one) => sourceOf(one).year))].toSorted((a, b) => a - b),
      [2017, 2018, 2026]
    )
  })
})
