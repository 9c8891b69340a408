import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, home, makeServer } from "./support/server.ts"

type Event = Readonly<Record<string, unknown>> & { readonly type: string }
interface Internals {
  readonly first: {
    readonly events: { readonly listen: (listener: (event: Event) => void) => () => void }
  }
}

/** Records a world's events from now on; sockets listen in the same way. */
const listen = (world: ScreepsWorld.ScreepsWorld) => {
  const received: Array<Event> = []
  // The first shard is not a public member: the types do not include it.
  const stop = (world as unknown as Internals).first.events.listen((event) => void received.push(event))
  return { received, stop, of: (type: string) => received.filter((event) => event.type === type) }
}

/** A server with a spawn of bob, and the events of its world from then on. */
const settled = (options: ScreepsWorld.Options = {}, how: TestServer.Options = {}) =>
  Effect.gen(function* () {
    const server = makeServer(options, how)
    const headers = yield* server.settle(bob, home)
    const { _id: user } = yield* server.world.users.get("bob")
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    return { server, user, post, ...listen(server.world) }
  })

describe("the events of a tick", () => {
  it.effect("are console and cpu of running scripts, then the tick itself", () =>
    Effect.gen(function* () {
      const { received, post, server, user } = yield* settled()
      yield* post("/api/user/console", { expression: "Game.time" })
      yield* post("/api/user/memory", { path: "a", value: 1 })
      yield* server.world.tick
      assert.deepStrictEqual(received, [
        { type: "console", shard: "shard0", user, log: [], logUnsafe: [], results: ["Game.time"] },
        { type: "cpu", shard: "shard0", user, cpu: 1, memory: '{"a":1}'.length },
        { type: "tick", shard: "shard0", time: 2 }
      ])
      yield* server.world.tick
      assert.deepInclude(received[3], { type: "console", log: [], results: [] })
    })
  )

  it.effect("have log lines, raw lines and results as the script wrote them", () =>
    Effect.gen(function* () {
      const line = `<b> & "it's"`
      const evaluate = () => ({ log: [line, ""], logUnsafe: [line], results: [line], cpu: 1.2 })
      const { of, server } = yield* settled({ evaluate })
      yield* server.world.tick
      assert.deepInclude(of("console")[0], { log: [line, ""], logUnsafe: [line], results: [line] })
      assert.deepInclude(of("cpu")[0], { cpu: 2 })
    })
  )

  it.effect(
    "have an error after the console event when a script throws, and only an error when it is killed",
    () =>
      Effect.gen(function* () {
        const outcomes = [{ error: "Error: <i>" }, { error: "timed out", cpu: "error" as const }]
        const { received, server, user } = yield* settled({
          evaluate: ({ time }) => outcomes[time - 1] ?? {}
        })
        yield* server.world.tick
        assert.deepStrictEqual(
          received.map(({ type }) => type),
          ["console", "error", "cpu", "tick"]
        )
        assert.deepInclude(received[1], { error: "Error: <i>" })
        received.length = 0
        yield* server.world.tick
        assert.deepStrictEqual(
          received.map(({ type }) => type),
          ["error", "cpu", "tick"]
        )
        assert.deepStrictEqual(received[1], {
          type: "cpu",
          shard: "shard0",
          user,
          cpu: "error",
          memory: undefined
        })
      })
  )

  it.effect("come from each shard, one after the other", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ shards: ["shard0", "shard3"], tick: 7 })
      const { received } = listen(world)
      yield* world.tick
      assert.deepStrictEqual(received, [
        { type: "tick", shard: "shard0", time: 8 },
        { type: "tick", shard: "shard3", time: 8 }
      ])
    })
  )

  it.effect("do not reach a removed listener", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make()
      const [one, other] = [listen(world), listen(world)]
      one.stop()
      yield* world.tick
      assert.deepStrictEqual([one.received.length, other.received.length], [0, 1])
    })
  )
})

describe("the events between ticks", () => {
  it.effect(
    "include code, with a number and a hash after an upload, a date after a clone, and none after a rejection",
    () =>
      Effect.gen(function* () {
        const { of, post, user } = yield* settled()
        const modules = { main: "1", "lib.util": "2" }
        yield* post("/api/user/code", { branch: "nope", modules })
        yield* post("/api/user/code", { modules, _hash: 42 })
        yield* post("/api/user/clone-branch", { branch: "default", newName: "dev" })
        yield* post("/api/user/delete-branch", { branch: "dev" })
        assert.deepStrictEqual(of("code"), [
          { type: "code", user, branch: "default", modules, timestamp: 0, hash: 42 },
          { type: "code", user, branch: "dev", modules, timestamp: "1970-01-01T00:00:00.000Z" }
        ])
      })
  )

  it.effect("include the branch that became active", () =>
    Effect.gen(function* () {
      const { of, post, server, user } = yield* settled()
      yield* post("/api/user/clone-branch", { branch: "", newName: "dev" })
      yield* post("/api/user/set-active-branch", { branch: "dev", activeName: "activeSim" })
      assert.deepStrictEqual(of("activeBranch"), [
        { type: "activeBranch", user, branch: "dev", activeName: "activeSim" }
      ])
      const { activeSim, activeWorld } = yield* server.world.users.get("bob")
      assert.deepStrictEqual([activeWorld, activeSim], ["default", "dev"])
    })
  )

  it.effect("include a message for both users and a notice for the receiver", () =>
    Effect.gen(function* () {
      const { received, server, user: to } = yield* settled()
      const { _id: from } = yield* server.world.users.get("alice")
      yield* server.world.users.sendMessage("alice", "bob", "<hi>")
      assert.deepStrictEqual(
        received.map(({ respondent, type, user }) => [type, user, respondent]),
        [
          ["conversation", from, to],
          ["conversation", to, from],
          ["newMessage", to, undefined]
        ]
      )
      const copies = received.map(({ message }) => message as Readonly<Record<string, unknown>>)
      assert.deepInclude(copies[0], { user: from, respondent: to, type: "out", text: "<hi>", unread: true })
      assert.deepInclude(copies[1], {
        user: to,
        respondent: from,
        type: "in",
        outMessage: copies[0]?.["_id"]
      })
      assert.deepStrictEqual(copies[2], copies[1])
    })
  )

  it.effect("include money and server messages", () =>
    Effect.gen(function* () {
      const { received, server, user } = yield* settled()
      yield* server.world.users.change("bob", { money: 12_345.678 })
      yield* server.world.tables.announce("restart at noon")
      assert.deepStrictEqual(received, [
        { type: "money", user, credits: 12_345.678 },
        { type: "serverMessage", text: "restart at noon" }
      ])
    })
  )
})
