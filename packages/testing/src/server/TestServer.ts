/**
 * A game server in memory, in place of a real one.
 *
 * **Details**
 *
 * It serves a `ScreepsWorld` like a private server 4.3.0 with `screepsmod-auth` 2.7.2 and a history mod: with the
 * same rejections, 401s and 404s, and with tokens that live a minute. Its socket sends the same frames, without the
 * storage's bookkeeping (`meta`, `$loki`) in room objects. With the dialect `official` it responds as official
 * servers are reported to: API tokens without an end, shards, rate limits, other results of database writes. A request
 * that it has no response for ends the program with a list of those that it has. Where its responses contain less than
 * a real server's, the tests that compare them with recordings say so, with reasons; the same tests run on it and on
 * the game's own server, without a skip.
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Server from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Screeps from "@screeps-effect/socket/Screeps"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Socket from "effect/socket/Socket"
import * as Dialect from "./dialect.ts"
import { withETags } from "./etags.ts"
import { allowed, notFound, refusal } from "./pages.ts"
import * as router from "./router.ts"
import { isAbsent, routes } from "./routes/index.ts"
import { type Runnable, serveInMemory, serveOnPort, withSocketPages } from "./serving.ts"
import { Hub } from "../socket/hub.ts"
import { named, type Shard } from "../world/state/shard.ts"
import type { Route } from "../Fake.ts"
import type * as Faults from "../faults/Faults.ts"
import * as ScreepsWorld from "../world/ScreepsWorld.ts"
import type * as Controls from "./controls.ts"

export { Controls, type ConnectionState, type Drop } from "./controls.ts"
export type { Quirks } from "./dialect.ts"

/** Options for the rate limits of an official server, which apply to API tokens. */
export interface Limits {
  /** Milliseconds by which windows begin after full minutes, hours and days (UTC); 0 by default. */
  readonly phase?: number | undefined
  /**
   * Which responses have rate headers: `always` (the default), of the endpoint's quota or else of the global one; or only
   * 429s of an endpoint's quota.
   */
  readonly headers?: "always" | "only on 429" | undefined
  /** The format of a 429's body; `text` by default. */
  readonly body?: "text" | "JSON" | undefined
}

/** Options of a server. */
export interface Options {
  /** The server as which it responds; `private` by default, the game's own private server 4.3.0. */
  readonly dialect?: Server.Kind | undefined
  /**
   * The mods of a private server; `screepsmod-auth` and `history` by default. `screepsmod-admin-utils` adds room
   * objects, shards, fights, nukes, battles and their channels, `screepsmod-map-tool` the map tool.
   */
  readonly mods?: ReadonlyArray<string> | undefined
  /**
   * The user of the map tool (`screepsmod-map-tool`), which is not a player; `user` is `admin` by default. Without a
   * password every sign-in fails: a real server generates one at each start.
   */
  readonly mapTool?: { readonly user?: string | undefined; readonly password: string } | undefined
  /**
   * Answers of your own, tried before the server's: for the endpoints of a mod, or in place of the server's own; `Fake.answer`
   * and `Fake.respond` make them. Of several for one endpoint the first counts. They are open to everyone, and no rate
   * limit counts them.
   */
  readonly answers?: ReadonlyArray<Route> | undefined
  /** The rate limits of an official server; `false` for no limits. Private servers have none. */
  readonly limits?: Limits | false | undefined
  /** The interval at which ticks pass by themselves; by default only `world.tick` advances the world. */
  readonly tickEvery?: Duration.Input | undefined
  /** Quirks of the server and its socket; those of a private server by default. */
  readonly quirks?: Dialect.Quirks | undefined
}

/** Endpoints that the auth mod handles itself, before the server's password is checked. */
const withoutServerPassword: ReadonlySet<string> = new Set([
  "POST /api/auth/signin",
  "POST /api/register/submit",
  "POST /api/user/password",
  "GET /api/register/check-email",
  "GET /api/register/check-username",
  "GET /api/authmod"
])

