import { capture } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { alice, bob } from "./support/server.ts"
import { type Client, type Stage, tokenOf, withServer } from "./support/wire.ts"

/** Bob with a spawn, so that his script runs. */
const settled = ({ server, world }: Stage) =>
  Effect.gen(function* () {
    const { _id } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
    return { id: _id, token: yield* tokenOf(server, bob) }
  })

/** The message of an event. */
const messageOf = (event: ReturnType<Client["news"]>[number] | undefined) => {
  const payload = event?.[1] as { readonly message: Readonly<Record<string, unknown>> } | undefined
  return payload?.message ?? {}
}

const channels = (client: Client) => client.news().map(([channel]) => channel)

describe("a channel of events", () => {
  const scripted: ScreepsWorld.Options = {
    evaluate: ({ expressions, memory, time }) => {
      memory["tick"] = time
      return {
        log: [`tick ${time}`, "<b> é"],
        logUnsafe: ["<b>"],
        results: expressions,
        error: time === 2 ? "Error: boom <i>" : undefined,
        cpu: time === 3 ? "error" : 1.2
      }
    }
  }

  it.effect("tells lines, results and errors of each run, then what it cost", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(stage)
          const client = yield* stage.signedIn(token)
          yield* client.say(`subscribe user:${id}/console`, `subscribe user:${id}/cpu`)
          client.news()
          yield* stage.server.post(
            "/api/user/console",
            { expression: "1+1" },
            yield* stage.server.signIn(bob)
          )
          yield* stage.tick
          const console = `user:${id}/console`
          const log = (time: number) => [`tick ${time}`, "&#x3C;b&#x3E; &#xE9;", "<b>"]
          assert.deepStrictEqual(client.news(), [
            [console, { messages: { log: log(1), results: ["1+1"] } }],
            [`user:${id}/cpu`, { cpu: 2, memory: 10 }]
          ])
          yield* stage.tick
          assert.deepStrictEqual(client.news(), [
            [console, { messages: { log: log(2), results: [] } }],
            [console, { error: "Error: boom &lt;i>" }],
            [`user:${id}/cpu`, { cpu: 2, memory: 10 }]
          ])
          yield* stage.tick
          assert.deepStrictEqual(client.news(), [[`user:${id}/cpu`, { cpu: "error" }]])
        }),
      scripted
    )
  )

  it.effect("tells every connection the stored cpu when anybody subscribes to it", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(stage)
        yield* stage.world.users.setMemory("bob", { a: 1 })
        const first = yield* stage.signedIn(token)
        const second = yield* stage.signedIn(token)
        const stored = [[`user:${id}/cpu`, { cpu: 0, memory: 7 }] as const]
        yield* first.say(`subscribe user:${id}/cpu`)
        assert.deepStrictEqual(first.news(), stored)
        yield* second.say(`subscribe user:${id}/cpu`)
        assert.deepStrictEqual([first.news(), second.news()], [stored, stored])
      })
    )
  )

  it.effect("says nothing of cpu before there is a Memory", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { _id } = yield* stage.world.users.get("bob")
        const client = yield* stage.signedIn(yield* tokenOf(stage.server, bob))
        assert.deepStrictEqual(yield* client.say(`subscribe user:${_id}/cpu`), [])
      })
    )
  )

  it.effect("tells of code, of active branches, of messages in both directions and of their reading", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(stage)
        const { _id: other } = yield* stage.world.users.get("alice")
        const headers = yield* stage.server.signIn(bob)
        const receiver = yield* stage.signedIn(token)
        const sender = yield* stage.signedIn(yield* tokenOf(stage.server, alice))
        yield* receiver.say(
          `subscribe user:${id}/code`,
          `subscribe user:${id}/set-active-branch`,
          `subscribe user:${id}/newMessage`,
          `subscribe user:${id}/message:${other}`,
          `subscribe user:${id}/money`
        )
        yield* sender.say(`subscribe user:${other}/message:${id}`, `subscribe user:${other}/newMessage`)

        yield* TestClock.adjust(1000)
        yield* stage.server.post(
          "/api/user/code",
          { branch: "default", modules: { main: "1" }, _hash: 5 },
          headers
        )
        yield* stage.server.post("/api/user/clone-branch", { branch: "default", newName: "b2" }, headers)
        yield* stage.server.post(
          "/api/user/set-active-branch",
          { branch: "b2", activeName: "activeSim" },
          headers
        )
        yield* stage.tick
        const modules = { main: "1" }
        assert.deepStrictEqual(receiver.news(), [
          [`user:${id}/code`, { branch: "default", modules, timestamp: 1000, hash: 5 }],
          [`user:${id}/code`, { branch: "b2", modules, timestamp: "1970-01-01T00:00:01.000Z" }],
          [`user:${id}/set-active-branch`, { activeName: "activeSim", branch: "b2" }]
        ])

        yield* stage.world.users.sendMessage("alice", "bob", "psst <b>")
        yield* stage.tick
        const [told, again] = receiver.news()
        const message = messageOf(told)
        assert.deepInclude(message, {
          user: id,
          respondent: other,
          type: "in",
          text: "psst <b>",
          unread: true
        })
        assert.strictEqual(told?.[0], `user:${id}/message:${other}`)
        assert.deepStrictEqual(again, [`user:${id}/newMessage`, { message }])
        const [own] = sender.news()
        const sent = messageOf(own)
        assert.deepInclude(sent, { user: other, respondent: id, type: "out", text: "psst <b>" })

        yield* stage.server.post("/api/user/messages/mark-read", { id: message["_id"] }, headers)
        yield* stage.tick
        assert.deepStrictEqual(receiver.news(), [
          [`user:${id}/message:${other}`, { message: { _id: message["_id"], unread: false } }]
        ])
        assert.deepStrictEqual(sender.news(), [
          [`user:${other}/message:${id}`, { message: { _id: sent["_id"], unread: false } }]
        ])
        yield* stage.world.users.change("bob", { money: 5 })
        yield* stage.tick
        assert.deepStrictEqual(receiver.news(), [])
      })
    )
  )

  it.effect("of the operator reaches guests, as it was typed", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { signedIn, tick, world } = stage
        const client = yield* signedIn("nobody")
        yield* client.say("subscribe server-message")
        yield* world.tables.announce('hello <b>all</b> "q"')
        yield* tick
        assert.deepStrictEqual(client.news(), [["server-message", 'hello <b>all</b> "q"']])
      })
    )
  )
})

