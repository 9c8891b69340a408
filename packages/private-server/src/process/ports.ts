/** Free ports of the loopback interface: no service of Effect listens without a handler. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { createServer } from "node:net"

// Below Linux's range for outgoing connections, which therefore do not take one of these ports.
const range = { lowest: 20_000, highest: 31_999 }

/** Holds a port until the scope closes; returns whether it was free. */
const hold = (port: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer> | undefined>((resume) => {
        const server = createServer()
        server.once("error", () => resume(Effect.succeed(undefined)))
        server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resume(Effect.succeed(server)))
      }),
      (server) =>
        server === undefined
          ? Effect.void
          : Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    ),
    (server) => server !== undefined
  )

/** Holds some free port until the scope closes. */
const holdAny = Effect.gen(function* () {
  for (;;) {
    const port = yield* Random.nextIntBetween(range.lowest, range.highest)
    if (yield* hold(port)) return port
  }
})

/** Returns two free ports, the first one as wanted; `undefined` if another program uses that. */
export const freePorts = (
  wanted: number | undefined
): Effect.Effect<readonly [port: number, other: number] | undefined> =>
  // Kept open until both are found, so that none is found twice.
  Effect.gen(function* () {
    if (wanted !== undefined && !(yield* hold(wanted))) return undefined
    return [wanted ?? (yield* holdAny), yield* holdAny] as const
  }).pipe(Effect.scoped)
