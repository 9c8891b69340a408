import { ActiveBranchEvent } from "@screeps-effect/schema/ActiveBranchEvent"
import * as CodeEvent from "@screeps-effect/schema/CodeEvent"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConversationEvent from "@screeps-effect/schema/ConversationEvent"
import * as CpuEvent from "@screeps-effect/schema/CpuEvent"
import { MapVisualEvent } from "@screeps-effect/schema/MapVisualEvent"
import * as MemoryEvent from "@screeps-effect/schema/MemoryEvent"
import { MoneyEvent } from "@screeps-effect/schema/MoneyEvent"
import { NewMessageEvent } from "@screeps-effect/schema/NewMessageEvent"
import * as ResourcesEvent from "@screeps-effect/schema/ResourcesEvent"
import * as RoomMapEvent from "@screeps-effect/schema/RoomMapEvent"
import { ServerMessageEvent } from "@screeps-effect/schema/ServerMessageEvent"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { frames } from "../support/payloads.ts"

/** Returns the decoded payloads of a capture's channels that end in a topic. */
const recorded = <A>(capture: string, topic: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Decoder.make(schema)
  return Effect.map(frames(capture), (all) =>
    all.flatMap((frame) =>
      frame._tag === "Event" && frame.channel.includes(topic)
        ? [Result.getOrThrow(decode(frame.payload))]
        : []
    )
  )
}

const read = <A>(schema: Schema.Codec<A, unknown>, data: unknown): A =>
  Result.getOrThrow(Decoder.make(schema)(data))
const isRejected = <A>(schema: Schema.Codec<A, unknown>, data: unknown) =>
  Result.isFailure(Decoder.make(schema)(data))

describe("ConsoleEvent", () => {
  it.effect("decodes the escaped lines of recorded events", () =>
    Effect.gen(function* () {
      const events = yield* recorded("10-console", "/console", ConsoleEvent.ConsoleEvent)
      const texts = events.flatMap(ConsoleEvent.lines)
      assert.includeDeepMembers(
        [...texts],
        [
          { kind: "log", text: "tick 1910" },
          { kind: "log", text: '<b>unsafe</b> & "q" é' },
          { kind: "log", text: '""' },
          { kind: "result", text: "2" },
          { kind: "result", text: "<b>x</b> & é" },
          { kind: "result", text: "undefined" }
        ]
      )
      const [error] = texts.filter(({ kind }) => kind === "error")
      assert.match(
        error?.text ?? "",
        /^Error: boom <i>1920<\/i>\n {4}at module\.exports\.loop \(main:27:34\)\n/
      )
    })
  )

  it("lists the log before the results", () => {
    const event = read(ConsoleEvent.ConsoleEvent, {
      messages: { log: ["&#x26;"], results: ["&#x26;"] },
      shard: "shard3"
    })
    assert.deepStrictEqual(ConsoleEvent.lines(event), [
      { kind: "log", text: "&" },
      { kind: "result", text: "&" }
    ])
    assert.strictEqual(event.shard, "shard3")
  })

  it("is either output or an error", () => {
    for (const data of [{}, null, { messages: [] }, { messages: { log: [1], results: [] } }, { error: 5 }]) {
      assert.isTrue(isRejected(ConsoleEvent.ConsoleEvent, data))
    }
  })
})

describe("CpuEvent", () => {
  it.effect("is a number, or an error when the script hung", () =>
    Effect.gen(function* () {
      const events = yield* recorded("64-console-and-cpu-errors", "/cpu", CpuEvent.CpuEvent)
      assert.deepStrictEqual(events.filter(CpuEvent.isError), [{ cpu: "error" }])
      assert.isAbove(events.length, 30)
    })
  )

  it("rejects any other text", () => {
    assert.isTrue(isRejected(CpuEvent.CpuEvent, { cpu: "1" }))
    assert.isTrue(isRejected(CpuEvent.CpuEvent, { memory: 1 }))
    assert.isTrue(CpuEvent.isError(read(CpuEvent.CpuEvent, { cpu: "error", memory: 5 })))
  })
})

