import { capture } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { alice, bob } from "./support/server.ts"
import { type Client, type Setup, tokenOf, withServer } from "./support/wire.ts"

/** Bob with a spawn, so that his script runs. */
const settled = ({ server, world }: Setup) =>
  Effect.gen(function* () {
    const { _id } = yield* world.users.get("bob")
    yield* world.rooms.addObject("W7N7", { type: "spawn", x: 25, y: 25, user: _id, name: "Spawn1" })
    return { id: _id, token: yield* tokenOf(server, bob) }
  })

/** Returns the message of an event. */
const messageOf = (event: ReturnType<Client["newEvents"]>[number] | undefined) => {
  const payload = event?.[1] as { readonly message: Readonly<Record<string, unknown>> } | undefined
  return payload?.message ?? {}
}

const channels = (client: Client) => client.newEvents().map(([channel]) => channel)

describe("an event channel of TestServer", () => {
  const scripted: ScreepsWorld.Options = {
    evaluate: ({ expressions, memory, time }) => {
      memory["tick"] = time
      return {
        log: [`tick ${time}`, "<b> é"],
        logUnsafe: ["<b>"],
        results: [...expressions],
        error: time === 2 ? "Error: boom <i>" : undefined,
        cpu: time === 3 ? "error" : 1.2
      }
    }
  }

  it.effect("sends the lines, results and errors of each run, then its cpu", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(setup)
          const client = yield* setup.signedIn(token)
          yield* client.send(`subscribe user:${id}/console`, `subscribe user:${id}/cpu`)
          client.newEvents()
          yield* setup.server.post(
            "/api/user/console",
            { expression: "1+1" },
            yield* setup.server.signIn(bob)
          )
          yield* setup.tick
          const console = `user:${id}/console`
          const log = (time: number) => [`tick ${time}`, "&#x3C;b&#x3E; &#xE9;", "<b>"]
          assert.deepStrictEqual(client.newEvents(), [
            [console, { messages: { log: log(1), results: ["1+1"] } }],
            [`user:${id}/cpu`, { cpu: 2, memory: 10 }]
          ])
          yield* setup.tick
          assert.deepStrictEqual(client.newEvents(), [
            [console, { messages: { log: log(2), results: [] } }],
            [console, { error: "Error: boom &lt;i>" }],
            [`user:${id}/cpu`, { cpu: 2, memory: 10 }]
          ])
          yield* setup.tick
          assert.deepStrictEqual(client.newEvents(), [[`user:${id}/cpu`, { cpu: "error" }]])
        }),
      scripted
    )
  )

  it.effect("sends the stored cpu to every connection when any of them subscribes", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(setup)
        yield* setup.world.users.setMemory("bob", { a: 1 })
        const first = yield* setup.signedIn(token)
        const second = yield* setup.signedIn(token)
        const stored = [[`user:${id}/cpu`, { cpu: 0, memory: 7 }] as const]
        yield* first.send(`subscribe user:${id}/cpu`)
        assert.deepStrictEqual(first.newEvents(), stored)
        yield* second.send(`subscribe user:${id}/cpu`)
        assert.deepStrictEqual([first.newEvents(), second.newEvents()], [stored, stored])
      })
    )
  )

  it.effect("sends no cpu before Memory exists", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { _id } = yield* setup.world.users.get("bob")
        const client = yield* setup.signedIn(yield* tokenOf(setup.server, bob))
        assert.deepStrictEqual(yield* client.send(`subscribe user:${_id}/cpu`), [])
      })
    )
  )

  it.effect("sends code, active branches, messages in both directions, and read notices", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(setup)
        const { _id: other } = yield* setup.world.users.get("alice")
        const headers = yield* setup.server.signIn(bob)
        const receiver = yield* setup.signedIn(token)
        const sender = yield* setup.signedIn(yield* tokenOf(setup.server, alice))
        yield* receiver.send(
          `subscribe user:${id}/code`,
          `subscribe user:${id}/set-active-branch`,
          `subscribe user:${id}/newMessage`,
          `subscribe user:${id}/message:${other}`,
          `subscribe user:${id}/money`
        )
        yield* sender.send(`subscribe user:${other}/message:${id}`, `subscribe user:${other}/newMessage`)

        yield* TestClock.adjust(1000)
        yield* setup.server.post(
          "/api/user/code",
          { branch: "default", modules: { main: "1" }, _hash: 5 },
          headers
        )
        yield* setup.server.post("/api/user/clone-branch", { branch: "default", newName: "b2" }, headers)
        yield* setup.server.post(
          "/api/user/set-active-branch",
          { branch: "b2", activeName: "activeSim" },
          headers
        )
        yield* setup.tick
        const modules = { main: "1" }
        assert.deepStrictEqual(receiver.newEvents(), [
          [`user:${id}/code`, { branch: "default", modules, timestamp: 1000, hash: 5 }],
          [`user:${id}/code`, { branch: "b2", modules, timestamp: "1970-01-01T00:00:01.000Z" }],
          [`user:${id}/set-active-branch`, { activeName: "activeSim", branch: "b2" }]
        ])

        yield* setup.world.users.sendMessage("alice", "bob", "psst <b>")
        yield* setup.tick
        const [received, again] = receiver.newEvents()
        const message = messageOf(received)
        assert.deepInclude(message, {
          user: id,
          respondent: other,
          type: "in",
          text: "psst <b>",
          unread: true
        })
        assert.strictEqual(received?.[0], `user:${id}/message:${other}`)
        assert.deepStrictEqual(again, [`user:${id}/newMessage`, { message }])
        const [own] = sender.newEvents()
        const sent = messageOf(own)
        assert.deepInclude(sent, { user: other, respondent: id, type: "out", text: "psst <b>" })

        yield* setup.server.post("/api/user/messages/mark-read", { id: message["_id"] }, headers)
        yield* setup.tick
        assert.deepStrictEqual(receiver.newEvents(), [
          [`user:${id}/message:${other}`, { message: { _id: message["_id"], unread: false } }]
        ])
        assert.deepStrictEqual(sender.newEvents(), [
          [`user:${other}/message:${id}`, { message: { _id: sent["_id"], unread: false } }]
        ])
        yield* setup.world.users.change("bob", { money: 5 })
        yield* setup.tick
        assert.deepStrictEqual(receiver.newEvents(), [])
      })
    )
  )

  it.effect("sends server messages to guests, unescaped", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { signedIn, tick, world } = setup
        const client = yield* signedIn("nobody")
        yield* client.send("subscribe server-message")
        yield* world.tables.announce('hello <b>all</b> "q"')
        yield* tick
        assert.deepStrictEqual(client.newEvents(), [["server-message", 'hello <b>all</b> "q"']])
      })
    )
  )
})

