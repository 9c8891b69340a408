import * as Code from "@screeps-effect/api/Code"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import * as User from "@screeps-effect/api/User"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConversationEvent from "@screeps-effect/schema/ConversationEvent"
import * as ResourcesEvent from "@screeps-effect/schema/ResourcesEvent"
import type { ChannelName } from "@screeps-effect/schema/ChannelName"
import * as MapVisual from "@screeps-effect/schema/MapVisual"
import * as Channel from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket, signals, subscribe } from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { eventually, failTest, has, isTrue, same, test, type Test } from "../test.ts"
import { emittedAfter, first, guest, listen, listener, take, testAsListener } from "../listening.ts"
import { ServerAdmin } from "../serverAdmin.ts"
import { activate, settle } from "../places.ts"

/** Connects as a new player with a room, whose script runs this code. */
const settler = (script: (room: string) => string = () => "") =>
  Effect.gen(function* () {
    const player = yield* listener
    const home = yield* player.as(Effect.tap(settle, ({ room }) => activate(script(room))))
    return { ...player, ...home }
  })

const counts = () => "Memory.ticks = (Memory.ticks || 0) + 1"

/** Whether a console event has a line that matches. */
const line =
  (kind: ConsoleEvent.ConsoleLine["kind"], part: string) =>
  (event: ConsoleEvent.ConsoleEvent): boolean =>
    ConsoleEvent.lines(event).some((line) => line.kind === kind && line.text.includes(part))

/** The channel with this name, for any user. */
const named = (name: ChannelName) =>
  Channel.make(
    Channel.family({ kind: "Console", delivery: "every", access: "authenticated", schema: Schema.Unknown }),
    () => Result.succeed(name)
  )