describe("MemoryEvent", () => {
  it.effect("is text in every recorded event", () =>
    Effect.gen(function* () {
      const values = yield* recorded("72-memory-odd-paths", "/memory/", MemoryEvent.MemoryEvent)
      assert.includeMembers(
        [...new Set(values)],
        ["text <b>", "true", "null", "1.5", "", "é😀", "[object Object]"]
      )
      assert.deepStrictEqual([...new Set(values.filter(MemoryEvent.isAbsent))].toSorted(), [
        "Incorrect memory path",
        "undefined"
      ])
    })
  )

  it("accepts text only", () => {
    assert.isTrue(isRejected(MemoryEvent.MemoryEvent, 5))
    assert.isFalse(MemoryEvent.isAbsent("null"))
  })
})

describe("WatchPath", () => {
  const encode = Schema.encodeUnknownResult(MemoryEvent.WatchPath)

  it("accepts list indexes, spaces and slashes", () => {
    for (const path of ["stats", "obj.list.1", "obj.list.length", "a b.c", "x/y", "rooms.W7N3.toString"]) {
      assert.deepStrictEqual(encode(path), Result.succeed(path))
    }
  })

  it("rejects the name of a built-in member, which would crash the server", () => {
    for (const path of [
      "toString",
      "constructor",
      "hasOwnProperty",
      "__proto__",
      "valueOf",
      "isPrototypeOf"
    ]) {
      const { message } = Result.getOrThrow(Result.flip(encode(path)))
      assert.strictEqual(message, "the name of a built-in member, which would crash the server")
    }
  })

  it("rejects an empty path and line breaks", () => {
    for (const path of ["", "a\nb", "a\rb", 5]) assert.isTrue(Result.isFailure(encode(path)))
  })
})

describe("ResourcesEvent", () => {
  const amounts = (data: unknown) => ResourcesEvent.amounts(read(ResourcesEvent.ResourcesEvent, data))

  it("is flat on private servers", () => {
    assert.deepStrictEqual(amounts({ token: 3, cpuUnlock: 2, pixel: 7, accessKey: 1, credits: 12_345.678 }), {
      credits: 12_345.678,
      resources: new Map([
        ["token", 3],
        ["cpuUnlock", 2],
        ["pixel", 7],
        ["accessKey", 1]
      ])
    })
  })

  it("reads nested amounts", () => {
    const resources = new Map([
      ["pixel", 7],
      ["symbol_aleph", 2]
    ])
    assert.deepStrictEqual(amounts({ credits: 5, resources: { pixel: 7 }, symbols: { symbol_aleph: 2 } }), {
      credits: 5,
      resources
    })
  })

  it("reads an event without amounts as empty", () => {
    assert.deepStrictEqual(amounts({}), { credits: 0, resources: new Map() })
    assert.deepStrictEqual(amounts({ credits: null, pixel: "7" }), { credits: 0, resources: new Map() })
  })

  it("rejects anything but an object", () => {
    for (const data of [null, 5, "x"]) assert.isTrue(isRejected(ResourcesEvent.ResourcesEvent, data))
  })
})

describe("CodeEvent", () => {
  it.effect("has the time of saving in both recorded forms", () =>
    Effect.gen(function* () {
      const events = yield* recorded("35-code-and-branches", "/code", CodeEvent.CodeEvent)
      assert.deepStrictEqual(
        events.map((event) => [event.branch, event.timestamp, event.hash]),
        [
          ["b1", new Date(1_795_267_485_489).toISOString(), undefined],
          ["b1", 1_795_267_485_999, 424_324],
          ["b1", 1_795_267_486_520, undefined],
          ["b2", new Date(1_795_267_487_536).toISOString(), undefined]
        ]
      )
      assert.deepStrictEqual(events[1]?.modules, {
        main: "module.exports.loop = function () {}",
        wasm: { binary: "AGFzbQEAAAA=" },
        "a.b/c": "1"
      })
    })
  )
})

describe("ActiveBranchEvent", () => {
  it.effect("contains the activity and the branch in recorded events", () =>
    Effect.gen(function* () {
      const events = yield* recorded("35-code-and-branches", "/set-active-branch", ActiveBranchEvent)
      assert.deepStrictEqual(
        events.map(({ activeName, branch }) => [activeName, branch]),
        [
          ["activeSim", "b2"],
          ["activeWorld", "b1"],
          ["activeWorld", "default"],
          ["activeSim", "default"]
        ]
      )
    })
  )
})