describe("a channel of TestServer that is sent every tick", () => {
  it.effect("sends every recorded path of Memory as the recorded text", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(setup)
        yield* setup.world.users.setMemory("bob", {
          odd: { s: "text <b>", t: true, n: null, f: 1.5, e: "", u: "é😀" },
          "a b": { c: 1 },
          "x/y": 2,
          obj: { list: [1, 2, 3] }
        })
        const client = yield* setup.signedIn(token)
        const own = (text: string) => text.replace("6491e40834fb252", id)
        const lines = capture("72-memory-odd-paths")
        for (const { data, dir } of lines)
          if (dir === "out" && data.startsWith("subscribe")) yield* client.send(own(data))
        assert.deepStrictEqual(client.newEvents(), [])
        yield* setup.tick
        const recorded = new Map<string, unknown>()
        for (const { data, dir } of lines)
          if (dir === "in" && data.startsWith("[")) {
            const [channel, payload] = JSON.parse(own(data)) as [string, unknown]
            recorded.set(channel, payload)
          }
        assert.strictEqual(recorded.size, 15)
        assert.deepStrictEqual(new Map(client.newEvents()), recorded)
      })
    )
  )

  it.effect("sends fifty paths of Memory, unsubscribed ones included", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(setup)
        const client = yield* setup.signedIn(token)
        const path = (n: number) => `user:${id}/memory/p${n}`
        const numbers = Array.from({ length: 55 }, (_, n) => n)
        yield* client.send(`subscribe ${path(99)}`)
        yield* setup.tick
        yield* client.send(`unsubscribe ${path(99)}`, ...numbers.map((n) => `subscribe ${path(n)}`))
        client.newEvents()
        yield* setup.tick
        assert.deepStrictEqual(channels(client), numbers.slice(0, 49).map(path))
        yield* setup.controls.restart()
        const next = yield* setup.signedIn(token)
        yield* next.send(...numbers.map((n) => `subscribe ${path(n)}`))
        yield* setup.tick
        assert.lengthOf(channels(next), 50)
      })
    )
  )

  it.effect("sends resources, credits, and visuals on the map", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(setup)
          yield* setup.world.users.change("bob", { money: 12345.678, resources: { pixel: 7 } })
          const client = yield* setup.signedIn(token)
          yield* client.send(`subscribe user:${id}/resources`, `subscribe mapVisual:${id}`)
          assert.deepStrictEqual(client.newEvents(), [[`mapVisual:${id}`, null]])
          yield* setup.tick
          assert.deepStrictEqual(client.newEvents(), [
            [`user:${id}/resources`, { pixel: 7, credits: 12345.678 }],
            [`mapVisual:${id}`, '{"t":"c"}\n']
          ])
        }),
      { evaluate: () => ({ mapVisual: '{"t":"c"}\n' }) }
    )
  )

  it.effect("sends the objects of a room on the map by type and by owner", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id, token } = yield* settled(setup)
        const client = yield* setup.signedIn(token)
        yield* setup.world.rooms.clear("W1N1")
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
          yield* setup.world.rooms.addObject("W1N1", { type, x, y: 1, ...fields })
        yield* client.send("subscribe roomMap2:W1N1", "subscribe roomMap2:W99N99")
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
        assert.deepStrictEqual(client.newEvents(), [
          ["roomMap2:W1N1", shown],
          ["roomMap2:W99N99", {}]
        ])
        yield* setup.tick
        assert.deepStrictEqual(channels(client), ["roomMap2:W1N1", "roomMap2:W99N99"])
      })
    )
  )

  it.effect("is sent less often than ticks pass with a throttle", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const { id, token } = yield* settled(setup)
          const client = yield* setup.signedIn(token)
          yield* client.send(
            `subscribe user:${id}/console`,
            `subscribe user:${id}/cpu`,
            "subscribe room:W7N7"
          )
          client.newEvents()
          for (let tick = 0; tick < 8; tick++) {
            yield* setup.tick
            yield* TestClock.adjust("50 millis")
          }
          const received = client.newEvents()
          const count = (name: string) => received.filter(([channel]) => channel === name).length
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

describe("access to the channels of TestServer", () => {
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

  it.effect("excludes other users from a user's channels and includes all users for rooms", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id } = yield* settled(setup)
        const stranger = yield* setup.signedIn(yield* tokenOf(setup.server, alice))
        yield* stranger.send(...everything(id).map((name) => `subscribe ${name}`), "subscribe room:W7N7")
        assert.deepStrictEqual(channels(stranger), ["room:W7N7"])
        yield* setup.tick
        assert.deepStrictEqual(channels(stranger), ["room:W7N7"])
      })
    )
  )

  it.effect("excludes guests from channels that require a sign-in", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { id } = yield* settled(setup)
        const guest = yield* setup.signedIn("nobody")
        yield* guest.send(...everything(id).map((name) => `subscribe ${name}`))
        yield* guest.send("subscribe room:W7N7", "subscribe roomMap2:W7N7")
        yield* setup.tick
        assert.deepStrictEqual(channels(guest), [])
      })
    )
  )

  it.effect("includes guests for event channels with the quirk, also after another user signs in", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const { id } = yield* settled(setup)
          const guest = yield* setup.signedIn("nobody")
          yield* guest.send(...everything(id).map((name) => `subscribe ${name}`), "subscribe room:W7N7")
          guest.newEvents()
          yield* setup.tick
          assert.deepStrictEqual(channels(guest), [`user:${id}/console`, `user:${id}/cpu`])
          yield* guest.send(`auth ${yield* tokenOf(setup.server, alice)}`)
          yield* setup.tick
          assert.deepStrictEqual(channels(guest), [`user:${id}/console`, `user:${id}/cpu`])
        }),
      {},
      { quirks: { allowAnonymousUserChannels: true } }
    )
  )
})