describe("a channel that is told every tick", () => {
  it.effect("writes every recorded path of Memory as it was written then", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(stage)
        yield* stage.world.users.setMemory("bob", {
          odd: { s: "text <b>", t: true, n: null, f: 1.5, e: "", u: "é😀" },
          "a b": { c: 1 },
          "x/y": 2,
          obj: { list: [1, 2, 3] }
        })
        const client = yield* stage.signedIn(token)
        const own = (text: string) => text.replace("6491e40834fb252", id)
        const lines = capture("72-memory-odd-paths")
        for (const { data, dir } of lines)
          if (dir === "out" && data.startsWith("subscribe")) yield* client.say(own(data))
        assert.deepStrictEqual(client.news(), [])
        yield* stage.tick
        const recorded = new Map<string, unknown>()
        for (const { data, dir } of lines)
          if (dir === "in" && data.startsWith("[")) {
            const [channel, payload] = JSON.parse(own(data)) as [string, unknown]
            recorded.set(channel, payload)
          }
        assert.strictEqual(recorded.size, 15)
        assert.deepStrictEqual(new Map(client.news()), recorded)
      })
    )
  )

  it.effect("tells of fifty paths, those that were given up included", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(stage)
        const client = yield* stage.signedIn(token)
        const path = (n: number) => `user:${id}/memory/p${n}`
        const numbers = Array.from({ length: 55 }, (_, n) => n)
        yield* client.say(`subscribe ${path(99)}`)
        yield* stage.tick
        yield* client.say(`unsubscribe ${path(99)}`, ...numbers.map((n) => `subscribe ${path(n)}`))
        client.news()
        yield* stage.tick
        assert.deepStrictEqual(channels(client), numbers.slice(0, 49).map(path))
        yield* stage.controls.restart()
        const next = yield* stage.signedIn(token)
        yield* next.say(...numbers.map((n) => `subscribe ${path(n)}`))
        yield* stage.tick
        assert.lengthOf(channels(next), 50)
      })
    )
  )

  it.effect("tells resources and credits, and what was drawn on the map", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(stage)
          yield* stage.world.users.change("bob", { money: 12345.678, resources: { pixel: 7 } })
          const client = yield* stage.signedIn(token)
          yield* client.say(`subscribe user:${id}/resources`, `subscribe mapVisual:${id}`)
          assert.deepStrictEqual(client.news(), [[`mapVisual:${id}`, null]])
          yield* stage.tick
          assert.deepStrictEqual(client.news(), [
            [`user:${id}/resources`, { pixel: 7, credits: 12345.678 }],
            [`mapVisual:${id}`, '{"t":"c"}\n']
          ])
        }),
      { evaluate: () => ({ mapVisual: '{"t":"c"}\n' }) }
    )
  )

  it.effect("shows on the map what stands in a room, by kinds and by owners", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(stage)
        const client = yield* stage.signedIn(token)
        yield* stage.world.rooms.clear("W1N1")
        const put = [
          ["constructedWall", {}],
          ["constructedWall", { newbieWall: true }],
          ["road", {}],
          ["powerBank", {}],
          ["energy", { resourceType: "power", power: 5 }],
          ["energy", { resourceType: "energy", energy: 5 }],
          ["portal", {}],
          ["source", {}],
          ["controller", {}],
          ["controller", { user: id }],
          ["mineral", {}],
          ["deposit", {}],
          ["keeperLair", {}],
          ["container", {}],
          ["creep", { user: "2" }],
          ["extension", { user: id }],
          ["rampart", { user: id, isPublic: true }],
          ["rampart", { user: id }],
          ["constructionSite", { user: id }],
          ["ruin", { user: id }],
          ["tombstone", { user: id }]
        ] as const
        for (const [x, [type, fields]] of put.entries())
          yield* stage.world.rooms.addObject("W1N1", { type, x, y: 1, ...fields })
        yield* client.say("subscribe roomMap2:W1N1", "subscribe roomMap2:W99N99")
        const shown = {
          w: [[0, 1]],
          r: [[2, 1]],
          pb: [
            [3, 1],
            [4, 1]
          ],
          p: [[6, 1]],
          s: [[7, 1]],
          c: [[8, 1]],
          m: [
            [10, 1],
            [11, 1]
          ],
          k: [[12, 1]],
          "2": [[14, 1]],
          [id]: [
            [9, 1],
            [15, 1],
            [17, 1]
          ]
        }
        assert.deepStrictEqual(client.news(), [
          ["roomMap2:W1N1", shown],
          ["roomMap2:W99N99", {}]
        ])
        yield* stage.tick
        assert.deepStrictEqual(channels(client), ["roomMap2:W1N1", "roomMap2:W99N99"])
      })
    )
  )

  it.effect("is told less often than ticks pass where the server holds frames back", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(stage)
          const client = yield* stage.signedIn(token)
          yield* client.say(`subscribe user:${id}/console`, `subscribe user:${id}/cpu`, "subscribe room:W7N7")
          client.news()
          for (let tick = 0; tick < 8; tick++) {
            yield* stage.tick
            yield* TestClock.adjust("50 millis")
          }
          const told = client.news()
          const count = (name: string) => told.filter(([channel]) => channel === name).length
          assert.deepStrictEqual(
            [count(`user:${id}/console`), count(`user:${id}/cpu`), count("room:W7N7")],
            [8, 2, 2]
          )
        }),
      {},
      { quirks: { throttle: "200 millis" } }
    )
  )
})