const defaultMods = ["screepsmod-auth", "history"]

/** Returns the handler of one shard. */
const dispatcher = (shard: Shard, dialect: Dialect.Dialect): router.Handler =>
  router.handler(
    routes(Dialect.context(shard, dialect)),
    (request, path, known) => {
      const methods = ["GET", "POST"].filter((method) => known.includes(`${method} ${path}`))
      if (request.method === "OPTIONS" && methods.length > 0) return Effect.succeed(allowed(methods))
      return isAbsent(dialect, request.method, path)
        ? Effect.succeed(notFound(request.method, new URL(request.url).pathname))
        : Effect.die(new router.UnhandledRequest({ request: `${request.method} ${path}`, known }))
    },
    (url) => Dialect.pathOf(dialect.kind, url)
  )

/** Returns a server with shards: each request goes to the shard that it names. */
const officialServer = (shard: Shard, limits: Limits | false | undefined): router.Handler => {
  const dialect = Dialect.make("official", [])
  const shards = new Map(shard.shards.map((shard) => [shard.name, dispatcher(shard, dialect)]))
  const first = dispatcher(shard, dialect)
  const serve: router.Handler = Effect.fnUntraced(function* (request) {
    const url = new URL(request.url)
    const name = yield* Dialect.shardOf(request, url)
    const operation = Endpoints.find(request.method, Dialect.pathOf("official", url))
    // The shard of a history chunk is in its path.
    const needed = operation?.shard === "required" && operation.pathFields.length === 0
    const chosen = name === undefined && !needed ? first : shards.get(name ?? "")
    return chosen === undefined ? refusal("invalid shard") : yield* chosen(request)
  })
  if (limits === false) return serve
  const limiting = {
    phase: limits?.phase ?? 0,
    headers: limits?.headers ?? "always",
    body: limits?.body ?? "text"
  }
  return Dialect.limited(shard, limiting, serve)
}

/** Returns a private server: one shard without a name, and optionally a server password. */
const privateServer = (shard: Shard, { mapTool, mods = defaultMods, quirks }: Options): router.Handler => {
  const losesWrites = quirks?.loseConcurrentWrites ?? true
  const reordersConsole = quirks?.reorderConsole ?? true
  const dialect = { ...Dialect.make("private", mods, mapTool), losesWrites, reordersConsole }
  const dispatch = dispatcher(shard, dialect)
  const password = shard.options.serverPassword
  if (password === undefined) return dispatch
  const isModded = dialect.mods.has("screepsmod-auth")
  /** Whether the auth mod accepts a request without the server's password: its own paths, valid tokens, and uploads. */
  const passes = ({ headers, method, url }: Request, now: number) => {
    const endpoint = `${method} ${Dialect.pathOf("private", new URL(url))}`
    const isUpload = endpoint === "POST /api/user/code" && headers.has("authorization")
    const token = headers.get("x-token") ?? ""
    return (
      isUpload ||
      withoutServerPassword.has(endpoint) ||
      Dialect.tokenOwner(shard, "private", token, now) !== undefined
    )
  }
  return (request) =>
    Effect.flatMap(Millis.now, (now) => {
      const isMapTool =
        dialect.mods.has("screepsmod-map-tool") && new URL(request.url).pathname.startsWith("/api/maptool/")
      const admitted =
        isMapTool ||
        request.headers.get("x-server-password") === password ||
        (isModded && passes(request, now))
      return admitted ? dispatch(request) : Effect.succeed(refusal("incorrect server password"))
    })
}

const serverOf = (shard: Shard, options: Options): router.Handler => {
  const serve =
    options.dialect === "official" ? officialServer(shard, options.limits) : privateServer(shard, options)
  const { answers = [], dialect = "private" } = options
  return answers.length === 0 ? serve : router.handler(answers, serve, (url) => Dialect.pathOf(dialect, url))
}

