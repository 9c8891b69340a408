/** The Graphite output over real connections. */
import { NodeSocket } from "@effect/platform-node"
import { Graphite } from "@screeps-effect/stats"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"

/** Starts the output; returns its scope. */
export const started = (port: number, options: Graphite.Options = {}) =>
  Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Effect.scope)
    yield* Layer.buildWithScope(
      Graphite.layer({ interval: "10 seconds", ...options }).pipe(
        Layer.provide(NodeSocket.layerNet({ host: "127.0.0.1", port }))
      ),
      scope
    )
    return scope
  })

/** Ends the output, whose server does not respond. */
export const stop = (scope: Scope.Closeable) =>
  Effect.gen(function* () {
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    while (closing.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
    yield* Fiber.join(closing)
  })
