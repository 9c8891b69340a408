/** Errors, values, streams, cancelling and closing. */
import { once } from "node:events"
import { Readable } from "node:stream"
import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { assert, describe, it } from "@effect/vitest"
import { connect, ConnectionClosed, DecodeFailure, Redacted, ScreepsError, Threw } from "../src/index.ts"
import { connectConsole, connectSample } from "./support/connect.ts"

const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return assert.fail("the promise was fulfilled")
}

const first = async <A>(values: AsyncIterable<A>): Promise<A> => {
  for await (const value of values) return value
  return assert.fail("nothing was emitted")
}

describe("a call", () => {
  it("rejects with a ScreepsError whose reason says why", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const error = await rejection(screeps.code.get({ branch: "nowhere" }))
    assert.instanceOf(error, ScreepsError)
    assert.instanceOf(error, Error)
    assert.strictEqual(error.reason._tag, "Rejected")
  })

  it("is cancelled by its signal and rejects with the signal's reason", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const controller = new AbortController()
    const waiting = screeps.run(Effect.never, { signal: controller.signal })
    const reason = new Error("no longer needed")
    controller.abort(reason)
    assert.strictEqual(await rejection(waiting), reason)
    assert.strictEqual(await rejection(screeps.game.time({}, { signal: controller.signal })), reason)
  })

  it("takes options where the operation takes no input", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    assert.strictEqual((await screeps.game.version({ signal: new AbortController().signal })).ok, 1)
    const reason = await rejection(screeps.game.version({ signal: AbortSignal.abort("late") }))
    assert.strictEqual(reason, "late")
  })

  it("takes and returns secrets as the Redacted that the package exports", async () => {
    await using sample = await connectSample()
    const { password, username } = SampleWorld.account
    const { token } = await sample.screeps.auth.signIn({
      email: username,
      password: Redacted.make(password)
    })
    assert.strictEqual(JSON.stringify(token), '"<redacted>"')
    assert.isNotEmpty(Redacted.value(token))
  })

  it("says what to pass instead of an unknown field, or of a secret as text", async () => {
    await using sample = await connectSample()
    const { auth, construction, game, market } = sample.screeps
    const untyped = async (call: unknown, input: object) =>
      rejection(Reflect.apply(Object(call), undefined, [input]))
    assert.include(
      String(await untyped(game.roomTerrain, { rom: "W1N1" })),
      "rom: the operation has no such field; did you mean room?"
    )
    const site = { room: "W1N1", x: 1, y: 1 }
    assert.include(
      String(await untyped(construction.create, { ...site, type: "road" })),
      "type: the operation has no such field; did you mean structureType?"
    )
    assert.match(
      String(await untyped(construction.create, { ...site, structureType: "raod" })),
      /structureType: expected one of \d+ names; did you mean road/
    )
    assert.match(
      String(await untyped(market.orders, { resourceType: "enrgy" })),
      /resourceType: expected one of \d+ names; did you mean energy/
    )
    const error = await untyped(auth.signIn, { email: "bob", password: "a secret" })
    assert.include(String(error), "password: expected a Redacted value: pass Redacted.make(text)")
  })

  it("sends its requests with one token", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    await Promise.all([screeps.auth.me(), screeps.user.branches({}), screeps.user.whoAmI()])
    assert.strictEqual((await screeps.auth.me()).username, "bob")
  })
})

describe("values", () => {
  it("are unpacked from Memory, and undefined where the path has no value", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const settings = await screeps.memory.read({ path: "settings" })
    assert.deepStrictEqual(settings, { reserve: 20_000, allies: ["alice"], autoBuild: true })
    assert.isUndefined(await screeps.memory.read({ path: "nothing" }))
    const schema = Schema.Struct({ reserve: Schema.Finite })
    assert.deepStrictEqual(await screeps.memory.read({ path: "settings", schema }), { reserve: 20_000 })
  })

  it("of Memory that do not match their schema are rejected", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const wrong = screeps.memory.read({ path: "settings", schema: Schema.String })
    const error = await rejection(wrong)
    assert.instanceOf(error, ScreepsError)
    assert.strictEqual(error.reason._tag, "UnexpectedResponse")
  })

  it("of segments are texts, and undefined where nothing was written", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    assert.strictEqual(await screeps.segments.read({ segment: 0 }), JSON.stringify({ plan: "roads first" }))
    assert.deepStrictEqual(await screeps.segments.readMany({ segments: [7, 8] }), [undefined, undefined])
  })

  it("of segments are JSON values, too", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    assert.deepStrictEqual(await screeps.segments.readJson({ segment: 0 }), { plan: "roads first" })
    await screeps.segments.writeJson({ segment: 1, value: { rooms: ["W1N1"] } })
    const schema = Schema.Struct({ rooms: Schema.Array(Schema.String) })
    assert.deepStrictEqual(await screeps.segments.readJson({ segment: 1, schema }), { rooms: ["W1N1"] })
    assert.isUndefined(await screeps.segments.readJson({ segment: 9 }))
  })

  it("of console commands are texts or data", async () => {
    await using sample = await connectConsole()
    const { screeps, ticksUntil } = sample
    assert.strictEqual(await ticksUntil(screeps.console.run("[1, 2].length")), "2")
    assert.deepStrictEqual(await ticksUntil(screeps.console.evaluate("({ a: [1] })")), { a: [1] })
    assert.instanceOf(await ticksUntil(rejection(screeps.console.run("throw new Error('no')"))), Threw)
  })
})