describe("ConversationEvent", () => {
  it.effect("contains received and sent messages, and marks of read messages", () =>
    Effect.gen(function* () {
      const events = yield* recorded("36-messages-receiver", "/message:", ConversationEvent.ConversationEvent)
      assert.deepStrictEqual(
        events.map(({ message }): ReadonlyArray<unknown> =>
          ConversationEvent.isMessage(message) ? [message.type, message.text] : [message._id, message.unread]
        ),
        [
          ["in", "hello **sock1** <b>x</b>"],
          ["out", "hi"],
          ["7f20e47f6a6f232", false],
          ["7f20e47f6a6f232", false]
        ]
      )
      const [incoming] = yield* recorded("36-messages-receiver", "/newMessage", NewMessageEvent)
      assert.deepStrictEqual(incoming?.message, events[0]?.message)
    })
  )

  it("is a message unless it is known to be read, also in marks that contain the whole message", () => {
    const message = { _id: "1", type: "in", text: "hi", date: "2026-11-22T17:30:55.103Z" }
    const isMessage = (more: object) =>
      ConversationEvent.isMessage(
        read(ConversationEvent.ConversationEvent, { message: { ...message, ...more } }).message
      )
    assert.deepStrictEqual([{ unread: true }, {}, { unread: false }].map(isMessage), [true, true, false])
  })

  it("rejects anything but a message or the mark that a message was read", () => {
    assert.isTrue(isRejected(ConversationEvent.ConversationEvent, { message: { _id: "1", unread: true } }))
    assert.isTrue(isRejected(NewMessageEvent, { message: { _id: "1", unread: false } }))
  })
})

describe("RoomMapEvent", () => {
  it.effect("lists the squares of recorded rooms by their content", () =>
    Effect.gen(function* () {
      const [event] = yield* recorded("66-roommap2-types", "roomMap2:W6N4", RoomMapEvent.RoomMapEvent)
      assert.isDefined(event)
      assert.deepStrictEqual(RoomMapEvent.squares(event, "sources"), [
        [15, 4],
        [32, 11],
        [15, 43]
      ])
      assert.strictEqual(RoomMapEvent.squares(event, "keeperLairs").length, 4)
      assert.deepStrictEqual(RoomMapEvent.squares(event, "walls"), [])
      const owned = RoomMapEvent.owned(event)
      assert.deepStrictEqual([...owned.keys()], [UserId.invader])
      assert.strictEqual(owned.get(UserId.invader)?.length, 33)
    })
  )

  it("reads coordinates that are text, and an empty room", () => {
    const event = read(RoomMapEvent.RoomMapEvent, { w: [["7", "49"]], abc: [["1", 2]], p: null })
    assert.deepStrictEqual(RoomMapEvent.squares(event, "walls"), [[7, 49]])
    assert.deepStrictEqual([...RoomMapEvent.owned(event)], [[UserId.make("abc"), [[1, 2]]]])
    assert.deepStrictEqual(RoomMapEvent.squares(event, "portals"), [])
    assert.deepStrictEqual(RoomMapEvent.squares(read(RoomMapEvent.RoomMapEvent, {}), "roads"), [])
  })
})

describe("the other events", () => {
  it.effect("are text for messages of the server operator", () =>
    Effect.gen(function* () {
      const texts = yield* recorded("30-server-message", "server-message", ServerMessageEvent)
      assert.deepStrictEqual(texts, ['hello <b>all</b> "q"', "second"])
    })
  )

  it.effect("are text or null for map visuals", () =>
    Effect.gen(function* () {
      const texts = yield* recorded("60-mapvisual-without-code", "mapVisual:", MapVisualEvent)
      assert.deepStrictEqual(texts, [null, null, null, null, null])
      assert.isTrue(isRejected(MapVisualEvent, 5))
    })
  )

  it("are numbers for credits", () => {
    assert.strictEqual(read(MoneyEvent, 12.5), 12.5)
    assert.isTrue(isRejected(MoneyEvent, "12.5"))
  })
})
