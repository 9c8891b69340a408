/** A world like the one in which the responses of xxscreeps were recorded, and its recorded requests. */
import { type Recording, recording, recordings } from "@screeps-effect/fixtures"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Received, type Server, serverWith } from "../../../packages/testing/test/support/server.ts"
import * as Xxscreeps from "../../src/xxscreeps/Xxscreeps.ts"

const password = "correct-password"
export const account = (username: string) => ({ username, email: `${username}@example.com`, password })

export const badge = {
  type: 3,
  color1: "#ff0000",
  color2: "#00ff00",
  color3: "#0000ff",
  param: 20,
  flip: true
}

/** The ids that the recordings name, and the account or object that they stand for. */
const players = { ab1c9d919d1c: "alice", ea0a4457de67: "bob", "2481d4b77d68": "carol" }

/** Prepares a world for a recorded request; `user` signs in. */
export interface Situation {
  readonly user: "alice" | "bob" | "carol"
  readonly options?: ScreepsWorld.Options
  /** Whether the recorded token is expired. */
  readonly isExpired?: boolean
  readonly before?: (stage: Stage) => Effect.Effect<unknown>
}

/** A prepared server, on which the user has signed in. */
export interface Stage {
  readonly server: Server
  readonly world: ScreepsWorld.ScreepsWorld
  readonly get: (path: string) => Effect.Effect<Received>
  readonly post: (path: string, body: unknown) => Effect.Effect<Received>
  /** Ids of this world by recorded ids. */
  readonly ids: Map<string, string>
}

const { rooms } = recording("game-rooms.ok", "xxscreeps").response.body as {
  readonly rooms: ReadonlyArray<{ readonly terrain: string }>
}

/** The recorded terrain of W7N3 and W8N3. */
const [W7N3, W8N3] = rooms.map(({ terrain }) => Result.getOrThrow(Terrain.decode(terrain)))

const structure = { hits: 1000, hitsMax: 1000 }

const accounts = [...["alice", "bob", "carol", "AliceBot"].map(account), { ...account("EmmaBot"), badge }]

/** Alice owns W7N3, a bot owns W1N1, and W8N3 has no owner. Returns the ids of this world by recorded ids. */
const populate = ({ world }: Server) =>
  Effect.gen(function* () {
    const { _id: alice } = yield* world.users.get("alice")
    const { _id: bot } = yield* world.users.get("EmmaBot")
    yield* world.rooms.change("W7N3", { terrain: W7N3 })
    for (const room of ["W8N3", "W0N1", "W1N1"] as const) yield* world.rooms.change(room, { terrain: W8N3 })
    yield* world.rooms.addObject("W1N1", { type: "controller", x: 42, y: 22, user: bot, level: 1 })
    yield* world.rooms.addObject("W8N3", { type: "controller", x: 23, y: 42, level: 0 })
    yield* world.rooms.addObject("W8N3", { type: "mineral", x: 9, y: 9, mineralType: "O", density: 2 })
    const sign = { user: alice, time: 1, text: "a sign <b>", datetime: 1 }
    yield* world.rooms.addObject("W7N3", {
      type: "controller",
      x: 36,
      y: 18,
      user: alice,
      level: 2,
      progress: 0,
      safeMode: 20_000,
      sign
    })
    yield* world.rooms.addObject("W7N3", { type: "mineral", x: 24, y: 29, mineralType: "L", density: 3 })
    const name = "Spawn1"
    yield* world.rooms.addObject("W7N3", { type: "spawn", x: 37, y: 9, user: alice, name, ...structure })
    for (const room of ["W7N3", "W1N1"] as const)
      yield* world.tables.addStatistic({
        room,
        username: "alice",
        stat: "energyHarvested",
        interval: 180,
        slots: [{ value: 5, endTime: 0 }]
      })
    yield* world.tables.addScore({ username: "alice", mode: "world", season: "2026-11", score: 1250 })
    yield* world.tables.addLeaderboardSeason({ _id: "2026-11", name: "November 2026" })
    yield* world.users.change("alice", { gcl: 1597 })
    const ids = new Map<string, string>()
    for (const [id, username] of Object.entries(players)) ids.set(id, (yield* world.users.get(username))._id)
    return ids
  })

/** A server in the recorded situation. */
export const prepare = (options: ScreepsWorld.Options = {}) =>
  Effect.gen(function* () {
    const server = serverWith({ accounts, ...options }, Xxscreeps.handler)
    const ids = yield* populate(server)
    const signIn = (username: string) => server.signIn({ username, password })
    return { server, world: server.world, ids, signIn }
  })

/** Prepares the world of a situation. */
const stage = ({ before, isExpired = false, options, user }: Situation) =>
  Effect.gen(function* () {
    if (options !== undefined) {
      const server = serverWith(options, Xxscreeps.handler)
      return { server, ids: new Map<string, string>(), token: "no token" }
    }
    const { ids, server, signIn } = yield* prepare()
    const headers = yield* signIn(user)
    const get = (path: string) => server.get(path, {}, headers)
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    if (before !== undefined) yield* before({ server, world: server.world, get, post, ids })
    return { server, ids, token: isExpired ? "an expired token" : headers["x-token"] }
  })

/** The worlds of requests that change nothing. */
const shared = new WeakMap<Situation, Effect.Success<ReturnType<typeof stage>>>()

/** Sends a recorded request from its situation; returns the response. */
export const replayXx = ({ request }: Recording, situation: Situation): Effect.Effect<Received> =>
  Effect.gen(function* () {
    const isReading = request.method === "GET"
    const known = isReading ? shared.get(situation) : undefined
    const { ids, server, token } = known ?? (yield* stage(situation))
    if (isReading) shared.set(situation, { ids, server, token })
    return yield* server.send(translated(request, ids, token))
  })

/** Texts of recordings that stand for long ones. */
const long = (text: string): string => {
  const [, count, isMega] = /^\((\d+) (?:(MiB) of x|of x|characters)\)$/.exec(text) ?? []
  return count === undefined ? text : "x".repeat(Number(count) * (isMega === undefined ? 1 : 1024 * 1024))
}

/** A recorded request with this world's ids and token. */
const translated = (sent: Recording["request"], ids: ReadonlyMap<string, string>, token: string) => {
  const text = (value: string) => (value.startsWith("FAKE-TOKEN") ? token : (ids.get(value) ?? long(value)))
  const all = <A>(value: A): A =>
    JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === "string" ? text(one) : one))
  // A recorded list stands for a repeated parameter.
  const query = Object.entries(sent.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(text(one))}`)
  )
  return {
    method: sent.method,
    path: query.length === 0 ? sent.path : `${sent.path}?${query.join("&")}`,
    headers: Object.fromEntries(
      Object.entries(sent.headers ?? {}).map(([name, value]) => [name, text(value)])
    ),
    ...(sent.body === undefined ? {} : { body: all(sent.body) }),
    ...(sent.rawBody === undefined ? {} : { rawBody: sent.rawBody })
  }
}

/** All recorded requests of xxscreeps. */
export const all = recordings("xxscreeps")