describe("a channel of TestServer that is subscribed to twice", () => {
  /** Returns how often a tick sends a channel after two subscriptions, after one unsubscription, and after another. */
  const counts = (name: (id: string) => string) => (setup: Setup) =>
    Effect.gen(function* () {
      const { id, token } = yield* settled(setup)
      const client = yield* setup.signedIn(token)
      const received: Array<number> = []
      const channel = name(id)
      for (const command of [
        [`subscribe ${channel}`, `subscribe ${channel}`],
        [`unsubscribe ${channel}`],
        [`unsubscribe ${channel}`]
      ]) {
        yield* client.send(...command)
        client.newEvents()
        yield* setup.tick
        received.push(channels(client).length)
      }
      return received
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
      `(${name("me")}) is sent ${expected.join(", ")} times after no, one and two unsubscriptions`,
      () => Effect.map(withServer(counts(name)), (received) => assert.deepStrictEqual(received, expected))
    )
  }

  it.effect("(server-message) needs two unsubscriptions for one subscription", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const client = yield* setup.signedIn("nobody")
        const countAfter = (command: string) =>
          Effect.gen(function* () {
            yield* client.send(command)
            yield* setup.world.tables.announce("x")
            yield* setup.tick
            return channels(client).length
          })
        assert.strictEqual(yield* countAfter("subscribe server-message"), 1)
        assert.strictEqual(yield* countAfter("unsubscribe server-message"), 1)
        assert.strictEqual(yield* countAfter("unsubscribe server-message"), 0)
      })
    )
  )
})
