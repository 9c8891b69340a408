/** Frames of the in-memory xxscreeps, compared with recorded ones, and rooms as the SDK follows them. */
import {
  type CaptureLine,
  capture,
  captures,
  objectsOf,
  objectTypes,
  received
} from "@screeps-effect/fixtures"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type * as Socket from "effect/socket/Socket"
import { listen } from "../../packages/testing/test/support/player.ts"
import { settle } from "@screeps-effect/fixtures/time"
import { connect, events } from "../../packages/testing/test/support/wire.ts"
import * as Xxscreeps from "../src/xxscreeps/Xxscreeps.ts"
import { account, prepare } from "./support/xxscreeps.ts"

/** A script like the recorded one: it logs, counts in Memory and draws. */
const evaluate: ScreepsWorld.Options["evaluate"] = ({ expressions, memory, time, username }) => {
  if (username === "alice")
    Object.assign(memory, {
      m: { t: time, list: [1, {}, null], text: "x<y&z", nothing: null },
      creeps: { w0: {} }
    })
  return {
    log: [`tick ${time} <b>bold</b> & "quoted"`],
    results: [...expressions],
    error: time % 3 === 0 ? "an error line <i>" : undefined,
    visuals: username === "alice" ? { "": '{"t":"r"}\n' } : {}
  }
}

interface Stage extends Effect.Success<ReturnType<typeof prepare>> {
  readonly tick: Effect.Effect<void>
}

/** Adds what the recordings of rooms show: bots, keepers and players in their rooms. */
const inhabit = ({ ids, world }: Effect.Success<ReturnType<typeof prepare>>) =>
  Effect.gen(function* () {
    const { _id: bot } = yield* world.users.get("EmmaBot")
    const creep = { type: "creep", x: 30, y: 30, name: "c", body: [] }
    for (const room of ["W1N1", "W1N9", "W9N1", "W9N9"] as const)
      yield* world.rooms.addObject(room, { ...creep, user: bot })
    for (const room of ["W1N1", "W7N3"] as const)
      yield* world.rooms.addObject(room, { type: "source", x: 9, y: 30 })
    yield* world.rooms.addObject("W7N3", { type: "road", x: 9, y: 31 })
    yield* world.rooms.addObject("W1N1", { type: "mineral", x: 8, y: 30 })
    yield* world.rooms.addObject("W2N2", { type: "spawn", x: 9, y: 30, user: ids.get("ea0a4457de67") })
    yield* world.rooms.addObject("W4N4", { type: "keeperLair", x: 9, y: 30 })
    yield* world.rooms.addObject("W4N4", { ...creep, user: "3" })
  })

/** Runs a program with a server in the recorded situation. */
const onServer = <A, E>(
  program: (stage: Stage) => Effect.Effect<A, E, Socket.WebSocketConstructor | Scope.Scope>
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const stage = yield* prepare({ evaluate })
    yield* inhabit(stage)
    const tick = Effect.andThen(stage.world.tick, settle)
    return yield* Effect.scoped(program({ ...stage, tick })).pipe(
      Effect.provide(Layer.fresh(Xxscreeps.layer(stage.world)))
    )
  })

/** Recordings that are not replayed, and why. */
const aside: Readonly<Record<string, string>> = {
  "05-wrong-path": "the handshake is refused; see below",
  "06-no-guests": "servers without guests are not modelled",
  "26-room-neutral-objects-W8N3": "objects of all types are compared below",
  "27-room-all-structures-W7N3": "objects of all types are compared below",
  "42-sockjs-websocket": "the in-memory socket does not frame like SockJS",
  "51-server-sigint": "TestServer.Controls ends servers",
  "53-idle-sockjs": "the in-memory socket does not frame like SockJS",
  "54-intent-for-unknown-room-ends-server": "an intent for an unknown room is a defect"
}

