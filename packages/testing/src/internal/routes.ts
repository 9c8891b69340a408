/** The routes of a private server 4.3.0 with the auth mod and a history mod, over an in-memory world. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Register from "@screeps-effect/api/Register"
import * as User from "@screeps-effect/api/User"
import { Rejected } from "@screeps-effect/api/ScreepsError"
import { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import * as Millis from "@screeps-effect/schema/Millis"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { lookUp, write } from "./memory.ts"
import { badRequest, crashed, refusal, signInRefused, unauthorized } from "./pages.ts"
import { type Gate, open, route, type Route } from "./router.ts"
import { placeSpawn } from "./spawning.ts"
import type * as World from "./world.ts"

const ok = { ok: 1 } as const
const refuse = (text: string) => Effect.fail(new Rejected({ text, status: 200 }))
const has = (sent: unknown, field: string): boolean =>
  typeof sent === "object" && sent !== null && field in sent
const fault = "TypeError: Cannot read properties of undefined (reading 'length')"

/** Who may ask: both token headers are needed, and every answer brings the next token. */
const signedIn = (world: World.World): Gate<World.User> => ({
  admit: (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const user = world.holder(request.headers.get("x-token") ?? "", now)
      const known = user !== undefined && (request.headers.get("x-username") ?? "") !== ""
      return known ? Effect.succeed(user) : Effect.fail(unauthorized())
    }),
  seal: (user, response) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      response.headers.set("x-token", world.issueToken(user, now))
      return response
    })
})

const auth = (world: World.World): ReadonlyArray<Route> => [
  route(
    Auth.signIn,
    open,
    ({ email, password }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const user = [...world.users.values()].find(
          ({ email: mail, username }) => username === email || mail === email
        )
        return user !== undefined && user.password === Redacted.value(password)
          ? Effect.succeed({ ...ok, token: Redacted.make(world.issueToken(user, now)) })
          : Effect.fail(signInRefused())
      }),
    badRequest
  ),
  route(Auth.authmod, open, () =>
    Effect.succeed({
      ...ok,
      name: "screepsmod-auth",
      version: "2.7.2",
      allowRegistration: world.options.serverPassword === undefined,
      steam: true,
      github: false,
      gitlab: false
    })
  ),
  route(Auth.me, signedIn(world), (_, user) =>
    Effect.succeed({
      ...ok,
      _id: user._id,
      username: user.username,
      ...(user.email === undefined ? {} : { email: user.email }),
      ...(user.badge === undefined ? {} : { badge: user.badge }),
      cpu: user.cpu,
      password: true,
      gcl: 0,
      blocked: false,
      money: 0,
      steam: {},
      powerExperimentations: 0,
      powerExperimentationTime: 0
    })
  ),
  route(
    Register.submit,
    open,
    ({ email, modules, password, username }) => {
      if (world.options.serverPassword !== undefined) {
        return refuse("Registration is automatically disabled. A server password has been set.")
      }
      const taken = [...world.users.values()].some(
        (user) => user.username === username || (email !== undefined && user.email === email)
      )
      if (taken) return refuse("Error: User already exists\n    at register.js:46:24")
      world.register({ username, password: Redacted.value(password), email, modules })
      return Effect.succeed(ok)
    },
    (sent) => {
      if (!has(sent, "password"))
        throw new Error("a real server ends when an account is registered without password")
      return crashed("TypeError: Cannot read properties of undefined (reading 'toLowerCase')")
    }
  )
]

const game = (world: World.World): ReadonlyArray<Route> => [
  route(Game.version, open, () =>
    Effect.succeed({
      ...ok,
      protocol: 14,
      useNativeAuth: false,
      users: world.users.size,
      packageVersion: "4.3.0",
      serverData: {
        welcomeText: "<h4>A world in memory</h4>",
        customObjectTypes: {},
        historyChunkSize: world.options.chunkSize,
        socketUpdateThrottle: 100
      }
    })
  ),
  route(Game.time, open, () => Effect.succeed({ ...ok, time: Tick.make(world.time) })),
  route(Game.worldSize, open, () => {
    const places = world.options.rooms.map(RoomName.toWorld)
    // As real servers count: up to the world's middle at least, so that a world of the west has a column more.
    const span = (axis: ReadonlyArray<number>) => Math.max(0, ...axis) - Math.min(...axis) + 1
    const side = Math.max(span(places.map(({ x }) => x)), span(places.map(({ y }) => y)))
    return Effect.succeed({ ...ok, width: side, height: side })
  }),
  route(
    Game.roomTerrain,
    open,
    ({ encoded, room: name }) => {
      const room = world.room(name)
      if (room === undefined) return refuse("invalid room")
      const digits = { room: name, terrain: Terrain.encode(room.terrain), type: "terrain" }
      return Effect.succeed({
        ...ok,
        terrain: encoded === undefined ? Terrain.toSquares(room.terrain, name) : [digits]
      })
    },
    () => refusal("invalid room")
  ),
  route(
    Game.roomStatus,
    signedIn(world),
    ({ room }) => Effect.succeed({ ...ok, room: world.room(room) === undefined ? {} : { status: "normal" } }),
    () => Response.json({ ...ok, room: {} })
  ),
  route(
    Game.roomOverview,
    signedIn(world),
    ({ room }) => {
      const objects = [...(world.room(room)?.objects.values() ?? [])]
      const id = objects.find(({ type }) => type === "controller")?.["user"]
      const user = [...world.users.values()].find(({ _id }) => _id === id)
      const badge = user?.badge === undefined ? {} : { badge: user.badge }
      const owner = user === undefined ? null : { username: user.username, ...badge }
      return Effect.succeed({ ...ok, owner, stats: {}, statsMax: {}, totals: {} })
    },
    () => Response.json({ ...ok, owner: null, stats: {}, statsMax: {}, totals: {} })
  ),
  route(Game.placeSpawn, signedIn(world), (wanted, user) => {
    const refused = placeSpawn(world, user, wanted)
    return refused === undefined ? Effect.succeed({ ...ok, newbie: true }) : refuse(refused)
  })
]

