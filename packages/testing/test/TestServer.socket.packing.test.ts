import * as Frame from "@screeps-effect/schema/Frame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { listen, on, playing } from "./support/player.ts"
import { alice, bob } from "./support/server.ts"
import { until } from "@screeps-effect/fixtures/time"
import { tokenOf, withServer } from "./support/wire.ts"

const room: RoomName = "W7N7"
const long = (text: string) => `${text} `.repeat(100)

/** A script of bob that logs and draws enough to be compressed, and fails with a short text. */
const scripted: ScreepsWorld.Options = {
  evaluate: ({ time }) => ({
    log: [long(`tick ${time}`)],
    error: `Error: ${time}`,
    visuals: { [room]: long(`drawn ${time}`) }
  })
}

const settleIn = (world: ScreepsWorld.ScreepsWorld) =>
  Effect.gen(function* () {
    const { _id: id } = yield* world.users.get("bob")
    const spawn = { type: "spawn", x: 25, y: 25, user: id, name: "Spawn1", hits: 5000 }
    return { id, spawn: yield* world.rooms.addObject(room, spawn) }
  })

/** Describes a frame by its channel, and whether it was compressed. */
const read = (text: string) =>
  Effect.gen(function* () {
    const frame = Frame.parse(text)
    const plain =
      frame._tag === "Compressed" ? yield* Effect.map(Frame.decompress(frame), Frame.parsePlain) : frame
    if (plain._tag !== "Event") return yield* Effect.die(new Error(`expected an event, got ${plain._tag}`))
    const how = frame._tag === "Compressed" ? "packed" : "plain"
    return { how, channel: plain.channel, payload: JSON.stringify(plain.payload) }
  })

describe("a server that compresses frames beside its other work", () => {
  /** Returns what a client with compression receives in three ticks, one after the other or all at once. */
  const framesWith = (quirks: TestServer.Quirks, isBusy: boolean) =>
    withServer(
      ({ server, signedIn, world }) =>
        Effect.gen(function* () {
          const { id } = yield* settleIn(world)
          const client = yield* signedIn(yield* tokenOf(server, bob))
          const channels = [`user:${id}/console`, `user:${id}/cpu`, "roomMap2:W99N99", `room:${room}`]
          const before = client.frames.length
          yield* client.send("gzip on", ...channels.map((name) => `subscribe ${name}`))
          // Subscribing sends cpu, map and room at once.
          const come = (count: number) => until(() => client.frames.length === before + count)
          yield* come(3)
          for (const time of [1, 2, 3]) {
            yield* world.tick
            if (!isBusy) yield* come(3 + 5 * time)
          }
          yield* come(18)
          const frames = yield* Effect.forEach(client.frames.slice(before + 3), read)
          const of = (name: string) => frames.filter(({ channel }) => channel === name)
          return {
            order: frames.map(({ channel, how }) => `${how} ${channel.replace(id, "bob")}`),
            channels: channels.map((name) => of(name).map(({ payload }) => payload))
          }
        }),
      scripted,
      { quirks }
    )
  const times = (tick: ReadonlyArray<string>) => [...tick, ...tick, ...tick]

  it.effect("sends a tick's compressed frames after the plain ones, and each channel in its own order", () =>
    Effect.gen(function* () {
      const usual = yield* framesWith({}, false)
      const reordered = yield* framesWith({ reorderCompressed: true }, false)
      const script = ["packed user:bob/console", "plain user:bob/console"]
      const plain = ["plain user:bob/cpu", "plain roomMap2:W99N99"]
      const drawn = `packed room:${room}`
      assert.deepStrictEqual(usual.order, times([...script, ...plain, drawn]))
      assert.deepStrictEqual(reordered.order, times([...plain, ...script, drawn]))
      assert.deepStrictEqual(reordered.channels, usual.channels)
    })
  )

  it.effect("keeps each channel's order when ticks pass faster than compression", () =>
    Effect.gen(function* () {
      const usual = yield* framesWith({}, false)
      const reordered = yield* framesWith({ reorderCompressed: true }, true)
      assert.notDeepEqual(reordered.order, usual.order)
      assert.deepStrictEqual(reordered.channels, usual.channels)
    })
  )

  /** Returns what a player's program receives. */
  const receivedWith = (quirks: TestServer.Quirks) =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [alice, bob], ...scripted })
      const { spawn } = yield* settleIn(world)
      return yield* Effect.gen(function* () {
        const order: Array<string> = []
        const views = yield* listen(RoomFeed.states(room))
        const others = yield* listen(RoomFeed.states("W1N1"))
        const noting = (name: string) => Stream.tap(() => Effect.sync(() => order.push(name)))
        const lines = yield* listen(noting("console")(ScreepsSocket.subscribe(Channels.console())))
        const costs = yield* listen(noting("cpu")(ScreepsSocket.subscribe(Channels.cpu())))
        yield* until(() => views.length === 1 && others.length === 1 && costs.length === 1)
        for (const time of [1, 2, 3, 4]) {
          yield* world.rooms.changeObject(spawn, { hits: 5000 - time })
          yield* world.tick
          yield* until(
            () =>
              [views, others, costs].every(({ length }) => length === time + 1) && lines.length === 2 * time
          )
        }
        const objects = (all: ReadonlyArray<RoomFeed.RoomView>) =>
          all.map((view) => [...view.objects.values()].map((object) => RoomObject.toDocument(object)))
        const { counters } = yield* ScreepsSocket.ScreepsSocket
        assert.deepInclude(yield* counters, { damaged: 0, decodeFailures: 0, unclaimed: 0 })
        assert.deepStrictEqual(objects(views).at(-1), [...(yield* world.rooms.objects(room))])
        return { order, folded: { views: objects(views), others: objects(others), lines, costs } }
      }).pipe(on(TestServer.layer(world, { quirks }), playing(bob, { gzip: true })))
    })

  it.effect("gives a player's program the same rooms and lines", () =>
    Effect.gen(function* () {
      const usual = yield* receivedWith({})
      const reordered = yield* receivedWith({ reorderCompressed: true })
      assert.notDeepEqual(reordered.order, usual.order)
      assert.deepStrictEqual(reordered.folded, usual.folded)
    })
  )
})
