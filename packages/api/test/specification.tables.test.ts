/** The rows of the specification's tables, each named by its test; `specification.rows.test.ts` has what is wider in some. */
import * as Decoration from "@screeps-effect/schema/Decoration"
import { DecorationPropertyType } from "@screeps-effect/schema/DecorationType"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Envelope from "@screeps-effect/schema/Envelope"
import { allPublished, allReported, type Recording, recordings } from "@screeps-effect/fixtures"
import { described, named } from "@screeps-effect/fixtures/specification"
import { all } from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { official } from "./support/calls.ts"
import { nameOf } from "./support/comments.ts"
import { collectEvents } from "./support/events.ts"
import { asAlice, fake, reasonOf, run } from "./support/fake.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

type Row = readonly [row: string, input: object, sent: object, minimum?: object, defaults?: object]

const shard = "shard3"
const user = "57874d42d0ae911e3bd15bbc"
const place = { room: "W1N1", x: 10, y: 20 }
/** 1 November 2026. */
const now = 1_793_491_200_000

/** Each row: an input with all its parameters and what is sent; an input without the optional ones, and what is sent then. */
const rows: ReadonlyArray<Row> = [
  [
    "GET /room-history/{shard}/{room}/{tick}.json",
    { room: "W1N1", tick: 100, shard },
    { path: "/room-history/shard3/W1N1/100.json" }
  ],
  ["GET /room-history", { room: "W1N1", time: 20 }, { room: "W1N1", time: 20 }],
  ["POST /api/auth/signin", { email: "bob", password: Redacted.make("x") }, { email: "bob", password: "x" }],
  [
    "POST /api/auth/steam-ticket",
    { ticket: Redacted.make("14"), useNativeAuth: true },
    { ticket: "14", useNativeAuth: true },
    { ticket: Redacted.make("14") },
    { ticket: "14", useNativeAuth: false }
  ],
  [
    "POST /api/game/add-object-intent",
    { _id: user, room: "W1N1", name: "suicide", intent: { id: user }, shard },
    { _id: user, room: "W1N1", name: "suicide", intent: { id: user }, shard }
  ],
  ["POST /api/game/check-unique-flag-name", { name: "F", shard }, { name: "F", shard }],
  [
    "POST /api/game/check-unique-object-name",
    { type: "spawn", name: "S", shard },
    { type: "spawn", name: "S", shard }
  ],
  [
    "POST /api/game/create-flag",
    { ...place, name: "F", color: 1, secondaryColor: 2, shard },
    { ...place, name: "F", color: 1, secondaryColor: 2, shard },
    { ...place, name: "F" },
    { ...place, name: "F", color: 10, secondaryColor: 10, shard }
  ],
  [
    "POST /api/game/create-invader",
    { ...place, size: "big", type: "Healer", boosted: true, shard },
    { ...place, size: "big", type: "Healer", boosted: true, shard },
    { ...place, size: "small", type: "Melee" },
    { ...place, size: "small", type: "Melee", boosted: false, shard }
  ],
  ["POST /api/game/gen-unique-object-name", { type: "flag", shard }, { type: "flag", shard }],
  [
    "POST /api/game/place-spawn",
    { ...place, name: "Spawn1", shard },
    { ...place, name: "Spawn1", shard },
    place,
    { ...place, shard }
  ],
  [
    "GET /api/leaderboard/find",
    { username: "bob", mode: "power", season: "2026-10" },
    { username: "bob", mode: "power", season: "2026-10" },
    { username: "bob" },
    { username: "bob", mode: "world" }
  ],
  [
    "GET /api/leaderboard/list",
    { limit: 5, mode: "power", offset: 10, season: "2026-10" },
    { limit: 5, mode: "power", offset: 10, season: "2026-10" },
    {},
    { limit: 10, mode: "world", offset: 0, season: "2026-11" }
  ],
  [
    "POST /api/register/submit",
    { username: "bob", email: "b@example.com", password: Redacted.make("x"), modules: { main: "1" } },
    { username: "bob", email: "b@example.com", password: "x", modules: { main: "1" } }
  ],
  [
    "GET /api/scoreboard/list",
    { offset: 20, limit: 5 },
    { offset: 20, limit: 5 },
    {},
    { offset: 0, limit: 20 }
  ],
  ["GET /api/seasons/current", {}, {}],
  [
    "POST /api/user/clone-branch",
    { branch: "a", newName: "b", defaultModules: { main: "1" }, existing: "overwrite" },
    { branch: "a", newName: "b", defaultModules: { main: "1" } }
  ],
  ["POST /api/user/console", { expression: "1", shard }, { expression: "1", shard }],
  [
    "GET /api/user/overview",
    { interval: 180, statName: "energyHarvested" },
    { interval: 180, statName: "energyHarvested" },
    {},
    { interval: 8, statName: "energyControl" }
  ],
  [
    "POST /api/user/set-active-branch",
    { branch: "a", activeName: "activeSim" },
    { branch: "a", activeName: "activeSim" }
  ],
  [
    "POST /api/user/decorations/pixelize",
    { count: 2, theme: "t" },
    { count: 2, theme: "t" },
    { count: 2 },
    { count: 2, theme: "" }
  ],
  [
    "POST /api/user/memory",
    { path: "a.b", value: [1], shard },
    { path: "a.b", value: [1], shard },
    { value: {} },
    { value: {}, shard }
  ],
  ["GET /api/user/memory-segment", { segment: 7, shard }, { segment: 7, shard }],
  ["POST /api/user/messages/send", { respondent: user, text: "hi" }, { respondent: user, text: "hi" }]
]