/** Requests between the recorded frames, by their notes. */
const requests: Readonly<Record<string, (stage: Stage) => Effect.Effect<unknown>>> = {
  "HTTP code, a branch that is not active": ({ server, signIn }) =>
    Effect.flatMap(signIn("alice"), (headers) => {
      const modules = { bin: { binary: "AAEC" }, main: "1", "lib.util": "exports.x=1" }
      return server.post("/api/user/code", { branch: "stir", modules }, headers)
    }),
  "HTTP set-active-branch stir": ({ server, signIn }) =>
    Effect.flatMap(signIn("alice"), (headers) =>
      server.post("/api/user/set-active-branch", { branch: "stir", activeName: "activeSim" }, headers)
    ),
  "HTTP clone-branch": ({ server, signIn }) =>
    Effect.flatMap(signIn("alice"), (headers) =>
      server.post("/api/user/clone-branch", { branch: "stir", newName: "copy" }, headers)
    ),
  "HTTP code with the alias $activeWorld": ({ server, signIn }) =>
    Effect.flatMap(signIn("alice"), (headers) =>
      server.post("/api/user/code", { branch: "$activeWorld", modules: { main: "2" } }, headers)
    ),
  "alice to bob": ({ world }) => world.users.sendMessage("alice", "bob", "ping <b>"),
  "bob to alice": ({ world }) => world.users.sendMessage("bob", "alice", "pong"),
  "HTTP create-flag Flag1": ({ world }) =>
    world.rooms.addFlag("alice", "W7N3", { name: "Flag1", color: 1, secondaryColor: 2, x: 3, y: 4 })
}

/** Replaces what differs between worlds in a frame that the client sends. */
const translate = (text: string, ids: ReadonlyMap<string, string>, tokens: ReadonlyMap<string, string>) =>
  text
    .replace(/[0-9a-f]{12}/g, (id) => ids.get(id) ?? id)
    .replace(/FAKE-TOKEN-\d+-x+/, (token) => tokens.get(token) ?? token)

/** The frames that are not events, without times and tokens. */
const words = (frames: ReadonlyArray<string>) =>
  frames
    .filter((text) => !text.startsWith("["))
    .map((text) => text.replace(/^time \d+$/, "time").replace(/^auth ok (?!guest).*$/, "auth ok token"))

/** Whether a key's value has keys of players or of object types. */
const isOpaque = (key: string) => /^(objects|modules|users\.\*\.badge)$/.test(key)

const paths = (value: unknown, at = ""): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null || isOpaque(at)) return [at]
  if (Array.isArray(value)) return [`${at}[]`]
  const keys = Object.entries(value).flatMap(([name, child]) => {
    const key = /^([0-9a-f]{11,24}|\d)$/.test(name) ? "*" : name
    return paths(child, at === "" ? key : `${at}.${key}`)
  })
  return at === "" ? keys : [at, ...keys]
}

/** Returns the sorted keys of payloads by channel. */
const shapes = (frames: ReadonlyArray<string>, ids: ReadonlyMap<string, string>) => {
  const found = new Map<string, Set<string>>()
  for (const [channel, payload] of events(frames)) {
    const name = translate(channel, ids, new Map())
    const keys = found.get(name) ?? new Set<string>()
    for (const key of paths(payload)) keys.add(key)
    found.set(name, keys)
  }
  return Object.fromEntries([...found].map(([name, keys]) => [name, [...keys].toSorted()]))
}

/** The accounts whose tokens a recording has, in the order in which they appear; alice by default. */
const signers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "01-handshake": ["alice", "alice", "bob"],
  "18-room-of-another-user": ["bob"],
  "22-room-limit": ["bob"],
  "36-messages-receiver": ["bob"]
}

describe("the socket of the in-memory xxscreeps", () => {
  for (const name of captures("xxscreeps").filter((one) => aside[one] === undefined)) {
    it.effect(`has the channels, frames and keys recorded in ${name}`, () =>
      onServer((stage) =>
        Effect.gen(function* () {
          const lines = capture(name, "xxscreeps")
          const tokens = new Map<string, string>()
          const client = yield* connect()
          for (const line of lines) yield* play(line, client, stage, tokens, signers[name] ?? [])
          for (let n = 0; n < 4; n++) yield* stage.tick
          const then = lines.flatMap(({ data, dir }) => (dir === "in" ? [data] : []))
          assert.deepStrictEqual(words(client.frames), words(then))
          assert.deepStrictEqual(shapes(client.frames, new Map()), shapes(then, stage.ids))
          const closed = lines.some(({ data, dir }) => dir === "event" && data.includes("Normal closure"))
          assert.strictEqual(client.ended()?.code, closed ? 1000 : undefined)
        })
      )
    )
  }
})

