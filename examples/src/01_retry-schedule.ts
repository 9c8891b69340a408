/**
 * Retry schedules of your own: for a whole program, for a call that never waits, and for a write that is repeated on
 * purpose. The in-memory server fails in ways that are scripted here.
 *
 *   node examples/src/01_retry-schedule.ts
 *
 * For your server provide `Screeps.layerConfig()` in place of `SampleWorld.layer()`, without the faults.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Game, Retry, type ScreepsError, User } from "@screeps-effect/api"
import { Faults, SampleWorld } from "@screeps-effect/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"

/** Five retries, each after twice the delay of the one before; none after an internal server error, which rarely passes. */
const patient = Schedule.exponential("50 millis").pipe(
  Schedule.upTo({ times: 5 }),
  Schedule.jittered,
  Schedule.setInputType<ScreepsError.ScreepsError>(),
  Schedule.while(({ input: { reason } }) => reason._tag !== "ServerFault" || reason.status !== 500),
  Schedule.tap(({ attempt, input }) => Console.log(`  retry ${attempt} after ${input.reason._tag}`))
)

const program = Effect.gen(function* () {
  yield* Console.log("The schedule of the program: the server fails four times, then responds.")
  yield* Faults.next(Game.time, Faults.badGateway, 4)
  yield* Console.log(`  tick ${(yield* Game.time()).time}`)

  yield* Console.log("A call that never waits fails with its first failure.")
  yield* Faults.next(Game.time, Faults.badGateway)
  const failure = yield* Effect.flip(Game.time().pipe(Effect.provide(Retry.layer(Retry.none))))
  yield* Console.log(`  ${failure.message}`)

  yield* Console.log("A write without a response may have been executed: it is not repeated.")
  yield* Faults.next(User.console, Faults.afterResponse(Faults.reset))
  const lost = yield* Effect.flip(User.console({ expression: "once" }))
  yield* Console.log(`  ${lost.reason._tag}`)

  yield* Console.log("Unless the program asks for it: the line may then run twice.")
  yield* Faults.next(User.console, Faults.afterResponse(Faults.reset))
  yield* User.console({ expression: "twice" }).pipe(Effect.provideService(Retry.RetryableRequests, "all"))
  yield* Console.log("  sent")
})

program.pipe(
  // Without this line: three retries, after about half a second, one second and two.
  Effect.provide(SampleWorld.layer().pipe(Layer.provide(Retry.layer(patient)))),
  NodeRuntime.runMain
)