/** The player's own channels. */
export const socket: ReadonlyArray<Test> = [
  testAsListener("sends its clock and its protocol version, and accepts a sign-in", function* () {
    const { events } = yield* ScreepsSocket
    const received = yield* take(events, 3, "time, protocol and sign-in")
    yield* same(received.map(({ _tag }) => _tag).toSorted(), ["Auth", "Protocol", "Time"], "the first frames")
    const protocol = received.find((event) => event._tag === "Protocol")
    yield* same(protocol?.version, 14, "the protocol")
  }),
  test("sends the results of console lines and the log lines of every run of a script", function* () {
    const { as } = yield* settler()
    const say = (expression: string, isIt: (event: ConsoleEvent.ConsoleEvent) => boolean) =>
      as(emittedAfter(Channels.console(), User.console({ expression }), isIt))
    yield* say("6 * 7", line("result", "42"))
    yield* say("({})", line("result", "[object Object]"))
    yield* say("console.log('<é> & 😀')", line("log", "<é> & 😀"))
  }),
  test("escapes markup and characters beyond ASCII in log lines", function* () {
    const { as } = yield* settler()
    const action = User.console({ expression: "console.log('<é> & 😀')" })
    const event = yield* as(emittedAfter(Channels.console(), action, line("log", "<é> & 😀")))
    if ("error" in event) return yield* failTest("an error is sent")
    const text = (event.messages.log ?? []).join("\n").toLowerCase()
    yield* isTrue(
      text.includes("&#x3c;&#xe9;&#x3e; &#x26; &#x1f600;"),
      `markup and special characters are escaped: ${text}`
    )
  }),
  test("sends the error that a console line throws as an event of its own", function* () {
    const { as } = yield* settler()
    const action = User.console({ expression: "throw new Error('<boom>')" })
    const event = yield* as(emittedAfter(Channels.console(), action, (event) => "error" in event))
    const [line] = ConsoleEvent.lines(event)
    yield* isTrue(line?.kind === "error" && line.text.startsWith("Error: <boom>"), line?.text ?? "no error")
  }),
  test("sends the error of a write to Memory: below a missing key, and of all of Memory", function* () {
    const { as } = yield* settler()
    const writes = [
      [{ path: "no.parent", value: 1 }, "TypeError: Cannot set properties of undefined (setting 'parent')"],
      [{ value: { fresh: true } }, "TypeError: Cannot convert object to primitive value"]
    ] as const
    for (const [write, error] of writes) {
      const isIt = (event: ConsoleEvent.ConsoleEvent) => "error" in event && event.error.startsWith(error)
      yield* as(emittedAfter(Channels.console(), Memory.set(write), isIt))
    }
    const fresh = as(Memory.read({ path: "fresh" }, Schema.Boolean))
    yield* eventually(fresh, Option.isSome, "Memory is replaced")
  }),
  test("sends the CPU that a script uses and the size of Memory", function* () {
    const { as } = yield* settler()
    const spent = (event: { readonly cpu: number | "error" }) => event.cpu !== 0 && event.cpu !== "error"
    const cpu = yield* as(first(subscribe(Channels.cpu()), spent, "a cost"))
    yield* isTrue((cpu.memory ?? 0) >= 12, "Memory has a size")
  }),
  test("sends a watched value of Memory as text in every tick that changes it, and a text for a wrong path", function* () {
    const { as } = yield* settler(counts)
    yield* as(
      Effect.gen(function* () {
        const values = yield* take(subscribe(Channels.memory("ticks")), 4, "a counter")
        const numbers = values.map(Number)
        yield* isTrue(numbers.every(Number.isInteger), `whole numbers: ${values.join()}`)
        yield* isTrue((numbers[3] ?? 0) > (numbers[0] ?? Infinity), "it counts")
        const deep = subscribe(Channels.memory("none.at.all"))
        yield* first(deep, (text) => text === "Incorrect memory path", "a wrong path")
        yield* Memory.set({ path: "list", value: [1, { a: 2 }] })
        const list = subscribe(Channels.memory("list"))
        yield* first(list, (text) => text === "1,[object Object]", "a list")
      })
    )
  }),
  test("sends the text undefined for a watched value of Memory that is absent", function* () {
    const { as } = yield* settler(counts)
    const absent = subscribe(Channels.memory("none"))
    yield* as(first(absent, (text) => text === "undefined", "an absent value"))
  }),
  test("sends what a script draws on the map", function* () {
    const { as, room } = yield* settler(
      (room) => `Game.map.visual.circle(new RoomPosition(25, 25, "${room}"))`
    )
    const drawings = Stream.map(subscribe(Channels.mapVisual()), MapVisual.parse)
    const [item] = yield* as(first(drawings, ({ length }) => length > 0, "a circle"))
    if (item?.t !== "c") return yield* failTest("the first item is no circle")
    yield* has(item, { x: 25, y: 25, n: room }, "the circle")
  }),
  testAsListener("sends code when it is saved or copied, and the branch when it is activated", function* () {
    const modules = { main: "module.exports.loop = () => {}", wasm: { binary: "AGFzbQEAAAA=" } }
    const saved = yield* emittedAfter(Channels.code(), Code.set({ branch: "default", modules }))
    yield* has(saved, { branch: "default", modules }, "the code")
    const copy = Code.createBranch({ newName: "dev", modules: { main: "1" } })
    const made = yield* emittedAfter(
      Channels.code(),
      copy,
      ({ branch, modules }) => branch === "dev" && modules["main"] === "1"
    )
    yield* same(made.modules, { main: "1" }, "the new branch")
    const choose = Code.setActiveBranch({ branch: "dev", activeName: "activeWorld" })
    const active = yield* emittedAfter(Channels.activeBranch(), choose)
    yield* has(active, { activeName: "activeWorld", branch: "dev" }, "the active branch")
  }),
  test("sends messages to both players, and a notice when one is read", function* () {
    const ann = yield* listener
    const bob = yield* listener
    const send = (text: string) => bob.as(Messages.send({ respondent: ann.id, text }))
    const { message } = yield* ann.as(emittedAfter(Channels.newMessage(), send("Hello <b>é</b>")))
    yield* has(message, { text: "Hello <b>é</b>", type: "in", unread: true }, "what arrives")
    const withAnn = Channels.conversation(ann.id)
    const copy = yield* bob.as(emittedAfter(withAnn, send("again")))
    yield* has(copy.message, { text: "again", type: "out" }, "the sender's copy")
    const received = yield* ann.as(emittedAfter(Channels.conversation(bob.id), send("third")))
    if (!ConversationEvent.isMessage(received.message)) return yield* failTest("no message is sent")
    const id = received.message._id
    const mark = yield* bob.as(emittedAfter(withAnn, ann.as(Messages.markRead({ id }))))
    yield* has(mark.message, { unread: false }, "the notice")
  }),
  test("sends credits and resources in every tick, and nothing on the money channel", function* () {
    const { as, username } = yield* settler()
    const { setBalance } = yield* ServerAdmin
    yield* setBalance(username, { credits: 12_345.678 })
    const amounts = Stream.map(subscribe(Channels.resources()), ResourcesEvent.amounts)
    const { credits } = yield* as(first(amounts, ({ credits }) => credits > 0, "credits"))
    yield* same(credits, 12_345.678, "the credits")
    const money = yield* as(listen(signals(Channels.money())))
    yield* as(take(amounts, 4, "resources"))
    yield* same(
      money.map(({ _tag }) => _tag),
      ["Connected"],
      "the signals of the money channel"
    )
  }),
  test("sends the administrator's messages to every connection, signed in or not", function* () {
    const { announce } = yield* ServerAdmin
    const asGuest = yield* guest
    const text = "Back in <five> minutes: é"
    const player = yield* listener
    const both = asGuest(
      emittedAfter(
        Channels.serverMessage(),
        player.as(emittedAfter(Channels.serverMessage(), announce(text)))
      )
    )
    yield* same(yield* both, text, "what the guest receives")
  }),
  test("sends a player's own channels to no other player", function* () {
    const ann = yield* settler(counts)
    const bob = yield* listener
    const user = ann.id
    const names = [
      { _tag: "Console", user },
      { _tag: "Cpu", user },
      { _tag: "Memory", user, path: "ticks" },
      { _tag: "Resources", user },
      { _tag: "Code", user },
      { _tag: "ActiveBranch", user },
      { _tag: "NewMessage", user },
      { _tag: "Conversation", user, respondent: bob.id }
    ] satisfies ReadonlyArray<ChannelName>
    const received = (signals: ReadonlyArray<ReadonlyArray<{ readonly _tag: string }>>) =>
      signals.map((list) => list.filter(({ _tag }) => _tag !== "Connected").length)
    const annReceives = yield* Effect.forEach(names, (name) => ann.as(listen(signals(named(name)))))
    const bobReceives = yield* Effect.forEach(names, (name) => bob.as(listen(signals(named(name)))))
    const connected = Effect.sync(() => [...annReceives, ...bobReceives])
    yield* eventually(
      connected,
      (all) => all.every(({ length }) => length > 0),
      "both are subscribed to all channels"
    )
    const actions = Effect.gen(function* () {
      yield* ann.as(
        Code.set({
          branch: "$activeWorld",
          modules: { main: "module.exports.loop = () => { Memory.ticks = 1 }" }
        })
      )
      yield* ann.as(Code.setActiveBranch({ branch: "default", activeName: "activeSim" }))
      yield* bob.as(Messages.send({ respondent: ann.id, text: "Hello" }))
      return received(annReceives)
    })
    yield* eventually(actions, (counts) => counts.every((count) => count > 0), "ann receives all of it")
    yield* same(
      received(bobReceives),
      names.map(() => 0),
      "what bob receives"
    )
  })
]
