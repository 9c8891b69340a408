/**
 * Reads, changes and writes Memory and raw segments with your own schemas.
 *
 *   node examples/src/40_memory-and-segments.ts      on an in-memory server
 *
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 * It uses Memory.screepsEffectExample and one empty segment, and removes both at the end.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Memory, ScreepsClient, Segments } from "@screeps-effect/api"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

const path = "screepsEffectExample"

const Plan = Schema.Struct({
  reserve: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
  allies: Schema.Array(Schema.String),
  since: Schema.DateTimeUtcFromString
})
type Plan = typeof Plan.Type

const print = (what: string, { allies, reserve, since }: Plan) =>
  Console.log(
    `  ${what.padEnd(11)} reserve ${reserve}, allies ${allies.join(" and ")}, since ${DateTime.formatIso(since)}`
  )

class Lost extends Data.TaggedError("Lost") {
  override readonly message =
    "Memory.screepsEffectExample was changed by another writer: stop it, and run the example again."
}

const read = Effect.flatMap(Memory.read({ path }, Plan), Effect.fromOption)
const isEqual = Schema.toEquivalence(Plan)

/** Reads until the written value is there: a write takes effect when the player's script next runs. */
const untilWritten = (wanted: Plan) =>
  read.pipe(
    Effect.filterOrFail(
      (plan) => isEqual(plan, wanted),
      () => new Lost()
    ),
    Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 20 })
  )

/**
 * Reads, changes, writes and reads again; retries if the written value did not stay.
 *
 * There is no compare-and-swap over HTTP. If the script writes the same path between the read and the tick in which the
 * write takes effect, its value is overwritten without notice. Use paths that only you write, or run the change in the
 * script's own tick, as a console line (see `50_console.ts`).
 */
const modify = (change: (plan: Plan) => Plan) =>
  Effect.gen(function* () {
    const changed = change(yield* read)
    yield* Memory.write({ path, value: changed }, Plan)
    return yield* untilWritten(changed)
  }).pipe(Effect.retry({ times: 2, while: (error) => error._tag === "Lost" }))

const memory = Effect.gen(function* () {
  const first = yield* Schema.decodeEffect(Plan)({
    reserve: 20_000,
    allies: ["alice"],
    since: "2026-11-21T00:00:00Z"
  })
  yield* Effect.acquireRelease(Memory.write({ path, value: first }, Plan), () =>
    Effect.ignore(Memory.remove({ path }))
  )
  yield* print("written", yield* untilWritten(first))
  const changed = yield* modify((plan) => ({
    ...plan,
    reserve: plan.reserve + 5000,
    allies: [...plan.allies, "carol"]
  }))
  yield* print("changed", changed)
  // A value that does not fit the schema is an error that names the place.
  yield* Memory.read({ path }, Schema.Struct({ reserve: Schema.String })).pipe(
    Effect.catchReason("ScreepsError", "UnexpectedResponse", ({ detail }) =>
      Console.log("  rejected   ", detail.replaceAll(/\s+/g, " "))
    )
  )
})

/** Segments contain text, up to 100 KiB each, and are written immediately; this schema encodes it as JSON. */
const Stored = Schema.fromJsonString(Plan)

const segments = Effect.gen(function* () {
  const numbers = [90, 91, 92, 93, 94, 95, 96, 97, 98, 99]
  const texts = yield* Segments.readMany({ segments: numbers })
  const segment = yield* Effect.fromNullishOr(
    numbers.find((_, i) => Option.getOrElse(texts[i] ?? Option.none(), () => "") === "")
  )
  const data = yield* Schema.encodeEffect(Stored)(yield* read)
  yield* Effect.acquireRelease(Segments.set({ segment, data }), () =>
    Effect.ignore(Segments.set({ segment, data: "" }))
  )
  const text = yield* Effect.flatMap(Segments.read({ segment }), Effect.fromOption)
  yield* print(`segment ${segment}`, yield* Schema.decodeEffect(Stored)(text))
})

// ---- the server: in memory unless SCREEPS_URL is set

const layer =
  process.env["SCREEPS_URL"] === undefined
    ? SampleWorld.layer({ tickEvery: "200 millis" })
    : ScreepsClient.layerConfig()

Effect.andThen(memory, segments).pipe(
  Effect.scoped,
  Effect.provide(layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
