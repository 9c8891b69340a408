/**
 * A server in memory: swap the transport, keep the program.
 *
 * **Details**
 *
 * Answers over a `ScreepsWorld` as a private server 4.3.0 with `screepsmod-auth` 2.7.2 and a history mod does: the
 * same refusals, the same 401s and 404s, tokens that live a minute; and its socket sends what theirs sends, frame by
 * frame, without the bookkeeping of its storage (`meta`, `$loki`) in room objects. With the dialect `official` it
 * answers as official servers are reported to: API tokens that stay, shards, limits, other answers of databases. An
 * operation that it has no answer for ends the program with a list of those that it has. Where its answers hold less
 * than a real server's stands, with reasons, beside the tests that compare them with recordings; the contract suite
 * passes on both without a skip.
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Server from "@screeps-effect/api/Server"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Socket from "effect/socket/Socket"
import * as Dialect from "./dialect.ts"
import type { Limiting } from "../world/state/limits.ts"
import { allowed, notFound, refusal } from "./pages.ts"
import { serveHttp } from "./port.ts"
import * as router from "./router.ts"
import { isAbsent, routes } from "./routes/index.ts"
import { type RunningServer, runServer } from "./serving.ts"
import { socketPage } from "../socket/pages.ts"
import { InMemorySocket } from "../socket/inMemorySocket.ts"
import { unreachable } from "./web.ts"
import { named } from "../world/named.ts"
import type { World } from "../world/state/world.ts"
import * as Faults from "../faults/Faults.ts"
import * as ScreepsWorld from "../world/ScreepsWorld.ts"
import * as Controls from "./controls.ts"
import type { Quirks } from "./quirks.ts"

export { Controls, type ConnectionState, type Drop } from "./controls.ts"
export type { Quirks } from "./quirks.ts"

/** How an official server limits the requests of API tokens. */
export interface Limits {
  /** Milliseconds by which windows begin later than at full minutes, hours and days (UTC); 0 by default. */
  readonly phase?: number | undefined
  /** Which answers of limited endpoints bring rate headers; `always` by default. */
  readonly headers?: Limiting["headers"] | undefined
  /** How a 429 is written; `text` by default. */
  readonly body?: Limiting["body"] | undefined
}

/** How the server behaves. */
export interface Options {
  /** As which kind of server it answers; `private` by default. */
  readonly dialect?: Server.Kind | undefined
  /**
   * The mods of a private server; `screepsmod-auth` and `history` by default. With `screepsmod-admin-utils` it
   * also has room objects, shards, fights, nukes, battles and their channels, with `screepsmod-map-tool` the map tool.
   */
  readonly mods?: ReadonlyArray<string> | undefined
  /**
   * The user of the map tool (`screepsmod-map-tool`), who is no player; `user` is `admin` by default. Without a password
   * nobody is admitted: a real server makes one up at each start.
   */
  readonly mapTool?: { readonly user?: string | undefined; readonly password: string } | undefined
  /** The limits of an official server; `false` for none. Private servers have none. */
  readonly limits?: Limits | false | undefined
  /** Lets a tick pass every so often by itself; the world's clock stands still by default. */
  readonly tickEvery?: Duration.Input | undefined
  /** Quirks of the socket; those of a private server by default. */
  readonly quirks?: Quirks | undefined
}

/** What the auth mod answers by itself, before anybody asks for the server's password. */
const withoutServerPassword: ReadonlySet<string> = new Set([
  "POST /api/auth/signin",
  "POST /api/register/submit",
  "POST /api/user/password",
  "GET /api/register/check-email",
  "GET /api/register/check-username",
  "GET /api/authmod"
])

/** JSON responses name their charset. */
const withCharset = (response: Response): Response => {
  if (response.headers.get("content-type") === "application/json")
    response.headers.set("content-type", "application/json; charset=utf-8")
  return response
}

const requiresShard: ReadonlySet<string> = new Set(
  Endpoints.all.flatMap(({ method, path, shard }) => (shard === "required" ? [`${method} ${path}`] : []))
)

const defaultMods = ["screepsmod-auth", "history"]

/** The routes of one shard. */
const dispatcher = (world: World, dialect: Dialect.Dialect): router.Handler =>
  router.handler(
    routes(Dialect.context(world, dialect)),
    (request, path, known) => {
      const methods = ["GET", "POST"].filter((method) => known.includes(`${method} ${path}`))
      if (request.method === "OPTIONS" && methods.length > 0) return Effect.succeed(allowed(methods))
      return isAbsent(dialect, request.method, path)
        ? Effect.succeed(notFound(request.method, new URL(request.url).pathname))
        : Effect.die(new router.Unanswered({ request: `${request.method} ${path}`, known }))
    },
    (url) => Dialect.pathOf(dialect.kind, url)
  )

