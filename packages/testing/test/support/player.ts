/** A player's program: the SDK's own layers over a server in memory. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type * as Server from "@screeps-effect/api/Server"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { settle } from "@screeps-effect/fixtures/time"

type Requirements = HttpClient.HttpClient | Server.Server | Socket.WebSocketConstructor

/** Everything that a player's program uses, signed in with a password. */
export const playing = (
  who: { readonly username: string; readonly password: string },
  options: ScreepsSocket.Options = {}
) =>
  playingAs(
    Credentials.layerPassword({ username: who.username, password: Redacted.make(who.password) }),
    options
  )

/** The same with other credentials. */
export const playingAs = (
  credentials: Layer.Layer<Credentials.Credentials>,
  options: ScreepsSocket.Options = {}
): Layer.Layer<
  | Layer.Success<ReturnType<typeof RoomFeed.layer>>
  | Layer.Success<ReturnType<typeof ScreepsClient.layerNoDeps>>
  | ScreepsSocket.ScreepsSocket,
  never,
  Requirements
> =>
  RoomFeed.layer().pipe(
    Layer.provideMerge(ScreepsSocket.layer(options)),
    Layer.provideMerge(ScreepsClient.layerNoDeps()),
    Layer.provide(credentials)
  )

/** Collects a stream's items in the background of the test's scope. */
export const listen = <A, R>(
  stream: Stream.Stream<A, SocketError, R>
): Effect.Effect<ReadonlyArray<A>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const items: Array<A> = []
    yield* Effect.forkScoped(
      Effect.orDie(Stream.runForEach(stream, (item) => Effect.sync(() => items.push(item))))
    )
    yield* settle
    return items
  })

/** Runs a player's program on a server in memory. */
export const on =
  <L, R>(server: Layer.Layer<L | Requirements>, player: Layer.Layer<R, never, Requirements>) =>
  <A, E>(program: Effect.Effect<A, E, L | R | Requirements | Scope.Scope>): Effect.Effect<A, E> =>
    program.pipe(Effect.scoped, Effect.provide(Layer.provideMerge(player, server)))
