/** A server whose every text tries to control the terminal. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@screeps-effect/api/Server"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** What no output may contain: controls except line feeds, tabs and colours; marks that reorder or hide text. */
export const unsafe =
  // oxlint-disable-next-line no-control-regex
  /(?!\u001B\[[\d;]*m)(?![\n\t\u200C\u200D])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns a text with escape sequences, control characters and direction marks, as a name of something. */
export const evil = (name: string): string =>
  `<${name}\u001B]0;PWN\u0007\u001B[2J\u001B[31m\u009B35m\u009D0;C1\u009C\u202EBIDI\u2066\u200F\b\b\r\n\u007F\u2028\u0085\u{E0100}\u{E0041}\u3164\u2800\uFE0F>`

const evilUser = { _id: evil("id"), username: evil("user"), badge: null, email: evil("mail"), gcl: 1 }
const sentAt = "2026-01-01T00:00:00.000Z"
const message = {
  _id: "m",
  user: "u1",
  respondent: "u2",
  date: sentAt,
  type: "in",
  text: evil("text"),
  unread: true
}
const order = {
  _id: evil("order"),
  created: 1,
  type: "sell",
  resourceType: "energy",
  roomName: evil("room"),
  price: 1,
  amount: 1,
  remainingAmount: 1,
  totalAmount: 1,
  active: true,
  user: "u1"
}

const statsOf = (rooms: ReadonlyArray<string>) => ({
  gameTime: 100,
  stats: Object.fromEntries(
    rooms.map((room) => [
      room,
      {
        status: evil("status"),
        own: { user: "u2", level: 3 },
        sign: { user: "u2", text: evil("sign"), time: 1, datetime: 1 },
        minerals0: { type: "H", density: 2 }
      }
    ])
  ),
  users: { u2: { _id: "u2", username: evil("owner"), badge: null } }
})

/** Bodies by path; `undefined` for paths that the server does not have. */
const bodyOf = (path: string, body: string) =>
  Effect.gen(function* () {
    const ok = 1
    switch (path) {
      case "/api/auth/me":
        return { ok, _id: "u1", username: evil("me"), email: evil("mail"), cpu: 10, money: 0, gcl: 1 }
      case "/api/auth/signin":
        return { ok, token: "token" }
      case "/api/version":
        return {
          ok,
          package: 1,
          protocol: 14,
          users: 1,
          serverData: {
            historyChunkSize: 20,
            welcomeText: evil("welcome"),
            features: [{ name: evil("feature"), version: 1 }],
            shards: [evil("shard")]
          }
        }
      case "/api/game/time":
        return { ok, time: 100 }
      case "/api/user/name":
        return { ok, username: evil("me") }
      case "/api/user/find":
        return { ok, user: evilUser }
      case "/api/user/branches":
        return { ok, list: [{ _id: "b", branch: evil("branch"), activeWorld: true, activeSim: true }] }
      case "/api/user/code":
        return { ok, branch: evil("branch"), modules: { [evil("module")]: evil("code"), main: evil("main") } }
      case "/api/user/messages/index":
        return { ok, messages: [{ _id: "u2", message }], users: { u2: { ...evilUser, _id: "u2" } } }
      case "/api/user/messages/list":
        return { ok, messages: [message] }
      case "/api/game/market/orders-index":
        return { ok, list: [{ _id: evil("resource"), count: 1, buying: 1, selling: 1, avgPrice: 1 }] }
      case "/api/game/market/orders":
      case "/api/game/market/my-orders":
        return { ok, list: [order] }
      case "/api/user/memory":
        return {
          ok,
          data: yield* GzipJson.encode({ [evil("key")]: [evil("value")], flags: { [evil("flag")]: 1 } })
        }
      case "/api/user/memory-segment":
        return { ok, data: evil("segment") }
      case "/api/game/map-stats":
        return { ok, ...statsOf(JSON.parse(body).rooms) }
      case "/api/game/room-terrain":
        return { ok, terrain: [{ _id: "x", room: "W7N3", terrain: "0".repeat(2500), type: "terrain" }] }
      case "/api/user/world-start-room":
        return { ok, room: ["W7N3"] }
      case "/api/user/console":
        return { ok, result: { ok: 1, n: 1 }, ops: [], insertedCount: 1, insertedIds: ["a"] }
      default:
        return undefined
    }
  })

/** How the server responds to most requests. */
export type Mode = "data" | "rejects" | "faults" | "drifts"

/** Responds to a request; sign-in always succeeds. */
export const respond = (mode: Mode, path: string, body: string): Effect.Effect<Response> =>
  Effect.gen(function* () {
    const found = yield* Effect.orDie(bodyOf(path, body))
    const isSignIn = path === "/api/auth/signin"
    if (mode === "rejects" && !isSignIn) return Response.json({ error: evil("error") })
    if (mode === "faults" && !isSignIn)
      return new Response(`<!doctype html><pre>${evil("fault")}</pre>`, { status: 500 })
    if (mode === "drifts" && !isSignIn)
      return Response.json({
        ok: 1,
        ...Object.fromEntries(
          ["list", "stats", "users", "messages", "modules"].map((key) => [key, { [evil(key)]: 5 }])
        )
      })
    return found === undefined
      ? new Response(evil("page"), { status: 404 })
      : Response.json(found, { headers: { "X-Token": "token" } })
  })

const creep = (name: string, x: number) => ({
  _id: "c",
  room: "W7N3",
  type: "creep",
  name: evil(name),
  user: "u1",
  x,
  y: 5,
  store: { energy: 1, [evil("resource")]: x },
  [evil("field")]: x,
  actionLog: { [evil("action")]: { x: 1, y: 1 } }
})

/** The payloads of a channel, one after another. */
const payloadsOf = (channel: string, tick: number): ReadonlyArray<unknown> => {
  if (channel.endsWith("/console")) {
    const log = [evil("log"), "&#x1b;]0;entity&#7;&#x202e;"]
    return [
      { messages: { log, results: [evil("result")] }, shard: evil("shard"), userId: "u1" },
      { error: evil("thrown"), shard: evil("shard") }
    ]
  }
  if (channel.startsWith("room:")) {
    const other = { _id: "o", room: "W7N3", type: evil("type"), name: evil("thing"), x: 1, y: 1 }
    return tick === 0
      ? [
          {
            objects: { c: creep("creep", 1), o: other },
            users: { u1: evilUser },
            info: { mode: evil("mode") }
          }
        ]
      : [
          {
            gameTime: tick,
            objects: { c: creep(`creep ${tick}`, tick % 50), [`n${tick}`]: { ...other, _id: `n${tick}` } }
          }
        ]
  }
  return [evil(`memory ${tick}`)]
}

/** Emits to each channel twenty times a second. */
const serveSocket = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const socket = yield* request.upgrade
  const { pull } = yield* socket.reader
  const { writeAll } = yield* socket.writer
  const channels: Array<string> = []
  const receiving = Effect.gen(function* () {
    for (const data of yield* pull) {
      if (typeof data !== "string") continue
      if (data.startsWith("auth ")) yield* writeAll(["auth ok token"])
      if (data.startsWith("subscribe ")) channels.push(data.slice("subscribe ".length))
    }
  })
  let tick = 0
  const sending = Effect.suspend(() => {
    const frames = channels.flatMap((channel) => [
      ...payloadsOf(channel, tick).map((payload) => JSON.stringify([channel, payload])),
      ...(channel.startsWith("room:") ? [JSON.stringify([`err@${channel}`, evil("refusal")])] : [])
    ])
    if (channels.length > 0) tick += 1
    return frames.length === 0 ? Effect.void : writeAll(frames as [string, ...Array<string>])
  })
  return yield* Effect.raceFirst(
    Effect.forever(receiving),
    Effect.forever(Effect.delay(sending, "50 millis"))
  )
}).pipe(Effect.scoped, Effect.ignore)

const app = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (request.headers["upgrade"] !== undefined) {
    yield* serveSocket
    return HttpServerResponse.empty({ status: 503 })
  }
  const path = request.url.replace(/\?.*$/, "")
  const body = yield* Effect.orElseSucceed(request.text, () => "")
  return HttpServerResponse.fromWeb(yield* respond("data", path, body))
})

/** Serves hostile data on a port, over HTTP and the socket. */
export const onPort = Layer.effect(
  Server.Server,
  Effect.gen(function* () {
    const server = yield* HttpServer.HttpServer
    yield* server.serve(app)
    return Server.privateServer(HttpServer.formatAddress(server.address))
  })
).pipe(Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))
