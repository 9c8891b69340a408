import { capture } from "@screeps-effect/fixtures"
import * as Frame from "@screeps-effect/schema/Frame"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { alice, bob } from "./support/server.ts"
import { defect } from "./support/program.ts"
import { pass, until } from "@screeps-effect/fixtures/time"
import { connect, events, tokenOf, withServer } from "./support/wire.ts"

const authOk = /^auth ok [0-9a-f]{40}$/

/** Returns a frame without the parts that differ each time. */
const essence = (frame: string) =>
  frame.replace(/[0-9a-f]{40}/i, "<token>").replace(/^time \d+/, "time <now>")

describe("the socket of TestServer", () => {
  it.effect("greets with its clock and its protocol version", () =>
    withServer(() =>
      Effect.gen(function* () {
        yield* TestClock.adjust("5 seconds")
        const client = yield* connect()
        assert.deepStrictEqual(client.frames, ["time 5000", "protocol 14"])
      })
    )
  )

  it.effect("responds to every sign-in of the recorded handshake as recorded", () =>
    withServer(({ server }) =>
      Effect.gen(function* () {
        const lines = capture("01-handshake").filter(
          ({ data, dir }) =>
            (dir === "in" && !data.startsWith("[")) || (dir === "out" && data.startsWith("auth"))
        )
        const client = yield* connect()
        const tokens = new Map<string, string>()
        tokens.set("f00d000000000000000000000000000000000001", yield* tokenOf(server, bob))
        const received: Array<string> = [...client.frames]
        for (const { data, dir } of lines) {
          const recorded = /f00d\d{36}/.exec(data)?.[0]
          const latest = /[0-9a-f]{40}/.exec(received.at(-1) ?? "")?.[0]
          if (dir === "in" && recorded !== undefined && latest !== undefined) tokens.set(recorded, latest)
          if (dir === "out")
            received.push(
              ...(yield* client.send(data.replace(/f00d\d{36}/, (old) => tokens.get(old) ?? old)))
            )
        }
        const recorded = lines.flatMap(({ data, dir }) => (dir === "in" ? [data] : []))
        assert.deepStrictEqual(received.map(essence), recorded.map(essence))
        assert.isAbove(received.filter((text) => authOk.test(text)).length, 2)
      })
    )
  )

  it.effect("issues tokens that are valid for requests", () =>
    withServer(({ server }) =>
      Effect.gen(function* () {
        const client = yield* connect()
        const [answer = ""] = yield* client.send(`auth ${yield* tokenOf(server, bob)}`)
        const token = answer.replace("auth ok ", "")
        const { body } = yield* server.get("/api/auth/me", {}, { "x-token": token, "x-username": token })
        assert.include(body, { username: "bob" })
      })
    )
  )

  it.effect("rejects an expired token, and keeps an earlier sign-in", () =>
    withServer(({ server, tick }) =>
      Effect.gen(function* () {
        const token = yield* tokenOf(server, bob)
        const client = yield* connect()
        yield* client.send(`auth ${token}`, "subscribe roomMap2:W1N1")
        yield* TestClock.adjust("61 seconds")
        assert.deepStrictEqual(yield* client.send(`auth ${token}`), ["auth failed"])
        client.newEvents()
        yield* tick
        assert.deepStrictEqual(
          client.newEvents().map(([channel]) => channel),
          ["roomMap2:W1N1"]
        )
        assert.lengthOf(yield* client.send("subscribe roomMap2:W2N2"), 1)
      })
    )
  )

  it.effect("ignores unknown commands and channels", () =>
    withServer(({ server, signedIn, tick, world }) =>
      Effect.gen(function* () {
        const client = yield* signedIn(yield* tokenOf(server, bob))
        const id = (yield* world.users.get("bob"))._id
        const responses = yield* client.send(
          "ping",
          "auth",
          "AUTH x",
          "subscribe",
          "subscribe nonsense",
          "subscribe room:W99N99",
          "subscribe room:w1n1",
          "subscribe room:shard0/W1N1",
          "subscribe  room:W1N1",
          "subscribe room:W1N1 ",
          "subscribe room:W1N1\n",
          `subscribe user:${id}/resource`,
          `subscribe user:${id}`,
          `subscribe user:${id}/memory/`,
          "unsubscribe room:W1N1",
          '["auth x","subscribe y"]'
        )
        yield* tick
        assert.deepStrictEqual(responses, [])
        assert.deepStrictEqual(client.newEvents(), [])
      })
    )
  )

  it.effect("drops subscriptions sent before the response to the sign-in", () =>
    withServer(({ server, tick, world }) =>
      Effect.gen(function* () {
        const { _id } = yield* world.users.get("bob")
        const client = yield* connect()
        const channels = ["room:W1N1", "roomMap2:W1N1", `mapVisual:${_id}`, `user:${_id}/resources`]
        yield* client.send(...channels.map((name) => `subscribe ${name}`))
        yield* client.send(`auth ${yield* tokenOf(server, bob)}`)
        yield* tick
        assert.deepStrictEqual(client.newEvents(), [])
      })
    )
  )

  it.effect("ends the test with a defect after a binary frame", () =>
    Effect.gen(function* () {
      const message = yield* defect(
        withServer(() =>
          Effect.gen(function* () {
            const client = yield* connect()
            assert.throws(() => client.sendBytes(), /binary frame/)
            assert.deepStrictEqual(yield* client.send("auth x"), [])
          })
        )
      )
      assert.match(message, /binary frame/)
    })
  )

  it.effect("ends the test with a defect for a watched path that ends a real server", () =>
    Effect.gen(function* () {
      const message = yield* defect(
        withServer(({ server, signedIn, world }) =>
          Effect.gen(function* () {
            const client = yield* signedIn(yield* tokenOf(server, bob))
            const { _id } = yield* world.users.get("bob")
            yield* client.send(`subscribe user:${_id}/memory/toString`)
            assert.strictEqual(client.ended()?.code, 1006)
          })
        )
      )
      assert.match(message, /the Memory path "toString"/)
    })
  )

  it.effect("responds to a close with the same code and reason, and forgets the connection", () =>
    withServer(({ controls }) =>
      Effect.gen(function* () {
        const client = yield* connect()
        assert.lengthOf(yield* controls.connections, 1)
        yield* client.close
        assert.deepStrictEqual(client.ended(), { code: 1000, reason: "" })
        assert.lengthOf(yield* controls.connections, 0)
      })
    )
  )

  it.effect("never responds at an unknown address", () =>
    withServer(({ controls }) =>
      Effect.gen(function* () {
        const client = yield* connect("ws://screeps.test/ptr/socket/websocket")
        yield* pass("20 seconds")
        assert.deepStrictEqual(
          { frames: client.frames, ended: client.ended() },
          { frames: [], ended: undefined }
        )
        assert.lengthOf(yield* controls.connections, 0)
      })
    )
  )

  it.effect("compresses frames that become shorter, on request, and keeps their order", () =>
    withServer(({ server, signedIn, tick }) =>
      Effect.gen(function* () {
        const token = yield* tokenOf(server, bob)
        const client = yield* signedIn(token)
        yield* client.send("gzip on", "subscribe room:W1N1", "subscribe roomMap2:W99N99", `auth ${token}`)
        yield* until(() => client.frames.length === 6)
        const [whole = "", map = "", control = ""] = client.frames.slice(3)
        assert.isTrue(whole.startsWith("gz:"))
        const frame = Frame.parse(whole)
        const plain =
          frame._tag === "Compressed"
            ? yield* Effect.map(Frame.decompress(frame), Frame.parsePlain)
            : undefined
        assert.strictEqual(plain?._tag === "Event" ? plain.channel : "", "room:W1N1")
        assert.deepStrictEqual(events([map]), [["roomMap2:W99N99", {}]])
        assert.match(control, authOk)
        const before = client.frames.length
        yield* client.send("gzip off")
        yield* tick
        assert.isTrue(client.frames.slice(before).every((text) => text.startsWith("[")))
      })
    )
  )
})

