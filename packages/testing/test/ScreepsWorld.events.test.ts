import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import type * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bob, home, makeServer } from "./support/server.ts"

type Event = Readonly<Record<string, unknown>> & { readonly type: string }
interface Heard {
  readonly world: {
    readonly events: { readonly listen: (listener: (event: Event) => void) => () => void }
  }
}

/** What a world tells from now on; sockets listen in the same way. */
const listen = (world: ScreepsWorld.ScreepsWorld) => {
  const heard: Array<Event> = []
  // The world behind the scripted one is no public member: types do not know it.
  const stop = (world as unknown as Heard).world.events.listen((event) => void heard.push(event))
  return { heard, stop, of: (type: string) => heard.filter((event) => event.type === type) }
}

/** A server in which bob lives, and what its world tells from then on. */
const settled = (options: ScreepsWorld.Options = {}, how: TestServer.Options = {}) =>
  Effect.gen(function* () {
    const server = makeServer(options, how)
    const headers = yield* server.settle(bob, home)
    const { _id: user } = yield* server.world.users.get("bob")
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    return { server, user, post, ...listen(server.world) }
  })

describe("what a world tells in a tick", () => {
  it.effect("is console and cpu of who runs, and then the tick itself", () =>
    Effect.gen(function* () {
      const { heard, post, server, user } = yield* settled()
      yield* post("/api/user/console", { expression: "Game.time" })
      yield* post("/api/user/memory", { path: "a", value: 1 })
      yield* server.world.tick
      assert.deepStrictEqual(heard, [
        { type: "console", shard: "shard0", user, log: [], results: ["Game.time"] },
        { type: "cpu", shard: "shard0", user, cpu: 1, memory: '{"a":1}'.length },
        { type: "tick", shard: "shard0", time: 2 }
      ])
      yield* server.world.tick
      assert.deepInclude(heard[3], { type: "console", log: [], results: [] })
    })
  )

  it.effect("escapes printed lines as real servers do, and neither raw ones nor results", () =>
    Effect.gen(function* () {
      const line = `<b> & "it's" \`é\`\t😀`
      const evaluate = () => ({ log: [line, ""], logUnsafe: [line], results: [line], cpu: 1.2 })
      const { of, server } = yield* settled({ evaluate })
      yield* server.world.tick
      const escaped = "&#x3C;b&#x3E; &#x26; &#x22;it&#x27;s&#x22; &#x60;&#xE9;&#x60;&#x9;&#x1F600;"
      assert.deepInclude(of("console")[0], { log: [escaped, "&#x22;&#x22;", line], results: [line] })
      assert.deepInclude(of("cpu")[0], { cpu: 2 })
    })
  )

  it.effect("is an error after the console when a script throws, and alone when it is killed", () =>
    Effect.gen(function* () {
      const outcomes = [{ error: "Error: <i>" }, { error: "timed out", cpu: "error" as const }]
      const { heard, server, user } = yield* settled({ evaluate: ({ time }) => outcomes[time - 1] ?? {} })
      yield* server.world.tick
      assert.deepStrictEqual(
        heard.map(({ type }) => type),
        ["console", "error", "cpu", "tick"]
      )
      assert.deepInclude(heard[1], { error: "Error: &lt;i>" })
      heard.length = 0
      yield* server.world.tick
      assert.deepStrictEqual(
        heard.map(({ type }) => type),
        ["error", "cpu", "tick"]
      )
      assert.deepStrictEqual(heard[1], {
        type: "cpu",
        shard: "shard0",
        user,
        cpu: "error",
        memory: undefined
      })
    })
  )

  it.effect("comes from each shard, one after the other", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ shards: ["shard0", "shard3"], tick: 7 })
      const { heard } = listen(world)
      yield* world.tick
      assert.deepStrictEqual(heard, [
        { type: "tick", shard: "shard0", time: 8 },
        { type: "tick", shard: "shard3", time: 8 }
      ])
    })
  )

  it.effect("is no longer told to who stopped listening", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make()
      const [one, other] = [listen(world), listen(world)]
      one.stop()
      yield* world.tick
      assert.deepStrictEqual([one.heard.length, other.heard.length], [0, 1])
    })
  )
})

describe("what a world tells between ticks", () => {
  it.effect(
    "is code: a number with the hash after an upload, a date after a clone, nothing of a refusal",
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

  it.effect("is the branch that became active", () =>
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

  it.effect("is a message, to both sides and as news to the receiver", () =>
    Effect.gen(function* () {
      const { heard, server, user: to } = yield* settled()
      const { _id: from } = yield* server.world.users.get("alice")
      yield* server.world.users.sendMessage("alice", "bob", "<hi>")
      assert.deepStrictEqual(
        heard.map(({ respondent, type, user }) => [type, user, respondent]),
        [
          ["conversation", from, to],
          ["conversation", to, from],
          ["newMessage", to, undefined]
        ]
      )
      const copies = heard.map(({ message }) => message as Readonly<Record<string, unknown>>)
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

  it.effect("is money, and what the operator says", () =>
    Effect.gen(function* () {
      const { heard, server, user } = yield* settled()
      yield* server.world.users.change("bob", { money: 12_345.678 })
      yield* server.world.tables.announce("restart at noon")
      assert.deepStrictEqual(heard, [
        { type: "money", user, credits: 12_345.678 },
        { type: "serverMessage", text: "restart at noon" }
      ])
    })
  )
})
