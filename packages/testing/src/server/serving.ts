/** Runs a server: connects the socket to the world's events, passes ticks, and provides controls. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ScreepsWorld } from "../world/ScreepsWorld.ts"
import type { Controls } from "./controls.ts"
import { type Quirks, resolveQuirks } from "./quirks.ts"
import type { DialectName } from "./dialect.ts"
import { Hub } from "../socket/hub.ts"

/** @internal */
export interface RunningServer {
  readonly hub: Hub
  readonly controls: Controls["Service"]
}

/** Options for the socket and for ticks. @internal */
export interface RunOptions {
  readonly dialect?: DialectName | undefined
  readonly tickEvery?: Duration.Input | undefined
  readonly quirks?: Quirks | undefined
  readonly mods?: ReadonlyArray<string> | undefined
}

/** Runs a server until the scope ends. @internal */
export const runServer = (
  { tick, world }: ScreepsWorld,
  { dialect, mods, quirks, tickEvery }: RunOptions,
  onMistake: (mistake: Error) => void
): Effect.Effect<RunningServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const hub = new Hub(world, {
      dialect: dialect ?? "private",
      quirks: resolveQuirks(quirks),
      mods: new Set(mods),
      now: () => clock.currentTimeMillisUnsafe(),
      onMistake
    })
    yield* Effect.acquireRelease(
      Effect.sync(() => hub.listen()),
      (stop) =>
        Effect.sync(() => {
          stop()
          hub.drop(1006, "")
        })
    )

    let isPaused = false
    if (tickEvery !== undefined) {
      const pass = Effect.suspend(() => (isPaused ? Effect.void : tick)).pipe(
        // Such as of a test's `evaluate`: without this, time would stop and nobody would see why.
        Effect.catchDefect((defect) => Effect.logError("A tick of the world failed", defect))
      )
      yield* Effect.forkScoped(Effect.forever(Effect.delay(pass, tickEvery)))
    }

    const end = (keepTokens: boolean) => {
      hub.drop(1006, "")
      hub.forget()
      if (!keepTokens) world.tokens.expireSessions()
    }
    return {
      hub,
      controls: {
        connections: Effect.sync(() =>
          hub.connections.map(({ subscriptions, username }) => ({ subscriptions, username }))
        ),
        drop: ({ code = 1006, reason = "", username } = {}) =>
          Effect.sync(() => hub.drop(code, reason, username)),
        freeze: Effect.sync(() => {
          for (const connection of hub.connections) connection.freeze()
        }),
        sendFrame: (frame) =>
          Effect.sync(() => {
            for (const connection of hub.connections) connection.send(frame)
          }),
        restart: ({ keepTokens = true } = {}) => Effect.sync(() => end(keepTokens)),
        stop: Effect.sync(() => {
          hub.isDown = true
          end(true)
        }),
        start: Effect.sync(() => {
          hub.isDown = false
        }),
        expireTokens: Effect.sync(() => world.tokens.expireSessions()),
        pause: Effect.sync(() => {
          isPaused = true
        }),
        resume: Effect.sync(() => {
          isPaused = false
        })
      }
    }
  })
