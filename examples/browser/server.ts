/** The server of the pages: Vite, which forwards the paths of the game to a game server. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Server } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema"
import { SampleWorld, type ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Connect, InlineConfig, Plugin, ProxyOptions } from "vite"

/** The game server and the account. Without an account the page shows a sign-in form. */
export interface Game {
  readonly url: string
  /** The name of the server that the page shows. */
  readonly name: string
  readonly room?: RoomName.RoomName | undefined
  readonly account?: { readonly username: string; readonly password: string } | undefined
}

/** Owned rooms around the sample room, so that the map has rooms to choose. */
const neighbours = [
  ["W8N4", "alice", 6],
  ["W8N5", "alice", 3],
  ["W5N2", "carol", 7],
  ["W9N2", "dave", 2]
] as const

const populate = Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld) {
  for (const username of ["carol", "dave"]) yield* world.users.add({ username })
  for (const [room, username, level] of neighbours) {
    const { _id: user } = yield* world.users.get(username)
    const controller = (yield* world.rooms.objects(room)).find(({ type }) => type === "controller")
    if (controller !== undefined)
      yield* world.rooms.changeObject(controller._id, { user, level, progress: 1000 })
  }
})

/** Serves an in-memory world on its own port while the scope is open. */
const inMemory: Effect.Effect<Game, never, Scope.Scope> = Effect.gen(function* () {
  const world = yield* SampleWorld.make()
  yield* populate(world)
  const server = yield* Layer.build(
    TestServer.layerHttp(world, { tickEvery: "1 second" }).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.orDie
    )
  )
  const { url } = yield* Effect.provide(Server.Server, server)
  return { url, name: "an in-memory world", room: SampleWorld.room, account: SampleWorld.account }
})

/** Serves the page's settings. */
const serveSetup = ({ account, name, room }: Game): Plugin => {
  const handler: Connect.NextHandleFunction = (request, response, next) => {
    if (request.url !== "/settings.json") return next()
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ account, room, server: name }))
  }
  const use = ({ middlewares }: { readonly middlewares: Connect.Server }) => {
    middlewares.use(handler)
  }
  return { name: "settings", configureServer: use, configurePreviewServer: use }
}

/**
 * Returns Vite's settings for a page and a game: real servers accept no requests from other origins, so Vite forwards
 * them.
 */
export const settings = (folder: string, game: Game): InlineConfig => {
  const { origin, pathname } = new URL(game.url)
  const target: ProxyOptions = {
    target: origin,
    changeOrigin: true,
    rewrite: (path) => pathname.replace(/\/$/, "") + path
  }
  const proxy = { "/api": target, "/room-history": target, "/socket": { ...target, ws: true } }
  return {
    root: folder,
    plugins: [serveSetup(game)],
    server: { proxy },
    preview: { proxy },
    build: { target: "es2023" }
  }
}

/** Returns Vite's settings for a page: the game is an in-memory world, or the server that `SCREEPS_URL` names. */
export const fromEnvironment = async (folder: string, command: "build" | "serve"): Promise<InlineConfig> => {
  const url = process.env["SCREEPS_URL"]
  if (url !== undefined) return settings(folder, { url, name: url })
  if (command === "build")
    return settings(folder, { url: "http://127.0.0.1:21025", name: "a private server" })
  // The in-memory world ends with Vite's process.
  return settings(folder, await Effect.runPromise(Scope.provide(inMemory, Scope.makeUnsafe())))
}
