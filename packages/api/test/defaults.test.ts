/**
 * The whole of it in two tables: what travels when a caller leaves out what may be left out, and how long, how large
 * and how many things may be.
 */
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Code from "@screeps-effect/api/Code"
import * as Construction from "@screeps-effect/api/Construction"
import * as Decorations from "@screeps-effect/api/Decorations"
import { all } from "@screeps-effect/api/Endpoints"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as Register from "@screeps-effect/api/Register"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { type Call, untyped } from "./support/asking.ts"
import { assertRefused, told } from "./support/exchange.ts"
import { always, ask, type Options, privateServer } from "./support/fake.ts"

const november = Date.UTC(2026, 10, 21)

/** The fields of a request, wherever they travel. */
const fieldsOf = (request: ReturnType<typeof told>[number] | undefined): Record<string, unknown> => ({
  ...request?.query,
  ...(request?.body as object | undefined)
})

/** What travels, whatever the answer is. */
const travels = (call: Call, options?: Options) =>
  Effect.gen(function* () {
    const server = always({ ok: 1 })
    yield* Effect.exit(ask(call, server, options))
    return told(server)
  })

interface Default {
  readonly operation: { readonly method: string; readonly path: string }
  /** As little as may be given. */
  readonly least: object
  /** What travels beside it. */
  readonly adds: object
  /** Something else for every default. */
  readonly chosen: object
}

const at = { room: "W1N1", x: 0, y: 5 } as const
const ticket = Redacted.make("0123")
const noSockets = { console: false, rooms: false }

const defaults: ReadonlyArray<Default> = [
  {
    operation: Auth.steamTicket,
    least: { ticket },
    adds: { useNativeAuth: false },
    chosen: { ticket, useNativeAuth: true }
  },
  {
    operation: Flags.create,
    least: { ...at, name: "Flag1" },
    adds: { color: 10, secondaryColor: 10 },
    chosen: { ...at, name: "Flag1", color: 1, secondaryColor: 2 }
  },
  {
    operation: Invaders.create,
    least: { ...at, size: "big", type: "Ranged" },
    adds: { boosted: false },
    chosen: { ...at, size: "big", type: "Ranged", boosted: true }
  },
  {
    operation: Leaderboard.find,
    least: { username: "alice" },
    adds: { mode: "world" },
    chosen: { username: "alice", mode: "power", season: "2026-01" }
  },
  {
    operation: Leaderboard.list,
    least: {},
    adds: { limit: 10, mode: "world", offset: 0, season: "2026-11" },
    chosen: { limit: 3, mode: "power", offset: 6, season: "2026-01" }
  },
  { operation: Scoreboard.list, least: {}, adds: { limit: 20, offset: 0 }, chosen: { limit: 5, offset: 10 } },
  {
    operation: User.overview,
    least: {},
    adds: { interval: 8, statName: "energyControl" },
    chosen: { interval: 180, statName: "creepsLost" }
  },
  {
    operation: Game.roomOverview,
    least: { room: "W1N1" },
    adds: { interval: 8 },
    chosen: { room: "W1N1", interval: 1440 }
  },
  {
    operation: Game.rooms,
    least: { rooms: ["W1N1"] },
    adds: { encoded: true },
    chosen: { rooms: ["W1N1"], encoded: true }
  },
  {
    operation: Decorations.pixelize,
    least: { count: 1 },
    adds: { theme: "" },
    chosen: { count: 1, theme: "5c3f" }
  },
  {
    operation: AuthTokens.create,
    least: { type: "full" },
    adds: { endpoints: {}, websockets: noSockets, memorySegments: "" },
    chosen: {
      type: "selected",
      endpoints: {},
      websockets: { ...noSockets, console: true },
      memorySegments: "1,2"
    }
  }
]

const nameOf = ({ method, path }: Default["operation"]) => `${method} ${path}`

/** As fields travel: secrets bare, and in a query everything as text. */
const asText = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]: [string, unknown]) => {
      const bare = Redacted.isRedacted(value) ? Redacted.value(value) : value
      return [field, typeof bare === "number" || typeof bare === "boolean" ? String(bare) : bare]
    })
  )