/** Plays one line of a recording: a frame of the client and a tick, or a request. */
const play = (
  { data, dir }: CaptureLine,
  client: Effect.Success<ReturnType<typeof connect>>,
  stage: Stage,
  tokens: Map<string, string>,
  signers: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const request = dir === "note" ? requests[data] : undefined
    if (request !== undefined) yield* request(stage)
    if (dir !== "out") return
    const [token = ""] = /FAKE-TOKEN-\d+-x+/.exec(data) ?? []
    const isExpired = data.includes("00006")
    if (token !== "" && !tokens.has(token) && !isExpired) {
      const headers = yield* stage.signIn(signers[tokens.size] ?? "alice")
      tokens.set(token, headers["x-token"])
    }
    yield* client.send(translate(data, stage.ids, tokens))
    // Frames of one burst arrive in one tick.
    if (data.startsWith("subscribe")) yield* stage.tick
  })

type Document = Readonly<Record<string, unknown>>

const isDocument = (value: unknown): value is Document => typeof value === "object" && value !== null

/** Returns the whole objects of room frames. */
const wholeObjects = (frames: ReadonlyArray<string>): ReadonlyArray<Document> =>
  events(frames)
    .filter(([channel]) => channel.startsWith("room:"))
    .flatMap(([, payload]) => (isDocument(payload) ? Object.values(payload["objects"] ?? {}) : []))
    .filter(isDocument)
    .filter(({ type }) => type !== undefined)

const recordedObjects = captures("xxscreeps").flatMap((name) => wholeObjects(received(name, "xxscreeps")))

/** Types of which recordings exist, and that 4.3.0 has, too. */
const types = objectTypes().filter((name) => recordedObjects.some(({ type }) => type === name))

/** Keys that only some objects of a type have, and why recordings do not show it. */
const sometimes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  controller: { sign: "it has no sign", reservation: "it is not reserved", progress: "nobody owns it" },
  invaderCore: { deployTime: "it is deployed", effects: "it is deployed" },
  ruin: { user: "the structure had no owner" },
  spawn: { spawning: "recorded in patches: it is absent from idle spawns" },
  tombstone: {
    creepBody: "a power creep died",
    creepId: "a power creep died",
    creepName: "a power creep died",
    creepTicksToLive: "a power creep died"
  }
}

/** Returns the keys of an object; the amount of a dropped resource has the name of the resource. */
const keysOf = (object: Document): ReadonlyArray<string> =>
  Object.keys(object)
    .map((key) => (object["type"] === "energy" && key === object["resourceType"] ? "amount" : key))
    .toSorted()

/** A document of a server 4.3.0 as a new object. */
const documentOf = ({ type, x, y, ...fields }: Document): ScreepsWorld.NewObject => ({
  type: String(type),
  x: Number(x),
  y: Number(y),
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "_id" && name !== "room"))
})

describe("a room object of the in-memory xxscreeps", () => {
  it.effect.each(types)("has the recorded keys: %s", (type) =>
    onServer(({ world }) =>
      Effect.gen(function* () {
        for (const { document } of objectsOf(type)) yield* world.rooms.addObject("W5N5", documentOf(document))
        const client = yield* connect()
        const frames = yield* client.send("subscribe room:W5N5")
        const known = recordedObjects.filter((object) => object["type"] === type).map(keysOf)
        const [first = []] = known
        const always = first.filter((key) => known.every((keys) => keys.includes(key)))
        const reasons = Object.keys(sometimes[type] ?? {})
        const ever = [...new Set([...known.flat(), ...reasons])]
        const sent = wholeObjects(frames).filter((object) => object["type"] === type)
        assert.isAbove(sent.length, 0)
        for (const keys of sent.map(keysOf)) {
          assert.deepStrictEqual(
            keys.filter((key) => !ever.includes(key)),
            []
          )
          assert.deepStrictEqual(
            always.filter((key) => !keys.includes(key) && !reasons.includes(key)),
            []
          )
        }
      })
    )
  )
})

const lastOf = <A>(list: ReadonlyArray<A>): A => {
  const last = list.at(-1)
  assert.isDefined(last)
  return last
}

