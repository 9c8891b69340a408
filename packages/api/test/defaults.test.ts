/** What operations send when optional fields are missing. */
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Code from "@screeps-effect/api/Code"
import * as Decorations from "@screeps-effect/api/Decorations"
import { all } from "@screeps-effect/api/Endpoints"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Memory from "@screeps-effect/api/Memory"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { type Call, untyped } from "./support/calls.ts"
import { requestsOf, type sentRequests } from "./support/exchange.ts"
import { privateServer } from "./support/fake.ts"

const november = Date.UTC(2026, 10, 21)

/** The fields of a request's query and body. */
const fieldsOf = (request: ReturnType<typeof sentRequests>[number] | undefined): Record<string, unknown> => ({
  ...request?.query,
  ...(request?.body as object | undefined)
})

interface Default {
  readonly operation: { readonly method: string; readonly path: string }
  /** Input with required fields only. */
  readonly required: object
  /** Fields that are sent in addition. */
  readonly added: object
  /** Input with another value for every default. */
  readonly chosen: object
}

const at = { room: "W1N1", x: 0, y: 5 } as const
const ticket = Redacted.make("0123")
const noSockets = { console: false, rooms: false }

const defaults: ReadonlyArray<Default> = [
  {
    operation: Auth.steamTicket,
    required: { ticket },
    added: { useNativeAuth: false },
    chosen: { ticket, useNativeAuth: true }
  },
  {
    operation: Flags.create,
    required: { ...at, name: "Flag1" },
    added: { color: 10, secondaryColor: 10 },
    chosen: { ...at, name: "Flag1", color: 1, secondaryColor: 2 }
  },
  {
    operation: Invaders.create,
    required: { ...at, size: "big", type: "Ranged" },
    added: { boosted: false },
    chosen: { ...at, size: "big", type: "Ranged", boosted: true }
  },
  {
    operation: Leaderboard.find,
    required: { username: "alice" },
    added: { mode: "world" },
    chosen: { username: "alice", mode: "power", season: "2026-01" }
  },
  {
    operation: Leaderboard.list,
    required: {},
    added: { limit: 10, mode: "world", offset: 0, season: "2026-11" },
    chosen: { limit: 3, mode: "power", offset: 6, season: "2026-01" }
  },
  {
    operation: Scoreboard.list,
    required: {},
    added: { limit: 20, offset: 0 },
    chosen: { limit: 5, offset: 10 }
  },
  {
    operation: User.overview,
    required: {},
    added: { interval: 8, statName: "energyControl" },
    chosen: { interval: 180, statName: "creepsLost" }
  },
  {
    operation: Game.roomOverview,
    required: { room: "W1N1" },
    added: { interval: 8 },
    chosen: { room: "W1N1", interval: 1440 }
  },
  {
    operation: Game.rooms,
    required: { rooms: ["W1N1"] },
    added: { encoded: true },
    chosen: { rooms: ["W1N1"], encoded: true }
  },
  {
    operation: Decorations.pixelize,
    required: { count: 1 },
    added: { theme: "" },
    chosen: { count: 1, theme: "5c3f" }
  },
  {
    operation: AuthTokens.create,
    required: { type: "full" },
    added: { endpoints: {}, websockets: noSockets, memorySegments: "" },
    chosen: {
      type: "selected",
      endpoints: {},
      websockets: { ...noSockets, console: true },
      memorySegments: "1,2"
    }
  }
]

const nameOf = ({ method, path }: Default["operation"]) => `${method} ${path}`

/** Fields as they are sent: secrets unwrapped, numbers and booleans as text. */
const asText = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]: [string, unknown]) => {
      const bare = Redacted.isRedacted(value) ? Redacted.value(value) : value
      return [field, typeof bare === "number" || typeof bare === "boolean" ? String(bare) : bare]
    })
  )

describe("a default of an operation", () => {
  for (const { added, chosen, required, operation } of defaults) {
    it.effect(`is sent unless another value is given: ${nameOf(operation)}`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(november)
        for (const [input, expected] of [
          [required, { ...required, ...added }],
          [chosen, chosen]
        ] as const) {
          const requests = yield* requestsOf(untyped(operation, input))
          assert.lengthOf(requests, 1)
          assert.strictEqual(requests[0]?.line, nameOf(operation))
          assert.deepStrictEqual(asText(fieldsOf(requests[0])), asText(expected))
        }
      })
    )
  }

  it("is listed here for every operation that has one", () => {
    assert.sameMembers(
      defaults.map(({ operation }) => nameOf(operation)),
      all.filter((operation) => Object.keys(operation.defaults).length > 0).map(nameOf)
    )
  })
})

describe("an optional field without a default", () => {
  const absent: ReadonlyArray<readonly [what: string, call: Call, query: object, body: object | undefined]> =
    [
      ["the path of Memory.get", Memory.get(), {}, undefined],
      ["the path of Memory.set", Memory.set({ value: {} }), {}, { value: {} }],
      [
        "anything but the expression of User.console",
        User.console({ expression: "1" }),
        {},
        { expression: "1" }
      ],
      ["the branch of Code.get", Code.get(), {}, undefined],
      ["the branch of Code.set", Code.set({ modules: { main: "" } }), {}, { modules: { main: "" } }],
      ["encoded of Game.roomTerrain", Game.roomTerrain({ room: "W1N1" }), { room: "W1N1" }, undefined],
      ["the name of Game.placeSpawn", Game.placeSpawn({ ...at }), {}, { ...at }],
      ["interval and start of Experimental.pvp", Experimental.pvp(), {}, undefined],
      ["the page of User.moneyHistory", User.moneyHistory(), {}, undefined]
    ]
  for (const [what, call, query, body] of absent) {
    it.effect(`is not sent: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          (yield* requestsOf(call)).map((request) => [request.query, request.body]),
          [[query, body]]
        )
      })
    )
  }
})

describe("a missing shard", () => {
  it.effect("is replaced by the server's default in queries and bodies, except on private servers", () =>
    Effect.gen(function* () {
      const calls = [Game.time(), Memory.get(), Memory.clear(), User.console({ expression: "1" })]
      const shardOf = (server: Server.Description) =>
        Effect.forEach(calls, (call) =>
          Effect.map(requestsOf(call, { server }), ([request]) => fieldsOf(request)["shard"])
        )
      const official = yield* shardOf(Server.official({ shard: "shard2" }))
      assert.isTrue(official.every((shard) => shard === "shard2"))
      assert.deepStrictEqual(
        new Set(yield* shardOf({ ...privateServer, shard: "shard2" })),
        new Set([undefined])
      )
    })
  )
})