const operationOf = (name: string): AnyOperation => {
  const found = all.find((operation) => nameOf(operation) === name)
  assert.isDefined(found, name)
  return found
}

const onOfficial = Server.official({ shard })
const privateOnly = ["GET /room-history", "POST /api/auth/signin", "POST /api/register/submit"]

/** The fields that an operation sends, or its path for one that has none. */
const sentBy = (name: string, input: object) => {
  const server = privateOnly.includes(name) ? Server.privateServer("http://127.0.0.1:21025") : onOfficial
  const { body, path, query } = Result.getOrThrow(operationOf(name).request(input, server, now))
  const text = JSON.stringify(name.includes("{") ? { path } : (body ?? query ?? {}), (_, value: unknown) =>
    Redacted.isRedacted(value) ? Redacted.value(value) : value
  )
  return JSON.parse(text) as object
}

describe("endpoints with described parameters", () => {
  for (const [name, input, sent, minimum, defaults] of rows)
    it(`sends the parameters of the row ${name}, and its defaults`, () => {
      assert.deepStrictEqual(sentBy(name, input), sent)
      if (minimum !== undefined) assert.deepStrictEqual(sentBy(name, minimum), defaults)
    })

  it("has a row for each endpoint", () => {
    const tested = rows.map(([name]) => name).filter((name) => !name.includes("{"))
    assert.sameMembers(tested, [...described])
  })
})

describe("endpoints that are named only", () => {
  const samples: ReadonlyArray<Recording> = [...recordings(), ...allReported(), ...allPublished()]
  const isSuccess = ({ response: { body, status } }: Recording) =>
    status === 200 && !(typeof body === "object" && body !== null && "error" in body)

  it.each([...named])("decodes a response of the row %s", (name) => {
    const sample = samples.find((one) => nameOf(one.request) === name && isSuccess(one))
    assert.isDefined(sample)
    const operation = operationOf(name)
    const decode = Decoder.make(operation.output as Schema.Codec<unknown, unknown>)
    assert.isTrue(Result.isSuccess(decode(sample.response.body)))
  })
})

describe("endpoint groups by path prefix", () => {
  it.each([
    "/room-history",
    "/api/auth/",
    "/api/experimental/",
    "/api/game/",
    "/api/game/market/",
    "/api/game/shards/",
    "/api/leaderboard/",
    "/api/register/",
    "/api/scoreboard/",
    "/api/seasons/",
    "/api/servers/",
    "/api/user/",
    "/api/user/code",
    "/api/user/decorations/",
    "/api/user/memory",
    "/api/user/memory-segment",
    "/api/user/messages/",
    "/api/warpath/"
  ])("has operations of the row %s", (prefix) => {
    assert.isNotEmpty(all.filter(({ path }) => path.startsWith(prefix)))
  })
})

describe("generic response bodies", () => {
  const succeeds = (schema: Schema.Codec<unknown, unknown>, body: unknown) =>
    Result.isSuccess(Decoder.make(schema)(body))

  it("requires ok of the rows success body and untyped success body", () => {
    assert.isTrue(succeeds(Envelope.Ok, { ok: 1, further: true }))
    assert.isFalse(succeeds(Envelope.Ok, { ok: 0 }))
  })

  it("decodes the row database update response", () => {
    assert.isTrue(succeeds(DbUpdate, { ok: 1, result: { n: 1, nModified: 1 } }))
  })

  it("decodes the row database upsert response, with the id of a created record", () => {
    const body = { ok: 1, result: { n: 1, nModified: 0, upserted: [{ index: 0, _id: user }] } }
    const decoded = Result.getOrThrow(Decoder.make(DbUpsert)(body))
    assert.strictEqual(decoded.result?.upserted?.[0]?._id, user)
  })

  it.effect("fails with Rejected for the row error-condition response", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ error: "name exists" }))
      assert.strictEqual(
        (yield* reasonOf(Game.checkUniqueFlagName({ name: "F" }), server, official))._tag,
        "Rejected"
      )
    })
  )
})

