/** Servers that break the protocol at every stage: streams continue or fail with a typed reason, never with a defect. */
import { deflateSync } from "node:zlib"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import { alice, type Connection, type Options } from "./support/fakeServer.ts"
import { makeFeed } from "./support/feed.ts"
import { listen, withSocket } from "./support/listen.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"

const consoleName = `user:${alice}/console`
const roomName = "room:W1N1"

const event = (name: string, payload: unknown) => JSON.stringify([name, payload])
const line = (text: string) => event(consoleName, { messages: { log: [text], results: [] } })
const road = { _id: "a", type: "road", x: 1, y: 1, room: "W1N1", hits: 1, hitsMax: 5, nextDecayTime: 4 }
const room = (objects: unknown, more: object = {}) =>
  event(roomName, { objects, users: {}, info: { mode: "world" }, ...more })
const packed = (text: string | Uint8Array) => `gz:${deflateSync(text).toString("base64")}`

/** Returns the names of everything that a server could have changed in the language's own objects. */
const builtIns = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((one) => Reflect.ownKeys(one))

/** Runs a program with listeners of all kinds; nothing may end with a defect or an internal error. */
const attacked = (
  options: Options & ScreepsSocket.Options,
  attack: (
    connection: () => Connection,
    socket: ScreepsSocket.ScreepsSocket["Service"]
  ) => Effect.Effect<void>
) => {
  const logged: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => {
    logged.push(`${logLevel} ${String(message)}`)
  })
  const before = builtIns()
  return withSocket(
    (socket, server) =>
      Effect.gen(function* () {
        const feed = yield* makeFeed().pipe(Effect.provideService(ScreepsSocket.ScreepsSocket, socket))
        const streams = [
          yield* listen(socket.signals(Channels.console())),
          yield* listen(socket.signals(Channels.room("W1N1"))),
          yield* listen(socket.signals(Channels.cpu())),
          yield* listen(feed.signals("W1N1")),
          yield* listen(socket.events),
          yield* listen(socket.frames)
        ]
        yield* attack(server.current, socket)
        yield* settle
        const reasons = streams.map(({ failure }) => failure()?._tag)
        assert.notInclude(reasons, "Ended")
        assert.deepStrictEqual(builtIns(), before)
        for (const text of logged) {
          assert.notMatch(text, /^(Error|Fatal)/)
          assert.isBelow(text.length, 500)
          assert.notMatch(text, /[\p{Cc}\p{Cf}]/u)
          assert.match(text, /^(Warn|Info) [A-Z][^\n]*\.$/)
          assert.notMatch(text, /[:(] *:/)
        }
        return { logged, reasons, state: yield* socket.state }
      }),
    { backoff: Schedule.spaced("1 second"), ...options }
  ).pipe(Effect.provide(Logger.layer([logger])))
}

