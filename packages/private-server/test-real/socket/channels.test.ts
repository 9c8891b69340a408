import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import { PrivateServer } from "@screeps-effect/private-server"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConversationEvent from "@screeps-effect/schema/ConversationEvent"
import * as ResourcesEvent from "@screeps-effect/schema/ResourcesEvent"
import * as RoomMapEvent from "@screeps-effect/schema/RoomMapEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as MapVisual from "@screeps-effect/schema/MapVisual"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomVisual from "@screeps-effect/schema/RoomVisual"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { inject } from "vitest"
import { code } from "./support/code.ts"
import { first, guest, newcomer, settler, payloadOf } from "./support/player.ts"
import { server } from "./support/server.ts"

class Players extends Context.Service<
  Players,
  {
    readonly ann: Effect.Success<ReturnType<typeof settler>>
    readonly bob: Effect.Success<ReturnType<typeof newcomer>>
  }
>()("Players") {
  static readonly layer = Layer.effect(
    Players,
    Effect.gen(function* () {
      return { ann: yield* settler(code), bob: yield* newcomer() }
    })
  ).pipe(Layer.provideMerge(server))
}

/** Payloads only. */
const payloads = <A>(signals: ReadonlyArray<Signal<A>>) =>
  signals.flatMap((signal) => (signal._tag === "Payload" ? [signal.payload] : []))

