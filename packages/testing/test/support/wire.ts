/** A client of the socket that says what it is told to, and keeps every frame that comes. */
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import { makeServer, type Server } from "./server.ts"
import { settle } from "./time.ts"

/** A client and what came to it. */
export interface Client {
  /** Everything that came, as it came. */
  readonly frames: ReadonlyArray<string>
  /** How it ended; `undefined` while it did not. */
  readonly ended: () => { readonly code: number | undefined; readonly reason: string | undefined } | undefined
  /** Says something and waits for what comes at once; gives what came. */
  readonly say: (...texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** Says something that is no text. */
  readonly sayBytes: () => void
  /** What came since this was asked last, channels and payloads of events only. */
  readonly news: () => ReadonlyArray<readonly [channel: string, payload: unknown]>
  readonly close: Effect.Effect<void>
}

/** The events among frames. */
export const events = (
  frames: ReadonlyArray<string>
): ReadonlyArray<readonly [channel: string, payload: unknown]> =>
  frames.flatMap((text) => (text.startsWith("[") ? [JSON.parse(text) as readonly [string, unknown]] : []))

/** A client that has not signed in; it hangs up when the scope ends. */
export const dial = (
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
      say: (...texts) =>
        Effect.gen(function* () {
          const before = frames.length
          for (const text of texts) ws.send(text)
          yield* settle
          return frames.slice(before)
        }),
      sayBytes: () => ws.send(new Uint8Array([1])),
      news: () => {
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

export interface Stage {
  readonly server: Server
  readonly world: ScreepsWorld.ScreepsWorld
  readonly controls: TestServer.Controls["Service"]
  /** One tick, and everything that it makes come. */
  readonly tick: Effect.Effect<void>
  /** A client who has signed in with this token. */
  readonly signedIn: (
    token: string
  ) => Effect.Effect<Client, never, Socket.WebSocketConstructor | Scope.Scope>
}

/** Runs a program beside a server in memory in which alice and bob have accounts. */
export const withServer = <A, E>(
  program: (stage: Stage) => Effect.Effect<A, E, Socket.WebSocketConstructor | Scope.Scope>,
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
            const client = yield* dial()
            yield* client.say(`auth ${token}`)
            client.news()
            return client
          })
      })
    )
  }).pipe(Effect.provide(Layer.fresh(TestServer.layer(server.world, options))))
}

/** The token of somebody who signs in with a password. */
export const tokenOf = (server: Server, who: { readonly username: string; readonly password: string }) =>
  Effect.map(server.signIn(who), (headers) => headers["x-token"])