describe("a server that breaks the protocol", () => {
  const drop = (connection: Connection, code: number) => queueMicrotask(() => connection.drop(code))
  const onSubscribe = (answer: (connection: Connection) => void): Options => ({
    onCommand: (text, connection) => {
      if (text.startsWith("subscribe")) answer(connection)
    }
  })
  const stages: ReadonlyArray<readonly [stage: string, options: Options, state: string]> = [
    ["refuses connections", { dial: () => "refused" }, "Backoff"],
    ["never opens connections", { dial: () => "never" }, "Connecting"],
    ["never responds to the sign-in", { auth: "silent" }, "Authenticating"],
    ["rejects every sign-in", { auth: "refused" }, "Closed"],
    ["closes instead of a sign-in", { auth: (one) => drop(one, 1008) }, "Backoff"],
    ["terminates instead of a sign-in", { auth: (one) => drop(one, 1006) }, "Backoff"],
    [
      "accepts a sign-in with an empty token",
      { auth: (one) => one.sendFrames("auth ok ") },
      "Authenticating"
    ],
    ["accepts a sign-in with the token null", { auth: (one) => one.sendFrames("auth ok null") }, "Ready"],
    [
      "accepts a sign-in with a token that no header can contain",
      { auth: (one) => one.sendFrames("auth ok \u{1F4A9}\u0000\u202e") },
      "Authenticating"
    ],
    [
      "accepts a sign-in with a token of a megabyte",
      { auth: (one) => one.sendFrames(`auth ok ${"t".repeat(1_000_000)}`) },
      "Authenticating"
    ],
    [
      "accepts a sign-in and closes",
      {
        auth: (one) => {
          one.sendFrames("auth ok t1")
          one.drop(1000)
        }
      },
      "Backoff"
    ],
    ["closes at the first subscription", onSubscribe((one) => drop(one, 1011)), "Backoff"],
    ["terminates at the first subscription", onSubscribe((one) => drop(one, 1006)), "Backoff"],
    ["freezes at the first subscription", onSubscribe((one) => one.freeze()), "Ready"],
    ["never sends anything after the sign-in", {}, "Ready"]
  ]
  it.effect.each(stages)("ends in a typed state: it %s", ([, options, expected]) =>
    Effect.gen(function* () {
      const { state } = yield* attacked(options, () => pass("25500 millis"))
      assert.include([expected, ...(expected === "Backoff" ? ["Connecting", "Ready"] : [])], state._tag)
    })
  )

  const patch = (objects: unknown) => room(objects, { gameTime: 7 })
  const whole = room({ a: road })
  const frames: ReadonlyArray<readonly [what: string, frames: ReadonlyArray<string | Uint8Array>]> = [
    ["is nested a million times deep", [packed(`["${consoleName}",${"[".repeat(1e6)}${"]".repeat(1e6)}]`)]],
    ["is bytes without meaning", [Uint8Array.of(255, 254, 0, 1), new Uint8Array(10_000)]],
    [
      "sets prototypes",
      [
        whole,
        `["${roomName}",{"objects":{"__proto__":{"type":"spawn","_id":"__proto__","polluted":1},"constructor":{"prototype":{"polluted":1},"type":"x","_id":"constructor"},"a":{"__proto__":{"polluted":1},"store":{"__proto__":{"polluted":1}}}},"users":{"__proto__":{"_id":"u9","username":"evil"}},"gameTime":5,"__proto__":{"polluted":1}}]`,
        patch({ toString: { _id: "toString", type: "spawn" }, hasOwnProperty: null, a: { toString: 1 } })
      ]
    ],
    [
      "patches lists and objects in impossible ways",
      [
        whole,
        ...[
          { body: { 4294967295: 1 } },
          { body: { "-1": 1 } },
          { body: { length: 1e9 } },
          { body: [] },
          { x: null, y: null, type: null },
          { type: "constructor" },
          { _id: null },
          { store: [] },
          { store: "x" }
        ].map((a) => patch({ a })),
        patch({ a: null }),
        event(roomName, null),
        event(roomName, []),
        JSON.stringify([roomName]),
        room({}, { gameTime: -5 }),
        room({}, { gameTime: 1e300 })
      ]
    ],
    [
      "is about other users and other errors",
      [
        event("user:other/console", { messages: { log: ["secret"], results: [] } }),
        event(`err@${consoleName}`, "x".repeat(1e6)),
        event(`err@${roomName}`, { a: 1 }),
        event(`err@${"err@".repeat(100_000)}x`, 1),
        event("", null)
      ]
    ],
    [
      "is compressed in impossible ways",
      [
        "gz:",
        "gz:!",
        "gz:AAAA",
        packed("[1]"),
        packed("gz:AAAA"),
        packed(deflateSync("x")),
        packed(whole).slice(0, -9)
      ]
    ]
  ]
  it.effect.each(frames)("does not stop the console when a frame %s", ([, list]) =>
    attacked({}, (connection, socket) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.subscribe(Channels.console()))
        connection().sendFrames(...list, line("after it"))
        yield* until(() => JSON.stringify(lines.emitted.at(-1))?.includes("after it") ?? false)
        assert.strictEqual((yield* socket.state)._tag, "Ready")
      }).pipe(Effect.scoped)
    )
  )
})

describe("a server that sends random frames", () => {
  /** Returns random numbers below 1, the same for the same seed. */
  const random = (seed: number) => {
    let state = seed
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
  }

  const noise = (seed: number) => {
    const next = random(seed)
    const pick = <A>(list: ReadonlyArray<A>): A | undefined => list[Math.floor(next() * list.length)]
    const keys = ["objects", "messages", "log", "results", "error", "a", "store", "body", "type", "users"]
    const json = (depth: number): unknown => {
      const kind = next()
      if (depth > 5 || kind < 0.3) return pick([null, 1, -1, true, "x", "", "__proto__", 1e300, 2 ** 53])
      if (kind < 0.5) return [json(depth + 1), json(depth + 1)]
      return { [pick(keys) ?? ""]: json(depth + 1), [pick([...keys, "gameTime"]) ?? ""]: json(depth + 1) }
    }
    const good = room({ a: road })
    const words = [
      "time",
      "time x",
      `time ${"9".repeat(30)}`,
      "auth",
      "auth failed",
      "auth ok a b",
      "[",
      "[]",
      "{}"
    ]
    const packs = ["", "!", "AAAA", "eJwDAAAAAAE=", deflateSync(good).toString("base64")]
    const names = [consoleName, roomName, `err@${consoleName}`, "server-message", "", "room:", "err@err@x"]
    return (): string => {
      const kind = next()
      if (kind < 0.1)
        return String.fromCharCode(...Array.from({ length: 20 }, () => Math.floor(next() * 65_535)))
      if (kind < 0.2) return good.slice(0, Math.floor(next() * good.length))
      if (kind < 0.5) return event(pick(names) ?? "", json(0))
      if (kind < 0.6) return `gz:${pick(packs) ?? ""}`
      if (kind < 0.7) return pick(words) ?? ""
      if (kind < 0.9)
        return room({ [pick(["a", "b"]) ?? ""]: json(0) }, { gameTime: Math.floor(next() * 100) })
      return good
    }
  }

  it.effect.each([1, 2, 3, 4, 5])("does not stop the console: seed %s", (seed) =>
    attacked({ capacity: 100_000 }, (connection, socket) =>
      Effect.gen(function* () {
        const lines = yield* listen(socket.subscribe(Channels.console()))
        const frame = noise(seed)
        for (let batch = 0; batch < 40; batch++) {
          connection().sendFrames(...Array.from({ length: 50 }, frame))
          yield* pass("1 second")
        }
        connection().sendFrames(line("after it"))
        yield* until(() => JSON.stringify(lines.emitted.at(-1))?.includes("after it") ?? false)
        assert.deepInclude(yield* socket.counters, { connections: 1 })
      }).pipe(Effect.scoped)
    )
  )
})