/** A server with shards: each request goes to the one that it names. */
const officialServer = (world: World, limits: Limits | false | undefined): router.Handler => {
  const dialect = Dialect.make("official", [])
  const shards = new Map(world.shards.map((shard) => [shard.shard, dispatcher(shard, dialect)]))
  const first = dispatcher(world, dialect)
  const serve: router.Handler = (request) =>
    Effect.gen(function* () {
      const url = new URL(request.url)
      const name = yield* Dialect.shardOf(request, url)
      const needed = requiresShard.has(`${request.method} ${Dialect.pathOf("official", url)}`)
      const chosen = name === undefined && !needed ? first : shards.get(name ?? "")
      return chosen === undefined ? refusal("invalid shard") : yield* chosen(request)
    })
  if (limits === false) return serve
  const limiting = {
    phase: limits?.phase ?? 0,
    headers: limits?.headers ?? "always",
    body: limits?.body ?? "text"
  }
  return Dialect.limited(world, limiting, serve)
}

/** A private server: one shard without a name, and a password where there is one. */
const privateServer = (world: World, { mapTool, mods = defaultMods }: Options): router.Handler => {
  const dialect = Dialect.make("private", mods, mapTool)
  const dispatch = dispatcher(world, dialect)
  const password = world.options.serverPassword
  if (password === undefined) return dispatch
  const isModded = dialect.mods.has("screepsmod-auth")
  /** The mod answers some paths itself, and takes who shows a living token or an account's password for a friend. */
  const passes = ({ headers, method, url }: Request, now: number) => {
    const endpoint = `${method} ${Dialect.pathOf("private", new URL(url))}`
    const isUpload = endpoint === "POST /api/user/code" && headers.has("authorization")
    const token = headers.get("x-token") ?? ""
    return (
      isUpload ||
      withoutServerPassword.has(endpoint) ||
      Dialect.holder(world, "private", token, now) !== undefined
    )
  }
  return (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const isMapTool =
        dialect.mods.has("screepsmod-map-tool") && new URL(request.url).pathname.startsWith("/api/maptool/")
      const admitted =
        isMapTool ||
        request.headers.get("x-server-password") === password ||
        (isModded && passes(request, now))
      return admitted ? dispatch(request) : Effect.succeed(refusal("incorrect server password"))
    })
}

/**
 * The server as one function of the Web's own types: for programs that bring their own transport.
 *
 * **Details**
 *
 * Paths that real servers are known not to have answer 404 as these do: a private server answers at its root only, an
 * official one below `/ptr` and `/season`, too. Anything else that this server has no answer for ends the program with
 * a defect that lists what it knows: it does not pretend.
 */
export const handler = (
  screepsWorld: ScreepsWorld.ScreepsWorld,
  options: Options = {}
): ((request: Request) => Effect.Effect<Response>) => {
  const { world } = screepsWorld // a pattern in the signature would name in the declarations what they leave out
  const serve =
    options.dialect === "official" ? officialServer(world, options.limits) : privateServer(world, options)
  return (request) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const page = socketPage(request.method, new URL(request.url).pathname, now)
      return page === undefined ? Effect.map(serve(request), withCharset) : Effect.succeed(page)
    })
}

/** What a program that asks a server in memory is given. */
const transport = (
  served: RunningServer,
  serve: router.Handler
): Layer.Layer<HttpClient.HttpClient | Socket.WebSocketConstructor> =>
  Layer.merge(
    Layer.effect(
      HttpClient.HttpClient,
      Effect.map(
        HttpClient.HttpClient,
        HttpClient.transform((answer, request) =>
          Effect.suspend(() =>
            served.hub.isDown ? Effect.fail(unreachable(request, "the server is not running")) : answer
          )
        )
      )
    ).pipe(Layer.provide(router.client(serve))),
    Layer.succeed(
      Socket.WebSocketConstructor,
      (url) => new InMemorySocket((out) => served.hub.answer(new URL(url).pathname, out))
    )
  )

const described = (kind: Server.Kind | undefined): Server.Description =>
  kind === "official" ? Server.official() : Server.privateServer("http://screeps.test")

