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

/** The channel of this name, whosever it is. */
const named = (name: ChannelName.ChannelName) =>
  Channel.make(
    Channel.family({ topic: "Console", delivery: "every", access: "authenticated", schema: Schema.Unknown }),
    () => Result.succeed(name)
  )

/** Four rooms to watch: whose they are does not matter. */
const fourRooms = (own: RoomName) => Effect.map(wilderness, (rooms) => [own, ...rooms].slice(0, 4))

describe.skipIf(inject("whyNot") !== "")("on a real server", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("a player is told what is its own, and nobody else is told", () =>
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

        const annHears = yield* Effect.forEach(names, (name) => listen(ann.socket.subscribe(named(name))))
        const told = Effect.sync(() => annHears.map((payloads) => payloads.length))
        yield* eventually(told, ([, , , , drawn = 0]) => drawn > 0, "ann's map is told")
        const bobHears = yield* listen(bob.socket.frames)
        const bobsSignals = yield* Effect.forEach(names, (name) => listen(bob.socket.signals(named(name))))
        const subscribed = Effect.sync(() => bobsSignals.every((told) => told[0]?._tag === "Connected"))
        yield* eventually(subscribed, (is) => is, "bob asks for all of them")
        // Answered on the same connection: what was asked for before has arrived.
        yield* bob.as(User.console({ expression: "1" }))

        yield* ann.as(Code.set({ branch: "default", modules: { main: code(ann.room) } }))
        yield* ann.as(Code.setActiveBranch({ branch: "default", activeName: "activeSim" }))
        yield* bob.as(Messages.send({ respondent: ann.id, text: "Hello" }))
        yield* eventually(told, (counts) => counts.every((count) => count > 0), "ann is told all of it")
        yield* eventually(told, ([lines = 0]) => lines >= 20, "twenty ticks pass")

        assert.deepStrictEqual(
          bobsSignals.map((signals) => signals.map(({ _tag }) => _tag)),
          names.map(() => ["Connected"])
        )
        assert.deepStrictEqual(
          bobHears.filter((frame) => frame._tag === "Event" || frame._tag === "ErrorEvent"),
          []
        )
        assert.deepInclude(yield* bob.socket.counters, { unclaimed: 0, unknownChannels: 0 })
      }).pipe(Effect.scoped)
    )

    it.effect(
      "a player's map is told once to whoever has asked for it, when the player begins to listen",
      () =>
        Effect.gen(function* () {
          const ann = yield* settler(code)
          const bob = yield* newcomer()
          const map = named({ _tag: "MapVisual", user: ann.id })
          const bobHears = yield* listen(bob.socket.signals(map))
          const counts = Effect.sync(() => bobHears.filter(({ _tag }) => _tag === "Payload").length)
          for (const times of [1, 2]) {
            yield* Effect.scoped(
              Effect.gen(function* () {
                const annHears = yield* listen(ann.socket.subscribe(map))
                yield* eventually(
                  Effect.sync(() => annHears.length),
                  (count) => count >= 5,
                  "ann is told her map"
                )
              })
            )
            assert.strictEqual(yield* counts, times)
          }
        }).pipe(Effect.scoped)
    )

    it.effect("three rooms at once are refused in turns, and each comes through", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const rooms = (yield* fourRooms(ann.room)).slice(0, 3)
        const signals = yield* Effect.forEach(rooms, (room) =>
          listen(ann.socket.signals(Channels.room(room)))
        )
        const counts = Effect.sync(() =>
          signals.map((told) => ({
            whole: told.filter((signal) => signal._tag === "Payload" && RoomFrame.isFull(signal.payload))
              .length,
            payloads: told.filter(({ _tag }) => _tag === "Payload").length,
            refused: told.filter(({ _tag }) => _tag === "Refused").length
          }))
        )
        const enough = yield* eventually(
          counts,
          (list) => list.every(({ payloads, refused }) => payloads >= 5 && refused >= 2),
          "each is told and refused"
        )
        assert.isTrue(enough.every(({ whole }) => whole <= 1))
        const texts = signals.flat().flatMap((signal) => (signal._tag === "Refused" ? [signal.text] : []))
        assert.deepStrictEqual([...new Set(texts)], ["subscribe limit reached"])
        assert.isFalse(signals.flat().some(({ _tag }) => _tag === "Gap"))
      }).pipe(Effect.scoped)
    )

    it.effect("a room that is left and joined again within a moment is told once, and left for good", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code)
        const room = Channels.room(ann.room)
        // The server reads a room before it notes who listens: who leaves meanwhile would be told on and on.
        for (let times = 0; times < 5; times++) {
          yield* Effect.scoped(Effect.andThen(listen(ann.socket.signals(room)), Effect.sleep("1 millis")))
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const told = yield* listen(ann.socket.subscribe(room))
            const ticks = Effect.sync(() => told.flatMap(({ gameTime }) => gameTime ?? []))
            const heard = yield* eventually(ticks, (list) => list.length >= 8, "eight ticks")
            assert.deepStrictEqual(heard, [...new Set(heard)])
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

    it.effect("four rooms of a feed take turns: each is served again and again, and none is refused", () =>
      Effect.gen(function* () {
        const ann = yield* settler(code, { feed: { turn: "1 second" } })
        const feed = yield* ann.as(RoomFeed)
        const rooms = yield* fourRooms(ann.room)
        const signals = yield* Effect.forEach(rooms, (room) => listen(feed.signals(room)))
        const turns = Effect.sync(() =>
          signals.map(
            (told) => told.filter((signal) => signal._tag === "Gap" && signal.reason === "turn").length
          )
        )
        yield* eventually(turns, (list) => list.every((count) => count >= 3), "each has had three turns")
        for (const [i, told] of signals.entries()) {
          const heard = told.flatMap((signal) => (signal._tag === "State" ? [signal.view] : []))
          assert.isTrue(
            heard.every(({ objects, room }) => room === rooms[i] && objects.size > 0),
            rooms[i]
          )
          assert.isAtLeast(heard.filter(({ afterGap }) => afterGap).length, 2)
          assert.isAtLeast(heard.filter(({ tick }) => tick !== undefined).length, 6)
          assert.isFalse(told.some(({ _tag }) => _tag === "Refused"))
        }
        const { subscribed } = yield* ann.socket.counters
        assert.isAtMost(subscribed, 2)
      }).pipe(Effect.scoped)
    )
  })
})