/** What a server reads of an upload: anything goes, names that begin with `$` are dropped. */
const Upload = Schema.Struct({ branch: Schema.optional(Schema.String), modules: CodeModules })

const code = (world: World.World): ReadonlyArray<Route> => [
  route(User.branches, signedIn(world), (_, user) =>
    Effect.succeed({
      ...ok,
      list: [...user.branches.values()].map(({ _id, activeSim, activeWorld, branch }) => ({
        _id,
        branch,
        activeWorld,
        activeSim
      }))
    })
  ),
  route(Code.get, signedIn(world), ({ branch }, user) => {
    const found = world.findBranch(user, branch ?? "$activeWorld")
    return found === undefined
      ? refuse("no code")
      : Effect.succeed({ ...ok, branch: found.branch, modules: found.modules })
  }),
  route(
    { ...Code.set, input: Upload },
    signedIn(world),
    ({ branch, modules }, user) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const found = world.findBranch(user, branch ?? "$activeWorld")
        if (found === undefined) return refuse("branch does not exist")
        if (JSON.stringify(modules).length > 5 * 1024 * 1024) return refuse("code length exceeds 5 MB limit")
        const kept = Object.fromEntries(Object.entries(modules).filter(([name]) => !name.startsWith("$")))
        found.modules = "main" in kept ? kept : { ...kept, main: "" }
        return Effect.succeed({ ...ok, timestamp: Millis.make(now) })
      }),
    () => refusal(fault)
  )
]

/** What a server reads of a write to Memory: a path that may be anything, a value that may be missing. */
const MemoryWrite = Schema.Struct({
  path: Schema.optional(Schema.String),
  value: Schema.optional(Schema.Unknown)
})

const user = (world: World.World): ReadonlyArray<Route> => [
  route(User.worldStatus, signedIn(world), (_, asking) => {
    const owned = world.owned(asking)
    const status =
      owned.length === 0 ? "empty" : owned.some(({ type }) => type === "spawn") ? "normal" : "lost"
    return Effect.succeed({ ...ok, status })
  }),
  route(User.worldStartRoom, signedIn(world), (_, asking) =>
    Effect.succeed({ ...ok, room: [world.owned(asking)[0]?.room ?? "W5N5"] })
  ),
  route(
    User.console,
    signedIn(world),
    ({ expression }, asking) => {
      asking.lines.push(expression)
      return Effect.succeed({ ...ok, _id: ObjectId.make(world.id()) })
    },
    (sent) => refusal(has(sent, "expression") ? "expression size is too large" : fault)
  ),
  route(Memory.get, signedIn(world), ({ path }, asking) => {
    const found = path === undefined || path === "" ? { value: asking.memory } : lookUp(asking.memory, path)
    if (found === "missing") return Effect.succeed(ok)
    if (found === "wrong path") return Effect.succeed({ ...ok, data: "Incorrect memory path" })
    return Effect.map(Effect.orDie(GzipJson.encode(found.value)), (data) => ({ ...ok, data }))
  }),
  route(
    { ...Memory.set, input: MemoryWrite },
    signedIn(world),
    ({ path, value }, asking) => {
      if (value !== undefined && JSON.stringify(value).length > 1024 * 1024)
        return refuse("memory size is too large")
      asking.writes.push(write(path, value))
      return Effect.succeed({ ...ok, _id: ObjectId.make(world.id()) })
    },
    () => refusal("TypeError: request.body.path.split is not a function")
  )
]

const history = (world: World.World): Route => ({
  method: "GET",
  path: "/room-history",
  answer: (_, url) =>
    Effect.sync(() => {
      const room = url.searchParams.get("room") ?? ""
      const time = url.searchParams.get("time") ?? ""
      const chunk = world.chunk(room, Number(time))
      const missing = { errno: -2, code: "ENOENT", syscall: "open", path: `history/${room}/${time}.json` }
      return chunk === undefined
        ? Response.json(missing, { status: 500 })
        : new Response(JSON.stringify(chunk), { headers: { "content-type": "text/html; charset=utf-8" } })
    })
})

/** Every route of a world. @internal */
export const routes = (world: World.World): ReadonlyArray<Route> => [
  ...auth(world),
  ...game(world),
  ...user(world),
  ...code(world),
  history(world)
]

/** Methods and paths that a plain private server 4.3.0 was recorded not to have. @internal */
export const absent: ReadonlySet<string> = new Set([
  "GET /api/nope",
  "POST /api/auth/me",
  "GET /api/auth/query-token",
  "GET /api/auth/signin",
  "GET /api/experimental/nukes",
  "GET /api/experimental/pvp",
  "GET /api/game/room-decorations",
  "GET /api/game/room-objects",
  "GET /api/game/shards/info",
  "POST /api/game/time",
  "GET /api/scoreboard/list",
  "GET /api/seasons/current",
  "POST /api/servers/list",
  "GET /api/user/console",
  "GET /api/user/decorations/themes",
  "POST /api/user/decorations/pixelize",
  "GET /api/user/name",
  "GET /api/warpath/battles"
])