describe("a room of the in-memory xxscreeps, followed by the SDK,", () => {
  const body = (tough: number, move: number) => ({
    body: [
      { type: "tough", hits: tough },
      { type: "move", hits: move }
    ],
    hits: tough + move
  })

  const say = (message: string) => ({ say: { message, isPublic: true } })

  /** What changes in the ticks: words, healing, damage to parts, and what becomes empty. */
  const story: ReadonlyArray<Document> = [
    { actionLog: say("t1"), store: { energy: 40 } },
    { actionLog: say("t2") },
    { actionLog: { ...say("t3"), heal: { x: 10, y: 11 } } },
    { actionLog: { heal: { x: 10, y: 12 } }, store: { energy: 0, power: 5 } },
    { ...body(40, 100), actionLog: {} },
    { ...body(0, 60), store: {} },
    { ...body(100, 100), x: 12 }
  ]

  it.effect("equals the world after each tick, with patches of any depth", () =>
    onServer(({ ids, signIn, world }) =>
      Effect.gen(function* () {
        const creep = yield* world.rooms.addObject("W7N3", {
          ...body(100, 100),
          type: "creep",
          name: "worker",
          user: ids.get("ab1c9d919d1c"),
          x: 10,
          y: 10,
          hitsMax: 200,
          ageTime: 1500,
          storeCapacity: 50
        })
        /** The room as a new subscription gets it. */
        const whole = Effect.gen(function* () {
          const client = yield* connect()
          yield* client.send(`auth ${(yield* signIn("alice"))["x-token"]}`)
          const frames = yield* client.send("subscribe room:W7N3")
          yield* client.close
          return Object.fromEntries(wholeObjects(frames).map((one) => [one["_id"], one]))
        })
        yield* Effect.gen(function* () {
          const views = yield* listen(RoomFeed.states("W7N3"))
          for (const change of story) {
            yield* world.rooms.changeObject(creep, change)
            yield* world.tick
            yield* settle
            const view = lastOf(views)
            const known = [...view.objects].map(([id, one]) => [id, RoomObject.toDocument(one)])
            assert.deepStrictEqual(Object.fromEntries(known), yield* whole)
            assert.strictEqual(view.tick, yield* world.time)
          }
          const own = lastOf(views).objects.get(creep)
          const expected = { ...body(100, 100), x: 12, store: {}, actionLog: {} }
          assert.deepInclude(Object(own === undefined ? {} : RoomObject.toDocument(own)), expected)
        }).pipe(Effect.scoped, Effect.provide(Xxscreeps.layerScreeps(world, account("alice"))))
      })
    )
  )
})