describe("a stream", () => {
  it("emits the states of a room until the loop ends", async () => {
    await using sample = await connectSample()
    const { screeps, tick } = sample
    const ticks: Array<number> = []
    for await (const state of screeps.rooms.states("W7N3")) {
      assert.isAbove(state.objects.size, 10)
      if (state.tick !== undefined) ticks.push(state.tick)
      if (ticks.length === 3) break
      await tick()
    }
    assert.deepStrictEqual(ticks, [1001, 1002, 1003])
  })

  it("emits the payloads of a channel", async () => {
    await using sample = await connectSample()
    const { screeps, ticksUntil } = sample
    assert.isNumber((await ticksUntil(first(screeps.channels.cpu()))).cpu)
  })

  it("emits values of Memory as they change", async () => {
    await using sample = await connectConsole()
    const { screeps, ticksUntil } = sample
    const collect = async () => {
      const seen: Array<number | undefined> = []
      for await (const value of screeps.memory.watch({ path: "settings.reserve", schema: Schema.Finite })) {
        seen.push(value)
        if (seen.length === 2) break
        await screeps.memory.set({ path: "settings.reserve", value: 5 })
      }
      return seen
    }
    assert.deepStrictEqual(await ticksUntil(collect()), [20_000, 5])
  })

  it("rejects when a value of Memory does not match its schema", async () => {
    await using sample = await connectSample()
    const { screeps, ticksUntil } = sample
    const watched = screeps.memory.watch({ path: "settings.autoBuild", schema: Schema.Finite })
    assert.instanceOf(await ticksUntil(rejection(first(watched))), DecodeFailure)
  })

  it("ends after the entries of a list", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    for await (const { rank } of screeps.leaderboard.entries({})) assert.fail(rank.user)
  })

  it("is cancelled by its signal and rejects with the signal's reason", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const controller = new AbortController()
    const reason = new Error("enough")
    const iterate = async () => {
      for await (const _ of screeps.rooms.states("W7N3", undefined, { signal: controller.signal })) {
        controller.abort(reason)
      }
    }
    assert.strictEqual(await rejection(iterate()), reason)
  })

  it("can be closed while it waits", async () => {
    await using sample = await connectSample()
    const started = Deferred.makeUnsafe<void>()
    let isReleased = false
    const silent = Effect.callback<never>(() => {
      Deferred.doneUnsafe(started, Effect.void)
      return Effect.sync(() => (isReleased = true))
    })
    const iterator = sample.screeps.iterate(Stream.fromEffect(silent))[Symbol.asyncIterator]()
    const waiting = iterator.next()
    await Effect.runPromise(Deferred.await(started))
    assert.isTrue((await iterator.return?.())?.done)
    assert.isTrue((await waiting).done)
    assert.isTrue(isReleased)
    assert.isTrue((await iterator.next()).done)
  })

  it("is closed by a destroyed Readable", async () => {
    await using sample = await connectSample()
    const readable = Readable.from(sample.screeps.channels.console()).resume()
    await sample.tick()
    const closed = once(readable, "close")
    readable.destroy()
    await closed
    assert.isTrue(readable.closed)
  })

  it("emits values in order to calls of next that do not wait for each other", async () => {
    await using sample = await connectSample()
    const values = Stream.mapEffect(Stream.make(1, 2, 3), (value) => Effect.as(Effect.yieldNow, value))
    const iterator = sample.screeps.iterate(values)[Symbol.asyncIterator]()
    const results = await Promise.all([1, 2, 3, 4].map(() => iterator.next()))
    assert.deepStrictEqual(
      results.map(({ value }) => value),
      [1, 2, 3, undefined]
    )
  })

  it("is one subscription per iteration", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const states = screeps.rooms.states("W7N3")
    const [one, other] = await Promise.all([first(states), first(states)])
    assert.strictEqual(one.objects.size, other.objects.size)
  })
})

describe("closing", () => {
  it("rejects calls that are running, and later ones", async () => {
    const { screeps } = await connectSample()
    const waiting = rejection(screeps.run(Effect.never))
    await screeps.close()
    assert.instanceOf(await waiting, ConnectionClosed)
    assert.instanceOf(await rejection(screeps.game.time()), ConnectionClosed)
    assert.instanceOf(await rejection(first(screeps.channels.cpu())), ConnectionClosed)
    await screeps.close()
  })

  it("ends iterations", async () => {
    const { screeps } = await connectSample()
    let states = 0
    for await (const _ of screeps.rooms.states("W7N3")) {
      states += 1
      if (states === 1) void screeps.close()
    }
    assert.isAtLeast(states, 1)
  })
})

describe("connect", () => {
  it("rejects a malformed address", async () => {
    const error = await rejection(connect({ url: "not an address", token: "any-token" }))
    assert.include(String(error), "InvalidServer")
  })

  it("sends nothing until the first call", async () => {
    await using screeps = await connect({ url: "http://127.0.0.1:1", username: "bob", password: "secret" })
    assert.strictEqual(screeps.server.kind, "private")
    const once = Effect.provideService(Game.time(), Retry.Retry, Retry.none)
    const error = await rejection(screeps.run(once))
    assert.instanceOf(error, ScreepsError)
    assert.strictEqual(error.reason._tag, "Unreachable")
  })
})
