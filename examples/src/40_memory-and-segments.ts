/**
 * Typed Memory and raw segments: read, checked by schemas of your own, changed, and read back.
 *
 *   node examples/src/40_memory-and-segments.ts      on a server in memory
 *
 * On a server of yours: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 * It uses Memory.screepsEffectExample and one empty segment, and removes both at the end.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Memory, ScreepsClient, Segments } from "@screeps-effect/api"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { Console, Data, DateTime, Effect, Option, Schedule, Schema } from "effect"

const path = "screepsEffectExample"

const Plan = Schema.Struct({
  reserve: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
  allies: Schema.Array(Schema.String),
  since: Schema.DateTimeUtcFromString
})
type Plan = typeof Plan.Type

const say = (what: string, { allies, reserve, since }: Plan) =>
  Console.log(
    `  ${what.padEnd(11)} reserve ${reserve}, allies ${allies.join(" and ")}, since ${DateTime.formatIso(since)}`
  )

class Lost extends Data.TaggedError("Lost") {
  override readonly message = "Somebody else kept changing Memory: nothing of ours lasted."
}

const read = Effect.flatMap(Memory.read({ path }, Plan), Effect.fromOption)
const isEqual = Schema.toEquivalence(Plan)

/** Writes take effect when the player's script runs next: asks until what was written is there, for some ticks. */
const arrives = (wanted: Plan) =>
  read.pipe(
    Effect.filterOrFail(
      (plan) => isEqual(plan, wanted),
      () => new Lost()
    ),
    Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 20 })
  )

/**
 * Read, change, write, look again; begun anew when it was not what we wrote that lasted.
 *
 * There is no compare-and-swap over HTTP. What the script itself writes between our reading and the tick in which our
 * write takes effect is overwritten, and nobody is told: keep to paths that only you write, or let the change run in
 * the script's own tick, as a console line (see `50_console.ts`).
 */
const modify = (change: (plan: Plan) => Plan) =>
  Effect.gen(function* () {
    const changed = change(yield* read)
    yield* Memory.write({ path, value: changed }, Plan)
    return yield* arrives(changed)
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
  yield* say("written", yield* arrives(first))
  const changed = yield* modify((plan) => ({
    ...plan,
    reserve: plan.reserve + 5000,
    allies: [...plan.allies, "carol"]
  }))
  yield* say("changed", changed)
  // What does not fit the schema is an error that says where, never a value of the wrong type.
  yield* Memory.read({ path }, Schema.Struct({ reserve: Schema.String })).pipe(
    Effect.catchReason("ScreepsError", "UnexpectedResponse", ({ detail: issue }) =>
      Console.log("  refused    ", issue.replaceAll(/\s+/g, " "))
    )
  )
})

/** Segments hold text, up to 100 KiB each, and are written at once; the schema makes it JSON. */
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
  yield* say(`segment ${segment}`, yield* Schema.decodeEffect(Stored)(text))
})

// ---- which server: without SCREEPS_URL one in memory

const layer =
  process.env["SCREEPS_URL"] === undefined
    ? SampleWorld.layer({ tickEvery: "200 millis" })
    : ScreepsClient.layerFetchConfig

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