describe("the socket of the in-memory xxscreeps", () => {
  it.effect("refuses a handshake at another path", () =>
    onServer(() =>
      Effect.gen(function* () {
        const client = yield* connect("ws://screeps.test/elsewhere")
        assert.deepStrictEqual(client.ended(), { code: 1006, reason: "" })
      })
    )
  )

  it.effect("escapes two characters of console lines, and sends logs, results and errors apart", () =>
    onServer(({ ids, server, signIn, tick }) =>
      Effect.gen(function* () {
        const headers = yield* signIn("alice")
        const client = yield* connect()
        const channel = `user:${ids.get("ab1c9d919d1c")}/console`
        yield* client.send(`auth ${headers["x-token"]}`, `subscribe ${channel}`)
        for (let n = 0; n < 2; n++) yield* tick
        client.newEvents()
        yield* server.post("/api/user/console", { expression: "a<b" }, headers)
        yield* tick
        const log = ['tick 3 &#x3c;b>bold&#x3c;/b> &#x26; "quoted"']
        assert.deepStrictEqual(client.newEvents(), [
          [channel, { messages: { log, results: [] } }],
          [channel, { messages: { log: [], results: ["a&#x3c;b"] } }],
          [channel, { error: "an error line &#x3c;i>" }]
        ])
      })
    )
  )

  it.effect("hides what a creep says to its owner only", () =>
    onServer(({ ids, signIn, world }) =>
      Effect.gen(function* () {
        const user = ids.get("ab1c9d919d1c")
        const actionLog = { say: { message: "secret", isPublic: false } }
        yield* world.rooms.addObject("W5N5", { type: "creep", x: 1, y: 1, user, actionLog })
        const said = (username: string) =>
          Effect.gen(function* () {
            const client = yield* connect()
            yield* client.send(`auth ${(yield* signIn(username))["x-token"]}`)
            const frames = yield* client.send("subscribe room:W5N5")
            return wholeObjects(frames).flatMap((one) => (one["type"] === "creep" ? [one["actionLog"]] : []))
          })
        assert.deepStrictEqual(yield* said("alice"), [actionLog])
        assert.deepStrictEqual(yield* said("bob"), [{}])
      })
    )
  )

  it.effect("ignores a second subscription, so that one unsubscription ends the channel", () =>
    onServer(({ tick }) =>
      Effect.gen(function* () {
        const client = yield* connect()
        yield* client.send("subscribe room:W7N3", "subscribe room:W7N3")
        assert.lengthOf(client.newEvents(), 1)
        yield* tick
        assert.lengthOf(client.newEvents(), 1)
        yield* client.send("unsubscribe room:W7N3")
        yield* tick
        assert.lengthOf(client.newEvents(), 0)
      })
    )
  )

  it.effect("sends every watched room in every tick", () =>
    onServer(({ tick }) =>
      Effect.gen(function* () {
        const client = yield* connect()
        const rooms = ["W7N3", "W8N3", "W1N1", "W2N2", "W5N5"].map((room) => `room:${room}`)
        yield* client.send(...rooms.map((room) => `subscribe ${room}`))
        client.newEvents()
        for (let n = 0; n < 3; n++) {
          yield* tick
          assert.sameMembers(
            client.newEvents().map(([channel]) => channel),
            rooms
          )
        }
      })
    )
  )

  it.effect("sends a watched value of Memory and the coarse map only when they change", () =>
    onServer(({ ids, signIn, tick, world }) =>
      Effect.gen(function* () {
        const client = yield* connect()
        const memory = `user:${ids.get("ab1c9d919d1c")}/memory`
        yield* client.send(`auth ${(yield* signIn("alice"))["x-token"]}`)
        yield* client.send(`subscribe ${memory}/m.t`, `subscribe ${memory}/m.text`, "subscribe roomMap2:W8N3")
        client.newEvents()
        const channels = Effect.map(tick, () => client.newEvents().map(([channel]) => channel))
        assert.sameMembers(yield* channels, [`${memory}/m.t`, `${memory}/m.text`])
        assert.sameMembers(yield* channels, [`${memory}/m.t`])
        yield* world.rooms.addObject("W8N3", { type: "deposit", x: 3, y: 4 })
        yield* tick
        const map = client.newEvents().find(([channel]) => channel === "roomMap2:W8N3")
        assert.deepStrictEqual(map?.[1], { c: [[23, 42]], m: [[9, 9]], d: [[3, 4]] })
      })
    )
  )

  it.effect(
    "leaves a private channel that is requested before the sign-in silent until it is subscribed again",
    () =>
      onServer(({ ids, signIn, tick }) =>
        Effect.gen(function* () {
          const client = yield* connect()
          const cpu = `user:${ids.get("ab1c9d919d1c")}/cpu`
          yield* client.send(`subscribe ${cpu}`, `auth ${(yield* signIn("alice"))["x-token"]}`)
          yield* client.send(`subscribe ${cpu}`)
          yield* tick
          assert.lengthOf(client.newEvents(), 0)
          yield* client.send(`unsubscribe ${cpu}`, `subscribe ${cpu}`)
          yield* tick
          assert.deepStrictEqual(
            client.newEvents().map(([channel]) => channel),
            [cpu]
          )
        })
      )
  )

  it.effect("sends a read message as a whole to its sender", () =>
    onServer(({ ids, server, signIn, world }) =>
      Effect.gen(function* () {
        const [alice, bob] = [ids.get("ab1c9d919d1c"), ids.get("ea0a4457de67")]
        const client = yield* connect()
        yield* client.send(`auth ${(yield* signIn("alice"))["x-token"]}`)
        yield* client.send(`subscribe user:${alice}/message:${bob}`)
        yield* world.users.sendMessage("alice", "bob", "ping")
        yield* settle
        const [[, sent] = []] = client.newEvents()
        const message = Object(sent).message
        assert.deepInclude(message, { type: "out", text: "ping", unread: true })
        yield* server.post("/api/user/messages/mark-read", { id: message._id }, yield* signIn("bob"))
        yield* settle
        assert.deepStrictEqual(
          client.newEvents().map(([, payload]) => payload),
          [{ message: { ...message, unread: false } }]
        )
      })
    )
  )
})