/**
 * Returns the server as one function of Web types, for programs with a transport of their own.
 *
 * **Details**
 *
 * Paths that real servers are known not to have get a 404 as there: a private server responds only at its root, an
 * official one also below `/ptr` and `/season`. Any other request without a response ends the program with a defect
 * that lists the routes.
 */
export const handler = (
  screepsWorld: ScreepsWorld.ScreepsWorld,
  options: Options = {}
): ((request: Request) => Effect.Effect<Response>) => {
  const { first: shard } = screepsWorld // destructuring in the signature would expose an internal field in the declarations
  return withSocketPages(serverOf(shard, options))
}

/** Returns a server that can run; `onMistake` gets what would end or block a real server. */
const runnable = (
  world: ScreepsWorld.ScreepsWorld,
  options: Options,
  onMistake: (mistake: Error) => void
): Runnable => {
  const quirks = Dialect.socketQuirks(options.quirks)
  const kind = options.dialect ?? "private"
  const mods = new Set(options.mods)
  return {
    world,
    serve: handler(world, options),
    sockets: (now) => new Hub(world.first, { kind, quirks, mods, now, onMistake }),
    tickEvery: options.tickEvery
  }
}

const descriptionOf = (kind: Options["dialect"]): Server.Description =>
  kind === "official" ? Server.official() : Server.privateServer("http://screeps.test")

/**
 * Provides the server, and an HTTP client and a WebSocket that reach it, in place of a real server and its clients.
 *
 * **Details**
 *
 * Without a world, each build of the layer creates a default one. `Server` is a private server or, with the dialect
 * `official`, the official main world without a default shard; merge another `Server.layer` over it for a test realm,
 * a seasonal world or a shard. `Controls` scripts what happens to the server while it runs, `Faults` what happens to
 * single requests.
 *
 * Frames arrive in the order in which the world emits them, and no time passes on the test's clock.
 *
 * **Gotchas**
 *
 * Input that would block or crash a real server is a mistake of the program: after a binary frame, or a watched path
 * such as `toString`, the layer ends with a defect.
 */
export const layer = (
  world?: ScreepsWorld.ScreepsWorld,
  options: Options = {}
): Layer.Layer<
  HttpClient.HttpClient | Server.Server | Socket.WebSocketConstructor | Controls.Controls | Faults.Faults
> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const own = world ?? ScreepsWorld.make()
      const mistakes: Array<Error> = []
      yield* Effect.addFinalizer(() => (mistakes[0] === undefined ? Effect.void : Effect.die(mistakes[0])))
      const served = yield* serveInMemory(runnable(own, options, (mistake) => mistakes.push(mistake)))
      return Layer.merge(served, Server.layer(descriptionOf(options.dialect)))
    })
  )

/** Options of the server, of the program's account, and of its socket client. */
export interface ScreepsOptions extends Options, Screeps.SocketOptions {
  /**
   * Name of the program's account: by default the first one that can sign in (on a private server: that has a
   * password). Without such an account the program is a guest.
   */
  readonly account?: string | undefined
  /** Default shard of calls, with the dialect `official`. */
  readonly shard?: ShardName | undefined
}

/** Returns the credentials of an account: its password, or on an official server a new API token. */
const credentialsIn = (
  { users, first: shard }: ScreepsWorld.ScreepsWorld,
  { account, dialect }: ScreepsOptions
): Effect.Effect<Credentials.Method> =>
  Effect.gen(function* () {
    const isOfficial = dialect === "official"
    const user =
      account === undefined
        ? [...shard.accounts.all.values()].find(({ password }) => isOfficial || password !== undefined)
        : named(shard, account)
    if (user === undefined) return { _tag: "Guest" }
    const { password, username } = user
    if (isOfficial) return { _tag: "Token", token: yield* users.grantToken(username) }
    if (password === undefined) {
      return yield* Effect.die(
        new Error(`The account ${username} cannot sign in: give it a password in ScreepsWorld.make.`)
      )
    }
    return { _tag: "Password", username: username, password: Redacted.make(password) }
  })

