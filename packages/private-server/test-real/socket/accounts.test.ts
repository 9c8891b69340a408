import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import type * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import { RoomFeed } from "@screeps-effect/socket/RoomFeed"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { eventually, wilderness } from "../support/world.ts"
import { code } from "./support/code.ts"
import { listen, newcomer, settler } from "./support/player.ts"
import { server } from "./support/server.ts"

/** The channel with this name, of any user. */
const named = (name: ChannelName.ChannelName) =>
  Channel.make(
    Channel.family({ kind: "Console", delivery: "every", access: "authenticated", schema: Schema.Unknown }),
    () => Result.succeed(name)
  )

/** Four rooms to watch, of any owner. */
const fourRooms = (own: RoomName) => Effect.map(wilderness, (rooms) => [own, ...rooms].slice(0, 4))

describe.skipIf(inject("whyNot") !== "")("on a real server", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("sends a player's channels to that player only", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const bob = yield* newcomer()
        const user = ann.id
        const names = [
          { _tag: "Console", user },
          { _tag: "Cpu", user },
          { _tag: "Memory", user, path: "ticks" },
          { _tag: "Resources", user },
          { _tag: "MapVisual", user },
          { _tag: "Code", user },
          { _tag: "ActiveBranch", user },
          { _tag: "NewMessage", user },
          { _tag: "Conversation", user, respondent: bob.id }
        ] satisfies ReadonlyArray<ChannelName.ChannelName>

        const annReceives = yield* Effect.forEach(names, (name) => listen(ann.socket.subscribe(named(name))))
        const received = Effect.sync(() => annReceives.map((payloads) => payloads.length))
        yield* eventually(received, ([, , , , drawn = 0]) => drawn > 0, "ann receives her map")
        const bobReceives = yield* listen(bob.socket.frames)
        const bobsSignals = yield* Effect.forEach(names, (name) => listen(bob.socket.signals(named(name))))
        const subscribed = Effect.sync(() =>
          bobsSignals.every((received) => received[0]?._tag === "Connected")
        )
        yield* eventually(subscribed, (is) => is, "bob subscribes to all of them")
        // The response comes on the same connection: the server has handled the subscriptions before it.
        yield* bob.as(User.console({ expression: "1" }))

        yield* ann.as(Code.set({ branch: "default", modules: { main: code(ann.room) } }))
        yield* ann.as(Code.setActiveBranch({ branch: "default", activeName: "activeSim" }))
        yield* bob.as(Messages.send({ respondent: ann.id, text: "Hello" }))
        yield* eventually(received, (counts) => counts.every((count) => count > 0), "ann receives all of it")
        yield* eventually(received, ([lines = 0]) => lines >= 20, "twenty ticks pass")

        assert.deepStrictEqual(
          bobsSignals.map((signals) => signals.map(({ _tag }) => _tag)),
          names.map(() => ["Connected"])
        )
        assert.deepStrictEqual(
          bobReceives.filter((frame) => frame._tag === "Event" || frame._tag === "ErrorEvent"),
          []
        )
        assert.deepInclude(yield* bob.socket.counters, { unclaimed: 0, unknownChannels: 0 })
      }).pipe(Effect.scoped)
    )

    it.effect("sends a player's map once to all subscribers, when the player subscribes", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const bob = yield* newcomer()
        const map = named({ _tag: "MapVisual", user: ann.id })
        const bobReceives = yield* listen(bob.socket.signals(map))
        const counts = Effect.sync(() => bobReceives.filter(({ _tag }) => _tag === "Payload").length)
        const isConnected = Effect.sync(() => bobReceives[0]?._tag === "Connected")
        yield* eventually(isConnected, (is) => is, "bob subscribes")
        // The server has handled the subscription when it answers something sent after it.
        yield* bob.socket.roundTrip
        for (const times of [1, 2]) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              const annReceives = yield* listen(ann.socket.subscribe(map))
              yield* eventually(
                Effect.sync(() => annReceives.length),
                (count) => count >= 5,
                "ann receives her map"
              )
            })
          )
          assert.strictEqual(yield* counts, times)
        }
      }).pipe(Effect.scoped)
    )

    it.effect("refuses three concurrent rooms in turns, and sends each of them", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const rooms = (yield* fourRooms(ann.room)).slice(0, 3)
        const signals = yield* Effect.forEach(rooms, (room) =>
          listen(ann.socket.signals(Channels.room(room)))
        )
        const counts = Effect.sync(() =>
          signals.map((received) => ({
            whole: received.filter((signal) => signal._tag === "Payload" && RoomFrame.isFull(signal.payload))
              .length,
            payloads: received.filter(({ _tag }) => _tag === "Payload").length,
            refused: received.filter(({ _tag }) => _tag === "Refused").length
          }))
        )
        const enough = yield* eventually(
          counts,
          (list) => list.every(({ payloads, refused }) => payloads >= 5 && refused >= 2),
          "each is sent and refused"
        )
        assert.isTrue(enough.every(({ whole }) => whole <= 1))
        const texts = signals.flat().flatMap((signal) => (signal._tag === "Refused" ? [signal.text] : []))
        assert.deepStrictEqual([...new Set(texts)], ["subscribe limit reached"])
        assert.isFalse(signals.flat().some(({ _tag }) => _tag === "Gap"))
      }).pipe(Effect.scoped)
    )

    it.effect("sends a room once that is left and joined again at once, and stops when it is left", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const room = Channels.room(ann.room)
        // The server loads a room before it records the subscriber: an early unsubscribe would have no effect.
        for (let times = 0; times < 5; times++) {
          yield* Effect.scoped(Effect.andThen(listen(ann.socket.signals(room)), Effect.sleep("1 millis")))
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const received = yield* listen(ann.socket.subscribe(room))
            const ticks = Effect.sync(() => received.flatMap(({ gameTime }) => gameTime ?? []))
            const views = yield* eventually(ticks, (list) => list.length >= 8, "eight ticks")
            assert.deepStrictEqual(views, [...new Set(views)])
          })
        )
        const frames = yield* listen(ann.socket.frames)
        const lines = yield* listen(ann.socket.subscribe(Channels.console()))
        yield* eventually(
          Effect.sync(() => lines.length),
          (count) => count >= 10,
          "ten ticks"
        )
        const ofRooms = frames.filter((frame) => frame._tag === "Event" && frame.channel.startsWith("room:"))
        assert.isAtMost(ofRooms.length, 1, "one frame may have been under way")
      }).pipe(Effect.scoped)
    )

    it.effect("sends four rooms of a feed in turns, and refuses none", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code, { feed: { turn: "1 second" } })
        const feed = yield* ann.as(RoomFeed)
        const rooms = yield* fourRooms(ann.room)
        const signals = yield* Effect.forEach(rooms, (room) => listen(feed.signals(room)))
        const turns = Effect.sync(() =>
          signals.map(
            (received) =>
              received.filter((signal) => signal._tag === "Gap" && signal.reason === "turn").length
          )
        )
        yield* eventually(turns, (list) => list.every((count) => count >= 3), "each has had three turns")
        for (const [i, received] of signals.entries()) {
          const views = received.flatMap((signal) => (signal._tag === "State" ? [signal.view] : []))
          assert.isTrue(
            views.every(({ objects, room }) => room === rooms[i] && objects.size > 0),
            rooms[i]
          )
          assert.isAtLeast(views.filter(({ afterGap }) => afterGap).length, 2)
          assert.isAtLeast(views.filter(({ tick }) => tick !== undefined).length, 6)
          assert.isFalse(received.some(({ _tag }) => _tag === "Refused"))
        }
        const { subscribed } = yield* ann.socket.counters
        assert.isAtMost(subscribed, 2)
      }).pipe(Effect.scoped)
    )
  })
})