describe("who may hear what", () => {
  const everything = (id: string) => [
    `user:${id}/console`,
    `user:${id}/cpu`,
    `user:${id}/code`,
    `user:${id}/set-active-branch`,
    `user:${id}/newMessage`,
    `user:${id}/message:x`,
    `user:${id}/memory/a`,
    `user:${id}/resources`,
    `mapVisual:${id}`
  ]

  it.effect("nobody hears another user's channels; all see all rooms", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id } = yield* settled(stage)
        const stranger = yield* stage.signedIn(yield* tokenOf(stage.server, alice))
        yield* stranger.say(...everything(id).map((name) => `subscribe ${name}`), "subscribe room:W7N7")
        assert.deepStrictEqual(channels(stranger), ["room:W7N7"])
        yield* stage.tick
        assert.deepStrictEqual(channels(stranger), ["room:W7N7"])
      })
    )
  )

  it.effect("nobody is told anything without a sign-in", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { id } = yield* settled(stage)
        const guest = yield* stage.signedIn("nobody")
        yield* guest.say(...everything(id).map((name) => `subscribe ${name}`))
        yield* guest.say("subscribe room:W7N7", "subscribe roomMap2:W7N7")
        yield* stage.tick
        assert.deepStrictEqual(channels(guest), [])
      })
    )
  )

  it.effect(
    "real servers tell strangers of events, and of nothing else; and go on when somebody else signs in",
    () =>
      withServer(
        (stage) =>
          Effect.gen(function* () {
            const { id } = yield* settled(stage)
            const guest = yield* stage.signedIn("nobody")
            yield* guest.say(...everything(id).map((name) => `subscribe ${name}`), "subscribe room:W7N7")
            guest.news()
            yield* stage.tick
            assert.deepStrictEqual(channels(guest), [`user:${id}/console`, `user:${id}/cpu`])
            yield* guest.say(`auth ${yield* tokenOf(stage.server, alice)}`)
            yield* stage.tick
            assert.deepStrictEqual(channels(guest), [`user:${id}/console`, `user:${id}/cpu`])
          }),
        {},
        { quirks: { allowAnonymousUserChannels: true } }
      )
  )
})