/**
 * Provides a server in memory together with a client of it: HTTP, the socket and rooms, in place of `Screeps.layer`.
 *
 * **Details**
 *
 * ```ts
 * import { Game } from "@screeps-effect/api"
 * import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
 * import * as Effect from "effect/Effect"
 *
 * const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }] })
 *
 * Effect.runPromise(Game.time().pipe(Effect.provide(TestServer.layerScreeps(world))))
 * ```
 *
 * `layer` provides the server alone, for programs with several accounts or with their own clients.
 *
 * **Gotchas**
 *
 * Each call returns a separate server: keep the result in a constant. Servers of one world share its state.
 */
export const layerScreeps = (
  world?: ScreepsWorld.ScreepsWorld,
  options: ScreepsOptions = {}
): Layer.Layer<Screeps.Services | Controls.Controls | Faults.Faults> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const own = world ?? ScreepsWorld.make()
      const there = Layer.mergeAll(layer(own, options), Credentials.layer(yield* credentialsIn(own, options)))
      const target =
        options.shard === undefined || options.dialect !== "official"
          ? there
          : Layer.merge(there, Server.layer(Server.official({ shard: options.shard })))
      return Screeps.layerNoDeps(options).pipe(Layer.provideMerge(target))
    })
  )

/** Options of a server on a real port. */
export interface HttpOptions extends Options {
  /**
   * Whether pages of other origins may read responses, for programs in browsers; real servers do not allow it. `false`
   * by default. Their origins must be loopback addresses, such as `http://localhost:5173`, or in `hosts`.
   */
  readonly cors?: boolean | undefined
  /**
   * Host names and addresses, without a port, that requests and pages may name besides loopback ones (`localhost`,
   * `127.0.0.1`, `[::1]`); none by default.
   */
  readonly hosts?: ReadonlyArray<string> | undefined
}

/**
 * Serves the world on a real port over HTTP and WebSocket, for browsers, other processes and other clients; `Server` is
 * its address.
 *
 * **Details**
 *
 * The port comes from the provided `HttpServer`: `NodeHttpServer.layer(createServer, { port: 21025, host: "127.0.0.1" })`.
 * Without a `host` it is open to the network. An unknown request gets status 404 as on a real server, and a
 * warning in the log of this process lists the known ones; a mistake in a test's own functions gets status 500.
 *
 * As a private server it sends ETags, and 304 to clients that know the response.
 *
 * Requests and WebSockets whose `Host` or `Origin` is neither a loopback address nor in `hosts` get status 403: otherwise
 * every web page that a browser on this machine opens could use the server.
 *
 * **Gotchas**
 *
 * Time is that of Effect's `Clock`: tokens expire, and ticks pass with `tickEvery`. After a binary frame a connection
 * receives nothing more, as on a real server.
 *
 * Everyone who can sign in sends console lines and code: with `ScreepsWorld.evaluate`, or another function that runs
 * JavaScript in this process, they control the process.
 */
export const layerHttp = (
  world?: ScreepsWorld.ScreepsWorld,
  options: HttpOptions = {}
): Layer.Layer<Server.Server | Controls.Controls | Faults.Faults, never, HttpServer.HttpServer> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const own = world ?? ScreepsWorld.make()
      const { cors = false, hosts = [] } = options
      const server = runnable(own, options, () => {})
      // Of official servers it is not known.
      const serve = options.dialect === "official" ? server.serve : withETags(server.serve)
      const { layer, url } = yield* serveOnPort({ ...server, serve }, { cors, hosts })
      return Layer.merge(layer, Server.layer({ ...descriptionOf(options.dialect), url }))
    })
  )
