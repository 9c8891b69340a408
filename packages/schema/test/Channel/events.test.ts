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
import * as Millis from "@screeps-effect/schema/Millis"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { frames } from "../support/payloads.ts"

/** The recorded payloads of a capture's channels that end in a topic, decoded. */
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
const isRefused = <A>(schema: Schema.Codec<A, unknown>, data: unknown) =>
  Result.isFailure(Decoder.make(schema)(data))

describe("an event of the console", () => {
  it.effect("tells its lines as they were meant", () =>
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

  it("tells the log before the results", () => {
    const event = read(ConsoleEvent.ConsoleEvent, {
      messages: { log: ["&#x26;"], results: ["&#x26;"] },
      shard: "shard3"
    })
    assert.deepStrictEqual(ConsoleEvent.lines(event), [
      { kind: "log", text: "&" },
      { kind: "result", text: "&#x26;" }
    ])
    assert.strictEqual(event.shard, "shard3")
  })

  it("is output or an error", () => {
    for (const data of [
      {},
      null,
      { messages: { log: [] } },
      { messages: { log: [1], results: [] } },
      { error: 5 }
    ]) {
      assert.isTrue(isRefused(ConsoleEvent.ConsoleEvent, data))
    }
  })
})

describe("an event of cpu", () => {
  it.effect("is a number, or an error when the script hung", () =>
    Effect.gen(function* () {
      const events = yield* recorded("64-console-and-cpu-errors", "/cpu", CpuEvent.CpuEvent)
      assert.deepStrictEqual(events.filter(CpuEvent.isError), [{ cpu: "error" }])
      assert.isAbove(events.length, 30)
    })
  )

  it("is no other text", () => {
    assert.isTrue(isRefused(CpuEvent.CpuEvent, { cpu: "1" }))
    assert.isTrue(isRefused(CpuEvent.CpuEvent, { memory: 1 }))
    assert.isTrue(CpuEvent.isError(read(CpuEvent.CpuEvent, { cpu: "error", memory: 5 })))
  })
})

describe("a watched value of Memory", () => {
  it.effect("is text in every recorded case", () =>
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

  it("is text", () => {
    assert.isTrue(isRefused(MemoryEvent.MemoryEvent, 5))
    assert.isFalse(MemoryEvent.isAbsent("null"))
  })
})

describe("a path to watch", () => {
  const encode = Schema.encodeUnknownResult(MemoryEvent.WatchPath)

  it("may have list indexes, blanks and slashes", () => {
    for (const path of ["stats", "obj.list.1", "obj.list.length", "a b.c", "x/y", "rooms.W7N3.toString"]) {
      assert.deepStrictEqual(encode(path), Result.succeed(path))
    }
  })

  it("is not the name of a built-in member, which ends the server", () => {
    for (const path of [
      "toString",
      "constructor",
      "hasOwnProperty",
      "__proto__",
      "valueOf",
      "isPrototypeOf"
    ]) {
      const { message } = Result.getOrThrow(Result.flip(encode(path)))
      assert.strictEqual(message, "the name of a built-in member, which would end the server")
    }
  })

  it("is not empty, and in one line", () => {
    for (const path of ["", "a\nb", "a\rb", 5]) assert.isTrue(Result.isFailure(encode(path)))
  })
})

describe("an event of resources", () => {
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

  it("may be nested", () => {
    const resources = new Map([
      ["pixel", 7],
      ["symbol_aleph", 2]
    ])
    assert.deepStrictEqual(amounts({ credits: 5, resources: { pixel: 7 }, symbols: { symbol_aleph: 2 } }), {
      credits: 5,
      resources
    })
  })

  it("may tell nothing", () => {
    assert.deepStrictEqual(amounts({}), { credits: 0, resources: new Map() })
    assert.deepStrictEqual(amounts({ credits: null, pixel: "7" }), { credits: 0, resources: new Map() })
  })

  it("is an object", () => {
    for (const data of [null, 5, "x"]) assert.isTrue(isRefused(ResourcesEvent.ResourcesEvent, data))
  })
})

describe("an event of code", () => {
  it.effect("tells when the branch was saved in both recorded forms", () =>
    Effect.gen(function* () {
      const events = yield* recorded("35-code-and-branches", "/code", CodeEvent.CodeEvent)
      assert.deepStrictEqual(
        events.map((event) => [event.branch, typeof event.timestamp, CodeEvent.savedAt(event), event.hash]),
        [
          ["b1", "string", Millis.make(1_795_267_485_489), undefined],
          ["b1", "number", Millis.make(1_795_267_485_999), 424_324],
          ["b1", "number", Millis.make(1_795_267_486_520), undefined],
          ["b2", "string", Millis.make(1_795_267_487_536), undefined]
        ]
      )
      assert.deepStrictEqual(events[1]?.modules, {
        main: "module.exports.loop = function () {}",
        wasm: { binary: "AGFzbQEAAAA=" },
        "a.b/c": "1"
      })
    })
  )

  it("does not tell when, on xxscreeps", () => {
    assert.isUndefined(CodeEvent.savedAt(read(CodeEvent.CodeEvent, { branch: "b", modules: {} })))
    assert.isUndefined(
      CodeEvent.savedAt(read(CodeEvent.CodeEvent, { branch: "b", modules: {}, timestamp: "soon" }))
    )
    assert.isUndefined(
      CodeEvent.savedAt(read(CodeEvent.CodeEvent, { branch: "b", modules: {}, timestamp: null }))
    )
  })
})

describe("an event of active branches", () => {
  it.effect("tells where which branch runs", () =>
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

describe("an event of messages", () => {
  it.effect("tells the receiver what came in and what was read", () =>
    Effect.gen(function* () {
      const events = yield* recorded("36-messages-receiver", "/message:", ConversationEvent.ConversationEvent)
      assert.deepStrictEqual(
        events.map(({ message }) =>
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

  it("is a message or the mark that one was read", () => {
    assert.isTrue(isRefused(ConversationEvent.ConversationEvent, { message: { _id: "1", unread: true } }))
    assert.isTrue(isRefused(NewMessageEvent, { message: { _id: "1", unread: false } }))
  })
})

describe("an event of the coarse map", () => {
  it.effect("tells squares by what stands there", () =>
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

  it("may have numbers written as text, and nothing at all", () => {
    const event = read(RoomMapEvent.RoomMapEvent, { w: [["7", "49"]], abc: [["1", 2]], p: null })
    assert.deepStrictEqual(RoomMapEvent.squares(event, "walls"), [[7, 49]])
    assert.deepStrictEqual([...RoomMapEvent.owned(event)], [[UserId.make("abc"), [[1, 2]]]])
    assert.deepStrictEqual(RoomMapEvent.squares(event, "portals"), [])
    assert.deepStrictEqual(RoomMapEvent.squares(read(RoomMapEvent.RoomMapEvent, {}), "roads"), [])
  })
})

describe("the other events", () => {
  it.effect("of operators are texts", () =>
    Effect.gen(function* () {
      const texts = yield* recorded("30-server-message", "server-message", ServerMessageEvent)
      assert.deepStrictEqual(texts, ['hello <b>all</b> "q"', "second"])
    })
  )

  it.effect("of map visuals are texts or null", () =>
    Effect.gen(function* () {
      const texts = yield* recorded("60-mapvisual-without-code", "mapVisual:", MapVisualEvent)
      assert.deepStrictEqual(texts, [null, null, null, null, null])
      assert.isTrue(isRefused(MapVisualEvent, 5))
    })
  )

  it("of money are numbers", () => {
    assert.strictEqual(read(MoneyEvent, 12.5), 12.5)
    assert.isTrue(isRefused(MoneyEvent, "12.5"))
  })
})