describe("kinds of decorations", () => {
  const common = { _id: user, name: "x" }
  const decodes = (schema: unknown, body: unknown) =>
    Result.isSuccess(Decoder.make(schema as Schema.Codec<unknown, unknown>)(body))

  it.each([
    [
      "badge decoration",
      Decoration.Decoration,
      { ...common, type: "badge", badge: { path1: "m 0", path2: "" } }
    ],
    ["non-badge decoration", Decoration.Decoration, { ...common, type: "creep" }],
    [
      "decoration instance",
      Decoration.DecorationInstance,
      { _id: user, user, decoration: { ...common, type: "creep" } }
    ]
  ] as const)("decodes the row %s", (_, schema, body) => {
    assert.isTrue(decodes(schema, body))
  })

  it.each(["boolean", "color", "number", "range", "string"])(
    "decodes a property of the type %s of the row decoration property",
    (type) => {
      assert.isTrue(decodes(DecorationPropertyType, type))
      assert.isTrue(decodes(Decoration.DecorationProperty, { type, label: "x" }))
    }
  )
})

describe("client-side events", () => {
  /** The events of a sign-in and a call; the row auth has tests in `Session.restricted.test.ts`. */
  const events = Effect.gen(function* () {
    let n = 0
    const server = fake(({ url }) =>
      url.pathname === "/api/auth/signin"
        ? Response.json({ ok: 1, token: "token-1" })
        : ++n === 1
          ? new Response("Rate limit exceeded, retry after 10ms", { status: 429 })
          : Response.json({ ok: 1, status: "normal" })
    )
    const program = Effect.gen(function* () {
      const collected = yield* collectEvents
      yield* within(User.worldStatus())
      yield* pass(1)
      return collected
    })
    return yield* run(program, server, { credentials: asAlice })
  })

  it.effect.each([
    ["auth", "Auth", ({ authenticated }: ScreepsEvents.Auth) => authenticated],
    ["rateLimit", "RateLimit", ({ refused }: ScreepsEvents.RateLimit) => refused],
    ["response", "Response", ({ status }: ScreepsEvents.Response) => status],
    [
      "responseResult",
      "ResponseResult",
      ({ parameters }: ScreepsEvents.ResponseResult) => JSON.stringify(parameters)
    ],
    ["token", "Token", ({ token }: ScreepsEvents.Token) => Redacted.value(token)]
  ] as const)("emits the row %s", ([row, tag, payload]) =>
    Effect.gen(function* () {
      const expected: Readonly<Record<string, unknown>> = {
        auth: true,
        rateLimit: true,
        response: 200,
        responseResult: '{"email":"<redacted:email>","password":"<redacted:password>"}',
        token: "token-1"
      }
      const event = (yield* events).find(({ _tag }) => _tag === tag)
      assert.isDefined(event)
      assert.deepStrictEqual((payload as (one: ScreepsEvents.Event) => unknown)(event), expected[row])
    })
  )
})

describe("intents of add-object-intent", () => {
  const room = "W1N1"
  it.each([
    ["remove flag", { _id: user, name: "remove", intent: {} }],
    ["remove construction site", { _id: user, name: "remove", intent: {} }],
    [
      "destroy structures",
      { _id: "room", name: "destroyStructure", intent: [{ id: user, roomName: room, user }] }
    ],
    ["suicide creep", { _id: user, name: "suicide", intent: { id: user } }],
    ["unclaim controller", { _id: user, name: "unclaim", intent: { id: user } }]
  ] as const)("sends the row %s as it is", (_, intent) => {
    const input = { ...intent, room, shard }
    assert.deepStrictEqual(sentBy("POST /api/game/add-object-intent", input), input)
  })
})

describe("limits", () => {
  const isRejected = (name: string, input: object) =>
    Result.isFailure(operationOf(name).request(input, onOfficial, now))

  it("keeps the row maximum limit: 20 of GET /api/scoreboard/list", () => {
    assert.isFalse(isRejected("GET /api/scoreboard/list", { limit: 20 }))
    assert.isTrue(isRejected("GET /api/scoreboard/list", { limit: 21 }))
  })

  it("keeps the rows default limit and default offset of the lists of ranks and scores", () => {
    assert.deepInclude(sentBy("GET /api/leaderboard/list", {}), { limit: 10, offset: 0 })
    assert.deepInclude(sentBy("GET /api/scoreboard/list", {}), { limit: 20, offset: 0 })
  })

  it("keeps the row allowed interval of GET /api/user/overview", () => {
    for (const interval of [8, 180, 1440]) assert.isFalse(isRejected("GET /api/user/overview", { interval }))
    for (const interval of [0, 7, 60, 181]) assert.isTrue(isRejected("GET /api/user/overview", { interval }))
  })
})

describe("states of a user in the world", () => {
  it.effect("places a first spawn in the row empty, which the server alone decides", () =>
    Effect.gen(function* () {
      const spawn = Game.placeSpawn({ room: "W1N1", x: 1, y: 1 })
      const server = fake(() => Response.json({ ok: 1, newbie: true }))
      assert.strictEqual((yield* run(spawn, server, official)).ok, 1)
      const refusing = fake(() => Response.json({ error: "already playing" }))
      assert.strictEqual((yield* reasonOf(spawn, refusing, official))._tag, "Rejected")
    })
  )
})