describe.skipIf(inject("whyNot") !== "")("the channels of a real server", () => {
  it.layer(Players.layer, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    it.effect("emit a whole room, then its changes, tick by tick", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const received = yield* ann.socket
          .signals(Channels.room(ann.room))
          .pipe(Stream.take(8), Stream.runCollect, Effect.timeout("30 seconds"))
        const [connected, ...others] = received
        assert.strictEqual(connected?._tag, "Connected")
        const [whole, ...patches] = payloads(others)
        assert(whole !== undefined && RoomFrame.isFull(whole))
        const objects = Object.values(whole.objects ?? {}).map(RoomObject.classify)
        for (const type of ["spawn", "controller", "source"]) {
          assert.isTrue(
            objects.some((object) => object.type === type),
            type
          )
        }
        assert.isFalse(
          objects.some(({ type }) => type === "unknown"),
          "an object that is no known kind"
        )
        assert.lengthOf(patches, 6)
        const ticks = patches.map(({ gameTime }) => gameTime ?? 0)
        assert.deepStrictEqual(
          ticks,
          [...new Set(ticks)].toSorted((a, b) => a - b)
        )
        const visual = patches.map(({ visual }) => RoomVisual.parse(visual))
        assert.isTrue(visual.some((items) => items.some((item) => item.t === "c" && "x" in item)))
      })
    )

    it.effect("emit a room of the world map", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const map = yield* first(ann.socket.subscribe(Channels.roomMap(ann.room)), () => true, "the map")
        assert.isNotEmpty(RoomMapEvent.squares(map, "sources"))
        const { x, y } = ann.spawn
        assert.deepInclude(RoomMapEvent.owned(map).get(ann.id) ?? [], [x, y])
      })
    )

    it.effect("emit what a script draws on the map", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const drawn = yield* first(
          Stream.map(ann.socket.subscribe(Channels.mapVisual()), MapVisual.parse),
          (items) => items.length > 0,
          "a circle"
        )
        assert.deepInclude(drawn[0], { t: "c", x: 25, y: 25, n: ann.room })
      })
    )

    it.effect("emit the console: output, results, errors", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const line =
          (kind: ConsoleEvent.ConsoleLine["kind"], part: string) => (event: ConsoleEvent.ConsoleEvent) =>
            ConsoleEvent.lines(event).some((line) => line.kind === kind && line.text.includes(part))
        const say = (expression: string) => ann.as(User.console({ expression }))
        const received = (
          action: Effect.Effect<unknown, unknown>,
          matches: (event: ConsoleEvent.ConsoleEvent) => boolean
        ) => payloadOf(ann, Channels.console(), action, matches)
        const output = yield* received(say("console.log('<é> & 😀')"), line("log", "<é> & 😀"))
        assert(!("error" in output))
        assert.include(
          (output.messages.log ?? []).join("\n").toLowerCase(),
          "&#x3c;&#xe9;&#x3e; &#x26; &#x1f600;"
        )
        yield* received(say("6 * 7"), line("result", "42"))
        const error = yield* received(say("throw new Error('<boom>')"), (event) => "error" in event)
        assert("error" in error)
        assert.match(ConsoleText.decodeError(error.error), /^Error: <boom>\n/)
      })
    )

    it.effect("emit the CPU time of a script and the size of Memory", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const cpu = yield* first(
          ann.socket.subscribe(Channels.cpu()),
          (event) => event.cpu !== 0 && event.cpu !== "error",
          "a cost"
        )
        assert.isAbove(cpu.memory ?? 0, 10)
      })
    )

    it.effect("emit a value of Memory in every tick", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const values = yield* ann.socket
          .subscribe(Channels.memory("ticks"))
          .pipe(Stream.take(5), Stream.runCollect, Effect.timeout("30 seconds"))
        const numbers = values.map(Number)
        assert.isAbove(numbers.at(-1) ?? 0, numbers[0] ?? Infinity)
        assert.isTrue(numbers.every(Number.isInteger))
      })
    )

    it.effect("emit credits and resources of the account", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const { cli } = yield* PrivateServer.PrivateServer
        yield* cli(
          `storage.db.users.update({ _id: '${ann.id}' }, { $set: { money: 12345678, resources: { pixel: 7 } } })`
        )
        const event = yield* first(
          ann.socket.subscribe(Channels.resources()),
          (event) => ResourcesEvent.amounts(event).credits > 0,
          "credits"
        )
        assert.deepStrictEqual(ResourcesEvent.amounts(event), {
          credits: 12345.678,
          resources: new Map([["pixel", 7]])
        })
      })
    )

    it.effect("emit saved code, and the active branch", () =>
      Effect.gen(function* () {
        const { bob } = yield* Players
        const modules = { main: "module.exports.loop = () => {}", wasm: { binary: "AGFzbQEAAAA=" } }
        const saved = yield* payloadOf(bob, Channels.code(), bob.as(Code.set({ branch: "default", modules })))
        assert.deepInclude(saved, { branch: "default", modules })
        const made = yield* payloadOf(
          bob,
          Channels.code(),
          bob.as(Code.createBranch({ newName: "dev", modules: { main: "1" } })),
          ({ branch }) => branch === "dev"
        )
        assert.deepInclude(made, { modules: { main: "1" } })
        const active = yield* payloadOf(
          bob,
          Channels.activeBranch(),
          bob.as(Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" }))
        )
        assert.deepInclude(active, { activeName: "activeWorld", branch: "dev" })
      })
    )

    it.effect("emit messages to both players, and when they were read", () =>
      Effect.gen(function* () {
        const { ann, bob } = yield* Players
        const send = (text: string) => bob.as(Messages.send({ respondent: ann.id, text }))
        const { message } = yield* payloadOf(ann, Channels.newMessage(), send("Hello <b>é</b>"))
        assert.deepInclude(message, { text: "Hello <b>é</b>", type: "in", unread: true, respondent: bob.id })
        const withAnn = Channels.conversation(ann.id)
        const copy = yield* payloadOf(bob, withAnn, send("again"))
        assert.deepInclude(copy.message, { text: "again", type: "out", respondent: ann.id })
        const received = yield* payloadOf(ann, Channels.conversation(bob.id), send("third"))
        assert(ConversationEvent.isMessage(received.message))
        const mark = yield* payloadOf(bob, withAnn, ann.as(Messages.markRead({ id: received.message._id })))
        assert.isFalse(ConversationEvent.isMessage(mark.message))
        assert.strictEqual(mark.message.unread, false)
      })
    )

    it.effect("emit the operator's messages to everyone, guests included", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const { cli } = yield* PrivateServer.PrivateServer
        const asGuest = yield* guest
        const text = "Back in <five> minutes: é"
        const both = payloadOf(
          { socket: yield* asGuest(ScreepsSocket) },
          Channels.serverMessage(),
          payloadOf(ann, Channels.serverMessage(), cli(`system.sendServerMessage(${JSON.stringify(text)})`))
        )
        assert.strictEqual(yield* both, text)
      }).pipe(Effect.scoped)
    )

    it.effect("emit nothing on `money`, unlike on `resources`", () =>
      Effect.gen(function* () {
        const { ann } = yield* Players
        const ticks = ann.socket.subscribe(Channels.resources()).pipe(Stream.take(10), Stream.runDrain)
        const received = yield* ann.socket
          .signals(Channels.money())
          .pipe(Stream.interruptWhen(ticks), Stream.runCollect)
        assert.deepStrictEqual(
          received.map(({ _tag }) => _tag),
          ["Connected"]
        )
      })
    )
  })
})
