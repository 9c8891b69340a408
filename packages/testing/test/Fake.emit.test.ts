import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Fake from "@screeps-effect/testing/Fake"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { listen, on, playing, playingAs } from "./support/player.ts"
import { defect } from "./support/program.ts"
import { bob } from "./support/server.ts"
import { connect } from "./support/wire.ts"

const privateServer = Server.layer(Server.privateServer("http://screeps.test"))
const signIn = [
  Fake.answer(Auth.signIn, () => Effect.succeed({ ok: 1, token: Redacted.make("t") })),
  Fake.respond("GET", "/api/auth/me", () =>
    Effect.succeed(Response.json(recording("game/auth-me.ok").response.body))
  )
]

describe("Fake.emit", () => {
  it.effect("sends its payloads to subscribers of its channel only", () =>
    Effect.gen(function* () {
      const { subscribe } = yield* ScreepsSocket.ScreepsSocket
      const cpu = yield* listen(subscribe(Channels.cpu()))
      const own = yield* listen(subscribe(Channels.console()))
      const tick = yield* listen(subscribe(Channels.memory("tick")))
      const other = yield* listen(subscribe(Channels.memory("tock")))
      assert.deepStrictEqual(cpu, [{ cpu: 5, memory: 10 }])
      assert.deepStrictEqual(own, [{ error: "first" }, { error: "second" }])
      assert.deepStrictEqual(tick, ["1"])
      assert.deepStrictEqual(other, [])
    }).pipe(
      on(
        Layer.merge(
          privateServer,
          Fake.layer(
            ...signIn,
            Fake.emit(Channels.cpu(), { cpu: 5, memory: 10 }),
            Fake.emit(Channels.console(), { error: "first" }, { error: "second" }),
            Fake.emit(Channels.memory("tick"), "1")
          )
        ),
        playing(bob)
      )
    )
  )

  it.effect("sends its payloads to subscribers on a shard of an official server", () =>
    Effect.gen(function* () {
      const received = yield* listen(ScreepsSocket.subscribe(Channels.roomMap("W1N1")))
      const elsewhere = yield* listen(ScreepsSocket.subscribe(Channels.roomMap("W1N1", "shard3")))
      const memory = yield* listen(ScreepsSocket.subscribe(Channels.memory("a/b")))
      assert.deepStrictEqual(received, [{ w: [[1, 2]] }])
      assert.deepStrictEqual(elsewhere, [{ w: [[1, 2]] }, { w: [] }])
      assert.deepStrictEqual(memory, ["x"])
    }).pipe(
      on(
        Layer.merge(
          Server.layer(Server.official({ shard: "shard1" })),
          Fake.layer(
            ...signIn,
            Fake.emit(Channels.roomMap("W1N1"), { w: [[1, 2]] }),
            Fake.emit(Channels.roomMap("W1N1", "shard3"), { w: [] }),
            Fake.emit(Channels.memory("a/b"), "x")
          )
        ),
        playingAs(Credentials.layerToken(Redacted.make("t")))
      )
    )
  )

  it.effect("sends a public channel's payloads to guests", () =>
    Effect.gen(function* () {
      const received = yield* Stream.runHead(ScreepsSocket.subscribe(Channels.serverMessage()))
      assert.deepStrictEqual(received, yield* Effect.option(Effect.succeed("welcome")))
    }).pipe(
      on(
        Layer.merge(privateServer, Fake.layer(Fake.emit(Channels.serverMessage(), "welcome"))),
        playingAs(Credentials.layerGuest)
      )
    )
  )

  it.effect("ends the program with a defect for a payload that does not match the channel's schema", () =>
    Effect.gen(function* () {
      const emission = Fake.emit(Channels.money(), Millis.make(1))
      const broken = Fake.emit(Channels.money(), Number.POSITIVE_INFINITY)
      yield* Effect.provide(Effect.void, Fake.layer(emission))
      const message = yield* defect(Effect.provide(Effect.void, Fake.layer(broken)))
      assert.include(message, "A payload of the channel Money does not match the channel's schema")
    })
  )

  it.effect("greets the client, signs it in, and throws an error for a binary frame", () =>
    Effect.gen(function* () {
      const client = yield* connect()
      assert.deepStrictEqual(client.frames, ["time 0", "protocol 14"])
      assert.deepStrictEqual(yield* client.send("auth t", "subscribe nonsense", "gzip on"), ["auth ok t"])
      assert.throws(() => client.sendBytes(), /binary frame/)
      yield* client.close
      assert.strictEqual(client.ended()?.code, 1000)
    }).pipe(Effect.scoped, Effect.provide(Fake.layer()))
  )
})
