/** Every payload recorded from xxscreeps, decoded by its channel, and a room, folded by the feed. */
import { captures, received } from "@screeps-effect/fixtures"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConversationEvent from "@screeps-effect/schema/ConversationEvent"
import type { Drift } from "@screeps-effect/schema/Decoder"
import * as RoomMapEvent from "@screeps-effect/schema/RoomMapEvent"
import * as UserId from "@screeps-effect/schema/UserId"
import type * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { channelOf, eventOf } from "./support/replay.ts"
import { settle } from "@screeps-effect/fixtures/time"

const alice = UserId.make("ab1c9d919d1c")
const bob = UserId.make("ea0a4457de67")

const eventsOf = (name: string) =>
  received(name, "xxscreeps").flatMap((text) => {
    const messages: ReadonlyArray<string> = text.startsWith("a[") ? JSON.parse(text.slice(1)) : [text]
    return messages.map(eventOf).filter((event) => event !== undefined)
  })

describe("a payload of xxscreeps", () => {
  let count = 0

  it.each(captures("xxscreeps"))("is decoded without a difference: %s", (name) => {
    for (const [channelName, payload] of eventsOf(name)) {
      const channel = channelOf(channelName, channelName.startsWith(`user:${bob}`) ? bob : alice)
      if (channel === undefined) assert.fail(channelName)
      const drift: Array<Drift> = []
      const result = channel.decode(payload, (one) => drift.push(one))
      assert.isTrue(Result.isSuccess(result), channelName)
      assert.deepStrictEqual(drift, [], channelName)
      count++
    }
  })

  it("is one of 1640", () => {
    assert.strictEqual(count, 1640)
  })

  const payloadsOf = <A>(channel: Channel.Channel<A>, end: string): ReadonlyArray<A> =>
    captures("xxscreeps").flatMap((name) =>
      eventsOf(name).flatMap(([channelName, payload]) =>
        channelName.endsWith(end) ? [Result.getOrThrow(channel.decode(payload))] : []
      )
    )

  it("has binary modules in the form of other servers", () => {
    const [first] = payloadsOf(Channels.code(), "/code")
    const binary = first?.modules["bin"] ?? ""
    assert.deepStrictEqual(binary, CodeModules.fromBytes(Uint8Array.of(0, 1, 2)))
    assert.isUndefined(first?.timestamp)
  })

  it("has decoded console lines", () => {
    const lines = payloadsOf(Channels.console(), "/console").flatMap(ConsoleEvent.lines)
    assert.deepInclude(lines, { kind: "error", text: "an error line <i>" })
    assert.isTrue(lines.some(({ text }) => text.includes('<b>bold</b> & "quoted"')))
  })

  it("has messages without a user", () => {
    const [ping] = payloadsOf(Channels.newMessage(), "/newMessage")
    assert.deepInclude(ping?.message, { text: "ping <b>", type: "in", unread: true })
    const both = payloadsOf(Channels.conversation(alice), `/message:${alice}`)
    assert.isTrue(both.every(({ message }) => ConversationEvent.isMessage(message)))
  })

  it("has deposits of the map apart from users", () => {
    const [event = {}] = payloadsOf(Channels.roomMap("W8N3"), "roomMap2:W8N3")
    const invader = UserId.make("2")
    assert.deepStrictEqual([...RoomMapEvent.owned(event).keys()], [invader])
    assert.isAbove(RoomMapEvent.squares(event, "deposits").length, 0)
  })
})

describe("the feed", () => {
  it.effect("folds the messages of xxscreeps into the whole room that was sent next", () =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const events = eventsOf("19-room-full-diffs-full").filter(([name]) => name === "room:W7N3")
        const { emitted } = yield* signals("W7N3")
        for (const [name, payload] of events.slice(0, 66)) server.current().sendEvent(name, payload)
        yield* settle
        const last = views(emitted).at(-1)
        const [, whole] = events[66] ?? []
        assert.deepStrictEqual<unknown>({ objects: documents(last) }, { objects: Object(whole).objects })
        assert.deepStrictEqual(
          [...(last?.users ?? [])].map(([id, { _id }]) => [id, _id]),
          [[alice, alice]]
        )
        assert.deepStrictEqual(
          short(emitted).filter((text) => !/^\d+$/.test(text)),
          []
        )
      })
    )
  )
})