describe("the socket of an official TestServer", () => {
  const options: TestServer.Options = { dialect: "official", limits: false }

  it.effect("greets with a package version, too, and returns an API token unchanged", () =>
    withServer(
      ({ world }) =>
        Effect.gen(function* () {
          const token = Redacted.value(yield* world.users.grantToken("bob"))
          const client = yield* connect("wss://screeps.com/season/socket/websocket")
          assert.deepStrictEqual(client.frames.slice(1), ["protocol 14", "package 1"])
          assert.deepStrictEqual(yield* client.send(`auth ${token}`), [`auth ok ${token}`])
        }),
      {},
      options
    )
  )

  it.effect("names shards in channels and lines, and sends users without their secrets", () => {
    const world: ScreepsWorld.Options = {
      shards: ["shard0", "shard1"],
      evaluate: ({ memory, shard }) => {
        memory["at"] = shard
        return { log: [shard], mapVisual: shard }
      }
    }
    return withServer(
      ({ signedIn, tick, world }) =>
        Effect.gen(function* () {
          const { _id } = yield* world.users.get("bob")
          for (const shard of ["shard0", "shard1"] as const) {
            yield* world.rooms.addObject("W1N1", { type: "spawn", x: 5, y: 5, user: _id }, shard)
          }
          const client = yield* signedIn(Redacted.value(yield* world.users.grantToken("bob")))
          const wrong = yield* client.send(
            "subscribe room:W1N1",
            "subscribe roomMap2:W1N1",
            `subscribe mapVisual:${_id}`,
            `subscribe user:${_id}/memory/at`,
            "subscribe room:shard7/W1N1"
          )
          assert.deepStrictEqual(wrong, [])
          yield* client.send(
            "subscribe room:shard1/W1N1",
            "subscribe roomMap2:shard1/W1N1",
            `subscribe mapVisual:${_id}/shard1`,
            `subscribe user:${_id}/memory/shard1/at`,
            `subscribe user:${_id}/console`,
            `subscribe user:${_id}/money`
          )
          const [whole] = client.newEvents()
          const { users } = (whole?.[1] ?? {}) as { readonly users?: Record<string, object> }
          assert.deepStrictEqual(users?.[_id], { _id, username: "bob" })
          yield* tick
          const received = client.newEvents()
          assert.deepStrictEqual(
            received.filter(([channel]) => channel.startsWith("user:") || channel.startsWith("mapVisual")),
            [
              [`user:${_id}/console`, { messages: { log: ["shard0"], results: [] }, shard: "shard0" }],
              [`user:${_id}/console`, { messages: { log: ["shard1"], results: [] }, shard: "shard1" }],
              [`mapVisual:${_id}/shard1`, "shard1"],
              [`user:${_id}/memory/shard1/at`, "shard1"]
            ]
          )
          assert.sameMembers(
            received.map(([channel]) => channel).filter((channel) => channel.startsWith("room")),
            ["roomMap2:shard1/W1N1", "room:shard1/W1N1"]
          )
          yield* world.users.change("bob", { money: 12.5 })
          yield* tick
          assert.deepInclude(client.newEvents(), [`user:${_id}/money`, 12.5])
        }),
      world,
      options
    )
  })

  it.effect("limits a token to the channels of its scope", () =>
    withServer(
      ({ signedIn, world }) =>
        Effect.gen(function* () {
          const token = yield* world.users.grantToken("bob", { websockets: ["rooms"] })
          const { _id } = yield* world.users.get("bob")
          const client = yield* signedIn(Redacted.value(token))
          yield* client.send("subscribe room:shard0/W1N1", `subscribe user:${_id}/console`)
          yield* client.send(`subscribe user:${_id}/resources`, `subscribe user:${_id}/code`)
          assert.deepStrictEqual(
            client.newEvents().map(([channel]) => channel),
            ["room:shard0/W1N1"]
          )
          yield* world.tick
          assert.deepStrictEqual(
            client.newEvents().filter(([channel]) => !channel.startsWith("room:")),
            []
          )
        }),
      {},
      options
    )
  )
})

describe("an automatic tick of TestServer", () => {
  it.effect("is sent, and held while the server is paused", () =>
    withServer(
      ({ controls, server, signedIn, world }) =>
        Effect.gen(function* () {
          const client = yield* signedIn(yield* tokenOf(server, alice))
          yield* client.send("subscribe room:W1N1")
          client.newEvents()
          yield* pass("3 seconds")
          assert.lengthOf(client.newEvents(), 3)
          yield* controls.pause
          yield* pass("3 seconds")
          assert.lengthOf(client.newEvents(), 0)
          yield* controls.resume
          yield* pass("1 seconds")
          assert.lengthOf(client.newEvents(), 1)
          assert.strictEqual(yield* world.time, 5)
        }),
      {},
      { tickEvery: "1 second" }
    )
  )
})
