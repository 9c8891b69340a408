/** A socket client that records every frame. */
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import { makeServer, type Server } from "./server.ts"
import { settle } from "@screeps-effect/fixtures/time"

/** A client and its frames. */
export interface Client {
  /** All frames as they arrived. */
  readonly frames: ReadonlyArray<string>
  /** The close code and reason; `undefined` while the connection is open. */
  readonly ended: () => { readonly code: number | undefined; readonly reason: string | undefined } | undefined
  /** Sends frames and waits for the immediate responses, which it returns. */
  readonly send: (...texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Sends a binary frame. */
  readonly sendBytes: () => void
  /** Returns the events since the last call, as channels and payloads. */
  readonly newEvents: () => ReadonlyArray<readonly [channel: string, payload: unknown]>
  readonly close: Effect.Effect<void>
}

/** Returns the events among frames. */
export const events = (
  frames: ReadonlyArray<string>
): ReadonlyArray<readonly [channel: string, payload: unknown]> =>
  frames.flatMap((text) => (text.startsWith("[") ? [JSON.parse(text) as readonly [string, unknown]] : []))

/** A client that has not signed in; it closes when the scope ends. */
export const connect = (
  url = "ws://screeps.test/socket/websocket"
): Effect.Effect<Client, never, Socket.WebSocketConstructor | Scope.Scope> =>
  Effect.gen(function* () {
    const construct = yield* Socket.WebSocketConstructor
    const ws = construct(url)
    yield* Effect.addFinalizer(() => Effect.sync(() => ws.close()))
    const frames: Array<string> = []
    let ended: { readonly code: number | undefined; readonly reason: string | undefined } | undefined
    ws.addEventListener("message", ({ data }) => frames.push(String(data)))
    ws.addEventListener("close", ({ code, reason }) => {
      ended = { code, reason }
    })
    yield* settle
    let read = 0
    return {
      frames,
      ended: () => ended,
      send: (...texts) =>
        Effect.gen(function* () {
          const before = frames.length
          for (const text of texts) ws.send(text)
          yield* settle
          return frames.slice(before)
        }),
      sendBytes: () => ws.send(new Uint8Array([1])),
      newEvents: () => {
        const since = read
        read = frames.length
        return events(frames.slice(since))
      },
      close: Effect.andThen(
        Effect.sync(() => ws.close()),
        settle
      )
    }
  })

export interface Setup {
  readonly server: Server
  readonly world: ScreepsWorld.ScreepsWorld
  readonly controls: TestServer.Controls["Service"]
  /** Runs one tick and waits for its frames. */
  readonly tick: Effect.Effect<void>
  /** Connects a client that signs in with this token. */
  readonly signedIn: (
    token: string
  ) => Effect.Effect<Client, never, Socket.WebSocketConstructor | Scope.Scope>
}

/** Runs a program with a server in memory in which alice and bob have accounts. */
export const withServer = <A, E>(
  program: (setup: Setup) => Effect.Effect<A, E, Socket.WebSocketConstructor | Scope.Scope>,
  world: ScreepsWorld.Options = {},
  options: TestServer.Options = {}
): Effect.Effect<A, E> => {
  const server = makeServer(world, options)
  return Effect.gen(function* () {
    const controls = yield* TestServer.Controls
    return yield* Effect.scoped(
      program({
        server,
        world: server.world,
        controls,
        tick: Effect.andThen(server.world.tick, settle),
        signedIn: (token) =>
          Effect.gen(function* () {
            const client = yield* connect()
            yield* client.send(`auth ${token}`)
            client.newEvents()
            return client
          })
      })
    )
  }).pipe(Effect.provide(Layer.fresh(TestServer.layer(server.world, options))))
}

/** Returns a token for a user with a password. */
export const tokenOf = (server: Server, who: { readonly username: string; readonly password: string }) =>
  Effect.map(server.signIn(who), (headers) => headers["x-token"])