/**
 * Provides the server and the ways to it: give it to a program in place of a real server, an HTTP client and a
 * WebSocket.
 *
 * **Details**
 *
 * Without a world, a fresh default one is made for each build of the layer. As `Server` it provides a private one,
 * or, with the dialect `official`, the official main world without a default shard; merge another `Server.layer` over
 * it for a test realm, a seasonal world or a shard. `Controls` scripts what happens to the server meanwhile, `Faults`
 * what affects single requests.
 *
 * Frames arrive in the order in which the world emits them, without any time passing on the test's clock.
 *
 * **Gotchas**
 *
 * What would wedge or end a real server is a mistake of the program: after a binary frame, or a watched path such as
 * `toString`, the layer ends with a defect.
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
      const served = yield* runServer(own, options, (mistake) => mistakes.push(mistake))
      const faults = yield* Faults.make
      return Layer.mergeAll(
        transport(served, faults.wrap(handler(own, options))),
        Server.layer(described(options.dialect)),
        Layer.succeed(Controls.Controls, served.controls),
        Layer.succeed(Faults.Faults, faults)
      )
    })
  )

/** How the server behaves, which account the program uses, and how the socket behaves. */
export interface ScreepsOptions extends Options, Screeps.SocketOptions {
  /**
   * Name of the account that the program uses: by default the first one that can sign in, which takes a password on a
   * private server; without any, the program is a guest.
   */
  readonly account?: string | undefined
  /** Shard of calls that name none, with the dialect `official`. */
  readonly shard?: ShardName | undefined
}

/** Signs in as an account of the world: by its password, or on an official server by a new API token. */
const credentialsIn = (
  { users, world }: ScreepsWorld.ScreepsWorld,
  { account, dialect }: ScreepsOptions
): Effect.Effect<Credentials.Method> =>
  Effect.gen(function* () {
    const isOfficial = dialect === "official"
    const user =
      account === undefined
        ? [...world.accounts.all.values()].find(({ password }) => isOfficial || password !== undefined)
        : named(world, account)
    if (user === undefined) return { _tag: "Guest" }
    const { password, username } = user
    if (isOfficial) return { _tag: "Token", token: yield* users.grantToken(username) }
    if (password === undefined) {
      return yield* Effect.die(new Error(`The account ${username} has no password: it cannot sign in.`))
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
 * import { Effect } from "effect"
 *
 * const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }] })
 *
 * Effect.runPromise(Game.time().pipe(Effect.provide(TestServer.layerScreeps(world))))
 * ```
 *
 * `layer` provides the server alone, for programs with several accounts or with parts of their own.
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
      const there = Layer.mergeAll(
        layer(own, options),
        Layer.succeed(Credentials.Credentials, yield* credentialsIn(own, options))
      )
      const target =
        options.shard === undefined || options.dialect !== "official"
          ? there
          : Layer.merge(there, Server.layer(Server.official({ shard: options.shard })))
      return Screeps.layerNoDeps(options).pipe(Layer.provideMerge(target))
    })
  )

/** How a server on a real port behaves. */
export interface HttpOptions extends Options {
  /**
   * Whether pages of other origins may ask, which real servers do not let them: for programs in browsers; `false` when
   * not told.
   */
  readonly cors?: boolean | undefined
}

/**
 * Serves the same on a real port, HTTP and WebSocket, for browsers, other processes and other clients; `Server` is
 * where it is to be found.
 *
 * **Details**
 *
 * The port is that of the `HttpServer` which is provided: `NodeHttpServer.layer(createServer, { port: 21025 })`. What
 * the server has no answer for returns status 501 and a list of what it knows; a mistake in a test's own functions
 * with 500.
 *
 * **Gotchas**
 *
 * Time is the clock's: tokens die, and ticks pass with `tickEvery`. A binary frame makes its connection deaf, as on a
 * real server.
 */
export const layerHttp = (
  world?: ScreepsWorld.ScreepsWorld,
  options: HttpOptions = {}
): Layer.Layer<Server.Server | Controls.Controls | Faults.Faults, never, HttpServer.HttpServer> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const own = world ?? ScreepsWorld.make()
      const served = yield* runServer(own, options, () => {})
      const faults = yield* Faults.make
      const serve = faults.wrap(handler(own, options))
      const url = yield* serveHttp(serve, served.hub, options.cors ?? false)
      return Layer.mergeAll(
        Server.layer({ ...described(options.dialect), url }),
        Layer.succeed(Controls.Controls, served.controls),
        Layer.succeed(Faults.Faults, faults)
      )
    })
  )
