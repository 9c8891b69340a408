/** The client `sockjs-client` of npm, and frames of SockJS over a plain WebSocket, against a server on a port. */
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import { until } from "@screeps-effect/fixtures/time"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import SockJS from "sockjs-client"
import { httpRequest, withPort } from "./support/port.ts"
import { bob } from "./support/server.ts"

const makeWorld = () => ScreepsWorld.make({ accounts: [bob], evaluate: () => ({ log: ["hi"] }) })
const path = "/socket/123/abcdefgh/websocket"

/** Signs in over HTTP, and returns the token. */
const signIn = (url: string) =>
  Effect.map(
    httpRequest(`${url}/api/auth/signin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: bob.username, password: bob.password })
    }),
    ({ body }): string => JSON.parse(body).token
  )

/** Opens a WebSocket at the path of a session, and collects its frames. */
const open = (url: string) =>
  Effect.gen(function* () {
    const ws = new WebSocket(`${url.replace("http", "ws")}${path}`)
    yield* Effect.addFinalizer(() => Effect.sync(() => ws.close()))
    const received = { frames: new Array<string>(), code: 0, reason: "" }
    ws.addEventListener("message", ({ data }) => received.frames.push(String(data)))
    ws.addEventListener("close", ({ code, reason }) => Object.assign(received, { code, reason }))
    yield* until(() => received.frames.length >= 3)
    return { ws, received }
  })

describe("a session of SockJS", () => {
  it.live("serves sockjs-client like a real server", () => {
    const world = makeWorld()
    return withPort(world, (url, { connections }) =>
      Effect.gen(function* () {
        const { _id } = yield* world.users.get("bob")
        const token = yield* signIn(url)
        yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
        const received: Array<string> = []
        const client = yield* Effect.acquireRelease(
          Effect.sync(() => {
            const client = new SockJS(`${url}/socket`)
            client.addEventListener("message", ({ data }) => received.push(data))
            return client
          }),
          (client) => Effect.sync(() => client.close())
        )
        yield* until(() => received.length === 2)
        assert.match(received[0] ?? "", /^time \d+$/)
        assert.strictEqual(received[1], "protocol 14")
        // @ts-expect-error the types of npm lack it
        assert.strictEqual(client.transport, "websocket")
        client.send(`auth ${token}`)
        yield* until(() => received.length === 3)
        assert.match(received[2] ?? "", /^auth ok /)
        client.send(`subscribe user:${_id}/console`)
        yield* until(() => Effect.runSync(connections)[0]?.subscriptions.length === 1)
        yield* world.tick
        yield* until(() => received.length === 4)
        assert.include(received[3], '"messages":{"log":["hi"]')
        client.close()
        yield* until(() => Effect.runSync(connections).length === 0)
      })
    )
  })

  it.live("takes one text or several in a frame, and frames each message", () =>
    withPort(makeWorld(), (url, { connections }) =>
      Effect.gen(function* () {
        const { received, ws } = yield* open(url)
        assert.strictEqual(received.frames[0], "o")
        assert.match(received.frames[1] ?? "", /^a\["time \d+"\]$/)
        assert.strictEqual(received.frames[2], 'a["protocol 14"]')
        ws.send("")
        ws.send(JSON.stringify(`auth ${yield* signIn(url)}`))
        ws.send('["subscribe roomMap2:W7N3","subscribe roomMap2:W8N3"]')
        yield* until(() => Effect.runSync(connections)[0]?.subscriptions.length === 2)
      })
    )
  )

  it.live("ends with code 3000 when a frame is not JSON", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const { received, ws } = yield* open(url)
        ws.send("subscribe roomMap2:W7N7")
        yield* until(() => received.code !== 0)
        assert.deepStrictEqual([received.code, received.reason], [3000, "Broken framing."])
      })
    )
  )

  it.live("ends with a frame when the server closes it, and without one when it breaks", () =>
    withPort(makeWorld(), (url, { drop }) =>
      Effect.gen(function* () {
        const closed = yield* open(url)
        yield* drop({ code: 4000, reason: "bye" })
        yield* until(() => closed.received.code !== 0)
        assert.strictEqual(closed.received.frames.at(-1), 'c[4000,"bye"]')
        assert.strictEqual(closed.received.code, 1000)
        const broken = yield* open(url)
        yield* drop()
        yield* until(() => broken.received.code !== 0)
        assert.strictEqual(broken.received.frames.at(-1), 'a["protocol 14"]')
      })
    )
  )

  it.effect("is kept open by a frame every 25 seconds", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const { received } = yield* open(url)
        yield* TestClock.adjust("24 seconds")
        yield* TestClock.adjust("1 second")
        yield* until(() => received.frames.length === 4)
        assert.strictEqual(received.frames[3], "h")
        yield* TestClock.adjust("25 seconds")
        yield* until(() => received.frames.length === 5)
      })
    )
  )

  it.live("has no transport but WebSocket: the others get 404 at once", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        for (const transport of ["xhr", "xhr_send", "xhr_streaming", "eventsource", "htmlfile", "jsonp"]) {
          const method = transport.startsWith("xhr") ? "POST" : "GET"
          const { status } = yield* httpRequest(`${url}/socket/123/abcdefgh/${transport}`, { method })
          assert.strictEqual(status, 404, transport)
        }
      })
    )
  )
})