describe("a channel subscribed to twice", () => {
  /** How often a tick tells a channel after two subscriptions, after one unsubscription, and after another one. */
  const counts = (name: (id: string) => string) => (stage: Stage) =>
    Effect.gen(function* () {
      const { id, token } = yield* settled(stage)
      const client = yield* stage.signedIn(token)
      const told: Array<number> = []
      const channel = name(id)
      for (const words of [
        [`subscribe ${channel}`, `subscribe ${channel}`],
        [`unsubscribe ${channel}`],
        [`unsubscribe ${channel}`]
      ]) {
        yield* client.say(...words)
        client.news()
        yield* stage.tick
        told.push(channels(client).length)
      }
      return told
    })

  const cases: ReadonlyArray<readonly [(id: string) => string, ReadonlyArray<number>]> = [
    [(id) => `user:${id}/console`, [1, 1, 0]],
    [(id) => `user:${id}/cpu`, [1, 1, 0]],
    [(id) => `user:${id}/memory/a`, [2, 0, 0]],
    [(id) => `user:${id}/resources`, [2, 0, 0]],
    [(id) => `mapVisual:${id}`, [2, 0, 0]],
    [() => "roomMap2:W7N7", [2, 0, 0]],
    [() => "room:W7N7", [2, 0, 0]]
  ]
  for (const [name, expected] of cases) {
    it.effect(
      `${name("me")} comes ${expected.join(", ")} times, unsubscribed from never, once and twice`,
      () => Effect.map(withServer(counts(name)), (told) => assert.deepStrictEqual(told, expected))
    )
    it.effect(`${name("me")} comes once where repeated subscriptions are ignored`, () =>
      Effect.map(withServer(counts(name), {}, { quirks: { duplicateSubscriptions: "ignored" } }), (told) =>
        assert.deepStrictEqual(told, [1, 0, 0])
      )
    )
  }

  it.effect("server-message needs two unsubscriptions for one subscription", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const client = yield* stage.signedIn("nobody")
        const heard = (words: string) =>
          Effect.gen(function* () {
            yield* client.say(words)
            yield* stage.world.tables.announce("x")
            yield* stage.tick
            return channels(client).length
          })
        assert.strictEqual(yield* heard("subscribe server-message"), 1)
        assert.strictEqual(yield* heard("unsubscribe server-message"), 1)
        assert.strictEqual(yield* heard("unsubscribe server-message"), 0)
      })
    )
  )
})