describe("a default", () => {
  for (const { adds, chosen, least, operation } of defaults) {
    it.effect(`is sent, or what was chosen instead: ${nameOf(operation)}`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(november)
        for (const [input, expected] of [
          [least, { ...least, ...adds }],
          [chosen, chosen]
        ] as const) {
          const requests = yield* travels(untyped(operation, input))
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

describe("what has no default", () => {
  const absent: ReadonlyArray<readonly [what: string, call: Call, query: object, body: object | undefined]> =
    [
      ["a path where all of Memory is read", Memory.get(), {}, undefined],
      ["a path where all of Memory is written", Memory.set({ value: {} }), {}, { value: {} }],
      ["anything but the line for the console", User.console({ expression: "1" }), {}, { expression: "1" }],
      ["a branch where the active one is read", Code.get(), {}, undefined],
      ["a branch where the active one is written", Code.set({ modules: {} }), {}, { modules: {} }],
      ["a form of terrain", Game.roomTerrain({ room: "W1N1" }), { room: "W1N1" }, undefined],
      ["a name for the first spawn", Game.placeSpawn({ ...at }), {}, { ...at }],
      ["a time to look back", Experimental.pvp(), {}, undefined],
      ["a page of the money", User.moneyHistory(), {}, undefined]
    ]
  for (const [what, call, query, body] of absent) {
    it.effect(`is not sent: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          (yield* travels(call)).map((request) => [request.query, request.body]),
          [[query, body]]
        )
      })
    )
  }
})

describe("a shard that is left out", () => {
  it.effect("is that of the server, in queries and bodies; private servers are told none", () =>
    Effect.gen(function* () {
      const calls = [Game.time(), Memory.get(), Memory.clear(), User.console({ expression: "1" })]
      const shardOf = (server: Server.Description) =>
        Effect.forEach(calls, (call) =>
          Effect.map(travels(call, { server }), ([request]) => fieldsOf(request)["shard"])
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

interface Limit {
  readonly within: ReadonlyArray<Call>
  readonly beyond: ReadonlyArray<Call>
  readonly field: string
}

const x = (length: number) => "x".repeat(length)
const id = ObjectId.make("1")
const room = "W1N1" as const
const badge = { type: 1, color1: "#000000", color2: "#ffffff", color3: "#12AbcD", param: 0 }
const mebibyte = 1024 * 1024
const flag = { room, name: "Flag1", color: 1, secondaryColor: 1 } as const

/** Calls on either side of a number's bounds. */
const between = (
  field: string,
  call: (value: unknown) => Call,
  within: ReadonlyArray<unknown>,
  beyond: ReadonlyArray<unknown>
): Limit => ({ field, within: within.map(call), beyond: beyond.map(call) })

/** Names of 1 to so many characters. */
const named = (field: string, call: (name: string) => Call, most: number): Limit =>
  between(field, (name) => call(String(name)), [x(1), x(most)], ["", x(most + 1)])

const squares = (operation: unknown, input: object): ReadonlyArray<Limit> =>
  (["x", "y"] as const).map((field) =>
    between(
      field,
      (value) => untyped(operation, { room, x: 1, y: 1, ...input, [field]: value }),
      [0, 49],
      [-1, 50, 0.5, "1", null]
    )
  )

const limits: Readonly<Record<string, ReadonlyArray<Limit>>> = {
  "Memory: one value has at most 1 MiB as JSON text": [
    between(
      "value",
      (value) => untyped(Memory.set, { path: "a", value }),
      [x(mebibyte - 2)],
      [x(mebibyte - 1)]
    )
  ],
  "segments: numbers 0 to 99": [
    between("segment", (segment) => untyped(Segments.get, { segment }), [0, 99], [-1, 100, 0.5]),
    between("segment", (segment) => untyped(Segments.set, { segment, data: "" }), [0, 99], [-1, 100, 0.5])
  ],
  "segments: at most 100 KiB characters": [
    between("data", (data) => untyped(Segments.set, { segment: 0, data }), ["", x(102_400)], [x(102_401)])
  ],
  "console: at most 1024 characters as JSON text": [
    named("expression", (expression) => User.console({ expression }), 1022),
    between(
      "expression",
      (expression) => untyped(User.console, { expression }),
      ['"'.repeat(511)],
      ['"'.repeat(512)]
    )
  ],
  "code: at most 5 MiB as JSON text": [
    between(
      "modules",
      (main) => untyped(Code.set, { modules: { main } }),
      [x(5 * mebibyte - '{"main":""}'.length)],
      [x(5 * mebibyte - '{"main":""}'.length + 1)]
    )
  ],
  "code: names of modules do not begin with $": [
    between(
      "modules",
      (name) => untyped(Code.set, { modules: { [String(name)]: "" } }),
      ["main", "a$"],
      ["$main"]
    )
  ],
  "branches: names of at most 30 characters": [
    named(
      "newName",
      (newName) => Code.cloneBranch({ branch: "default", newName, existing: "overwrite" }),
      30
    ),
    between(
      "branch",
      (branch) => untyped(Code.cloneBranch, { branch, newName: "b", existing: "overwrite" }),
      [x(30), ""],
      [x(31)]
    )
  ],
  "messages: at most 100 KiB characters": [
    between(
      "text",
      (text) => untyped(Messages.send, { respondent: UserId.make("1"), text }),
      [x(1), x(102_400)],
      [x(102_401)]
    )
  ],
  "spawns: names of 1 to 50 characters": [
    named("name", (name) => Game.placeSpawn({ room, x: 1, y: 1, name }), 50),
    named("name", (name) => Construction.create({ room, x: 1, y: 1, structureType: "spawn", name }), 50),
    named("name", (name) => Game.checkUniqueObjectName({ type: "spawn", name }), 50)
  ],
  "power creeps: names of 1 to 50 characters": [
    named("name", (name) => PowerCreeps.create({ className: "operator", name }), 50),
    named("name", (name) => PowerCreeps.rename({ id, name }), 50)
  ],
  "power creeps: levels of powers 0 to 5": [
    between(
      "powers",
      (level) => untyped(PowerCreeps.upgrade, { id, powers: { 1: level } }),
      [0, 5],
      [-1, 6, 0.5]
    )
  ],
  "flags: names of 1 to 60 characters": [
    named("name", (name) => Flags.create({ room, x: 1, y: 1, name }), 60),
    named("name", (name) => Flags.changeColor({ ...flag, name }), 60),
    named("name", (name) => Flags.remove({ room, name }), 60),
    named("name", (name) => Game.checkUniqueFlagName({ name }), 60)
  ],
  "flags: colours 1 to 10": (["color", "secondaryColor"] as const).flatMap((field) => [
    between(field, (color) => untyped(Flags.changeColor, { ...flag, [field]: color }), [1, 10], [0, 11, 1.5]),
    between(
      field,
      (color) => untyped(Flags.create, { ...flag, x: 1, y: 1, [field]: color }),
      [1, 10],
      [0, 11, 1.5]
    )
  ]),
  "squares: 0 to 49": [
    ...squares(Game.placeSpawn, {}),
    ...squares(Flags.create, { name: "Flag1" }),
    ...squares(Flags.move, { _id: "1" }),
    ...squares(Construction.create, { structureType: "road" }),
    ...squares(Invaders.create, { size: "small", type: "Melee" })
  ],
  "badges: shapes 1 to 24, parameters -100 to 100, colours #rrggbb": [
    between("badge", (type) => untyped(Account.badge, { badge: { ...badge, type } }), [1, 24], [0, 25, 1.5]),
    between(
      "badge",
      (param) => untyped(Account.badge, { badge: { ...badge, param } }),
      [-100, 100],
      [-101, 101]
    ),
    between(
      "badge",
      (color1) => untyped(Account.badge, { badge: { ...badge, color1 } }),
      ["#000000"],
      ["#000", "red", 5]
    )
  ],
  "user names: at least 3 characters": [
    between(
      "username",
      (username) => untyped(Register.setUsername, { username }),
      ["abc"],
      ["ab", "a b", "äbc"]
    )
  ],
  "scoreboards: 1 to 20 players": [
    between("limit", (limit) => untyped(Scoreboard.list, { limit }), [1, 20], [0, 21])
  ],
  "overviews: slots of 8, 180 and 1440 minutes": [
    between("interval", (interval) => untyped(User.overview, { interval }), [8, 180, 1440], [0, 60, "8"]),
    between(
      "interval",
      (interval) => untyped(Game.roomOverview, { room, interval }),
      [8, 180, 1440],
      [0, 60, "8"]
    )
  ]
}

describe("a limit", () => {
  for (const [what, all] of Object.entries(limits)) {
    it.effect(`lets through what is just within it, and nothing beyond: ${what}`, () =>
      Effect.gen(function* () {
        for (const { beyond, field, within } of all) {
          for (const call of within) assert.lengthOf(yield* travels(call), 1)
          for (const call of beyond) yield* assertRefused(call, field)
        }
      })
    )
  }
})
