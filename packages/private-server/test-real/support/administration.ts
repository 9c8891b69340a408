/** A server that starts paused, with a bot and a command line over HTTP, and what the HTTP API returns of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { Server } from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { Objects, Users } from "@screeps-effect/private-server"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as RealServer from "./server.ts"

const httpCli = fileURLToPath(new URL("httpCli.cjs", import.meta.url))

export const script = (name: string) =>
  `module.exports.loop = () => { Memory.${name} = (Memory.${name} || 0) + 1 }\n`

/** A folder with the scripts of the bot "counter". */
export class BotFolder extends Context.Service<BotFolder, { readonly path: string }>()("BotFolder") {
  static readonly layer = Layer.effect(
    BotFolder,
    Effect.acquireRelease(
      Effect.sync(() => {
        const path = mkdtempSync(join(tmpdir(), "screeps-bot-"))
        mkdirSync(path, { recursive: true })
        writeFileSync(join(path, "main.js"), script("first"))
        return { path }
      }),
      ({ path }) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
  )
}

const server = Layer.unwrap(
  Effect.map(BotFolder, ({ path }) =>
    RealServer.layer({ mods: ["admin-utils", httpCli], bots: { counter: path }, paused: true })
  )
).pipe(Layer.provideMerge(BotFolder.layer))

const administration = Layer.merge(server, FetchHttpClient.layer)

export type Client = Layer.Success<ReturnType<typeof ScreepsClient.layerNoDeps>>

const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server> =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(credentials))))

export const asGuest = as(Credentials.layerGuest)
export const asUser = (username: string, password: Redacted.Redacted) =>
  as(Credentials.layerPassword({ username, password }))

export const time = Effect.map(asGuest(Game.time()), ({ time }) => time)
export const objectsIn = (room: RoomName.RoomName) =>
  Effect.map(asGuest(Game.roomObjects({ room })), ({ objects }) => objects)
export const terrainOf = (room: RoomName.RoomName) => asGuest(Game.terrain({ room }))

/** Returns the status of a room, which only accounts may read. */
export const roomStatus = (room: RoomName.RoomName) =>
  Effect.gen(function* () {
    const { as } = yield* Observer
    return (yield* as(Game.roomStatus({ room }))).room
  })
export const statusOf = (room: RoomName.RoomName) => Effect.map(roomStatus(room), (found) => found?.status)

/** Checks whether the API finds an account. */
export const isFound = (username: string) =>
  asGuest(User.find({ username })).pipe(
    Effect.as(true),
    Effect.catchReason("ScreepsError", "Rejected", ({ detail }) => {
      assert.strictEqual(detail, "user not found")
      return Effect.succeed(false)
    })
  )

let players = 0

/** Creates an account with a password. */
export const newcomer = Effect.gen(function* () {
  const username = `Player${(players += 1)}`
  const password = Redacted.make(`secret of ${username}`)
  const id = yield* Users.create({ username, password })
  return { username, password, id, as: asUser(username, password) }
})

/** An account that reads. */
class Observer extends Context.Service<Observer, Effect.Success<typeof newcomer>>()("Observer") {
  static readonly layer = Layer.effect(Observer, newcomer)
}

/** Returns a room with a controller that nobody owns, and the id of the controller. */
export const wildRoom = Effect.gen(function* () {
  for (const object of yield* Objects.find({ types: ["controller"] })) {
    if (object.type !== "controller" || typeof object.user === "string") continue
    const { _id: controller, room = "" } = object
    if (room !== null && RoomName.is(room) && typeof controller === "string") return { room, controller }
  }
  return assert.fail("no room is free")
})

/** Returns the coordinates of a plain square with plain neighbours. */
export const clearing = (terrain: Terrain.Terrain) => {
  for (let x = 10; x < 40; x++) {
    for (let y = 10; y < 40; y++) {
      const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => terrain.at(x + dx, y + dy)))
      if (around.every((kind) => kind === "plain")) return { x, y }
    }
  }
  return assert.fail("no square is clear")
}

export const rejection = <A, R>(command: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.map(Effect.flip(command), ({ message }) => message)

export const plains = Terrain.fromSquares([])
export const walled = Terrain.fromSquares(
  Array.from({ length: 50 }, (_, i) => [
    { x: i, y: 0, type: "wall" },
    { x: i, y: 25, type: "swamp" }
  ]).flat()
)

/** The administration, and an account that reads. */
export const layer = Observer.layer.pipe(Layer.provideMerge(administration))
