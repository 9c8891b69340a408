import { createRequire } from "node:module"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { withPort } from "./support/port.ts"
import { bob } from "./support/server.ts"
import { until } from "@screeps-effect/fixtures/time"

/** An event that the npm package `screeps-api` passes to its listeners. */
interface Event {
  readonly type: string
  readonly channel: string
  readonly id?: string
  readonly data: unknown
}

/** The part of the npm package `screeps-api` 1.16.1 that is used here, since its own types do not match it. */
interface Peer {
  readonly auth: (email: string, password: string) => Promise<unknown>
  readonly me: () => Promise<unknown>
  readonly raw: {
    readonly game: { readonly roomTerrain: (room: string, encoded?: number) => Promise<unknown> }
    readonly user: {
      readonly code: {
        readonly get: (branch: string) => Promise<unknown>
        readonly set: (
          branch: string,
          modules: Readonly<Record<string, string>>,
          hash: number
        ) => Promise<unknown>
      }
      readonly console: (expression: string) => Promise<unknown>
      readonly memory: {
        readonly get: (path?: string) => Promise<unknown>
        readonly set: (path: string, value: unknown) => Promise<unknown>
      }
    }
  }
  readonly socket: {
    readonly connect: () => Promise<void>
    readonly disconnect: () => void
    readonly gzip: (on: boolean) => Promise<void>
    readonly on: (event: string, listener: (event: Event) => void) => void
    readonly subscribe: (channel: string) => Promise<void>
    readonly unsubscribe: (channel: string) => Promise<void>
  }
}

const { ScreepsAPI } = createRequire(import.meta.url)("screeps-api") as {
  readonly ScreepsAPI: new (server: {
    readonly protocol: "http"
    readonly hostname: string
    readonly port: string
    readonly path: string
  }) => Peer
}

/** Creates a client for this address. */
const makeClient = (url: string) => {
  const { hostname, port } = new URL(url)
  return new ScreepsAPI({ protocol: "http", hostname, port, path: "/" })
}

/** Connects its socket until the scope ends. */
const connect = ({ socket }: Peer) =>
  Effect.acquireRelease(
    Effect.promise(() => socket.connect()),
    () => Effect.sync(() => socket.disconnect())
  )

const makeWorld = () =>
  ScreepsWorld.make({
    accounts: [bob],
    evaluate: ({ expressions, memory, modules, time }) => {
      memory["tick"] = time
      const { main } = modules
      return { log: [`${typeof main === "string" ? main : ""} <${time}>`], results: [...expressions], cpu: 3 }
    }
  })

const settled = Effect.gen(function* () {
  const world = makeWorld()
  const { _id } = yield* world.users.get("bob")
  const spawn = yield* world.rooms.addObject("W7N7", {
    type: "spawn",
    x: 25,
    y: 25,
    user: _id,
    name: "Spawn1",
    hits: 5000
  })
  return { world, id: _id, spawn }
})

describe("npm's screeps-api 1.16.1 on TestServer", () => {
  it.live("signs in with a password and reads its account, terrain, code and Memory", () =>
    Effect.gen(function* () {
      const { id, world } = yield* settled
      yield* world.users.setMemory("bob", { a: { b: [1, 2] } })
      yield* withPort(world, (url) =>
        Effect.gen(function* () {
          const client = makeClient(url)
          assert.include(yield* Effect.promise(() => client.auth("bob", bob.password)), { ok: 1 })
          assert.deepInclude(yield* Effect.promise(() => client.me()), {
            _id: id,
            username: "bob",
            email: bob.email,
            cpu: 100
          })

          const answer = yield* Effect.promise(() => client.raw.game.roomTerrain("W7N7", 1))
          const { terrain } = answer as { readonly terrain: ReadonlyArray<Readonly<Record<string, string>>> }
          assert.deepInclude(terrain[0], { room: "W7N7", type: "terrain" })
          const land = Result.getOrThrow(Terrain.decode(terrain[0]?.["terrain"] ?? ""))
          assert.isTrue(land.isWalkable(25, 25))

          const { memory } = client.raw.user
          assert.deepInclude(yield* Effect.promise(() => memory.get("a")), { data: { b: [1, 2] } })
          yield* Effect.promise(() => memory.set("a.c", "new"))
          yield* world.tick
          assert.deepInclude(yield* Effect.promise(() => memory.get()), {
            data: { a: { b: [1, 2], c: "new" }, tick: 1 }
          })
          const { code } = client.raw.user
          assert.include(yield* Effect.promise(() => code.set("default", { main: "v2" }, 7)), { ok: 1 })
          assert.deepInclude(yield* Effect.promise(() => code.get("default")), {
            branch: "default",
            modules: { main: "v2" }
          })
        })
      )
    })
  )

  it.live("receives console lines, cpu, code and a room on its socket", () =>
    Effect.gen(function* () {
      const { id, spawn, world } = yield* settled
      yield* withPort(world, (url, { connections }) =>
        Effect.gen(function* () {
          const client = makeClient(url)
          yield* Effect.promise(() => client.auth("bob", bob.password))
          const events: Array<Event> = []
          client.socket.on("message", (event) => events.push(event))
          const of = (channel: string) =>
            events.filter((event) => event.channel === channel).map(({ data }) => data)
          yield* connect(client)
          assert.deepStrictEqual(of("protocol"), [{ protocol: "14" }])
          assert.deepInclude(of("auth")[0], { status: "ok" })

          for (const channel of ["console", "cpu", "code", "memory/tick", "room:W7N7"])
            yield* Effect.promise(() => client.socket.subscribe(channel))
          yield* until(() => of("room").length === 1 && of("cpu").length === 1)
          const [state] = yield* connections
          assert.strictEqual(state?.username, "bob")
          assert.sameMembers(
            [...(state?.subscriptions ?? [])],
            [`user:${id}/console`, `user:${id}/cpu`, `user:${id}/code`, `user:${id}/memory/tick`, "room:W7N7"]
          )

          yield* Effect.promise(() => client.raw.user.code.set("default", { main: "v2" }, 7))
          yield* until(() => of("code").length === 1)
          assert.deepInclude(of("code")[0], { branch: "default", modules: { main: "v2" }, hash: 7 })
          yield* Effect.promise(() => client.raw.user.console("Game.time"))
          yield* world.rooms.changeObject(spawn, { hits: 4321 })
          yield* world.tick
          yield* until(() => of("room").length === 2)
          yield* world.tick
          yield* until(() => of("room").length === 3)

          assert.deepStrictEqual(of("console"), [
            { messages: { log: ["v2 &#x3C;1&#x3E;"], results: ["Game.time"] } },
            { messages: { log: ["v2 &#x3C;2&#x3E;"], results: [] } }
          ])
          assert.deepStrictEqual(of("cpu"), [
            { cpu: 0, memory: 2 },
            { cpu: 3, memory: 10 },
            { cpu: 3, memory: 10 }
          ])
          assert.deepStrictEqual(of("memory/tick"), ["1", "2"])
          const [whole, patch] = of("room") as ReadonlyArray<{
            readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>>>>
            readonly gameTime?: number
          }>
          assert.deepInclude(whole?.objects[spawn], { type: "spawn", user: id, name: "Spawn1", hits: 5000 })
          assert.deepInclude(patch?.objects[spawn], { hits: 4321 })
          assert.strictEqual(patch?.gameTime, 2)
        })
      )
    })
  )
})
