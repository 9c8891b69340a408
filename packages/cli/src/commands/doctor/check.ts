/** Calls one operation and compares the response with its schema. */
import * as Drift from "@screeps-effect/api/Drift"
import type { AnyOperation, UnknownOperation } from "@screeps-effect/api/Operation"
import * as Client from "@screeps-effect/api/ScreepsClient"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Known, prepare } from "./inputs.ts"
import { hidesKeys, shownKeys, withPlainKeys } from "./keys.ts"
import type { Checked, Entry, Outcome, Part } from "./report.ts"
import { errorOf, rateLimitOf, type Received, shapeOf } from "./shape.ts"

const outcomeOf: { readonly [Tag in Reason["_tag"]]: Outcome } = {
  EndpointNotFound: "absent",
  Rejected: "rejected",
  HistoryNotFound: "rejected",
  Unauthorized: "unauthorized",
  Forbidden: "unauthorized",
  ServerFault: "failed",
  RateLimited: "failed",
  Unreachable: "failed",
  TimedOut: "failed",
  UnexpectedResponse: "failed",
  ShardRequired: "skipped",
  InvalidInput: "skipped"
}

const missingFor = (reason: Reason): ReadonlyArray<string> =>
  reason._tag === "ShardRequired" ? ["shard"] : reason._tag === "InvalidInput" ? [reason.field] : []

/** What was observed during a call. */
interface Observed {
  /** The last response, of any status. */
  received: Received | undefined
  /** The parsed body; none when the response is a failure or not JSON. */
  body: Option.Option<unknown>
  readonly drift: Array<Part>
}

/** Returns the essential parts that a response lacks. */
const faultsOf = ({ output }: AnyOperation, body: unknown): ReadonlyArray<Part> => {
  const schema = Schema.make<Schema.ConstraintCodec<unknown, unknown>>(output.ast)
  const decode = Decoder.tolerant(schema, { needsEntries: true })
  const faults = Result.match(decode(body), { onFailure: (list) => list, onSuccess: () => [] })
  const same = Arr.groupBy(faults, (one) => Decoder.formatDrift([one]))
  return Object.values(same).map(([first, ...others]) => ({ ...first, count: others.length + 1 }))
}

/** Creates the entry of a report for an operation. */
export const entryOf = (
  operation: string,
  { method, path }: Pick<AnyOperation, "method" | "path">,
  outcome: Outcome,
  more: Omit<Partial<Entry>, "operation" | "method" | "path" | "outcome"> = {}
): Entry => ({ operation, method, path, outcome, ...more })

const identities = ["id", "username", "respondent", "room", "shard"] as const

/** Returns what is known of a body: keys that the schema does not have, and its shape. */
const bodyObservations = (operation: AnyOperation, body: unknown, known: Known) => {
  const hides = hidesKeys(
    body,
    identities.map((field) => known.get(field))
  )
  const unknownKeys = shownKeys(Decoder.unknownKeys(operation.output, withPlainKeys(body)), hides)
  return {
    ...(unknownKeys.length === 0 ? {} : { unknownKeys }),
    shape: shapeOf(operation, body, hides)
  }
}

/** Returns what is known of a response, whether it could be decoded or not. */
const observations = (operation: AnyOperation, { body, drift, received }: Observed, known: Known) => {
  const error = received && errorOf(received)
  const rateLimit = received && rateLimitOf(received)
  return {
    ...(received === undefined ? {} : { status: received.status }),
    ...(error === undefined ? {} : { error }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(drift.length === 0 ? {} : { drift }),
    ...Option.match(body, { onNone: () => ({}), onSome: (one) => bodyObservations(operation, one, known) })
  }
}

/** Calls an operation once, and never fails. */
export const check = (
  name: string,
  operation: UnknownOperation,
  known: Known
): Effect.Effect<Checked, never, Client.ScreepsClient> => {
  const { input, missing } = prepare(operation, known)
  if (missing.length > 0) return Effect.succeed({ entry: entryOf(name, operation, "skipped", { missing }) })
  const observed: Observed = { received: undefined, body: Option.none(), drift: [] }
  const source = `${operation.method} ${operation.path}`
  const onEvent = (event: ScreepsEvents.Event) => {
    // A sign-in during the call is a POST.
    if (event._tag === "Response" && event.method === "GET") observed.received = event
    if (event._tag !== "Drift" || event.source !== source || Drift.isExplained(source, event)) return
    const { count, expected, found, path } = event
    observed.drift.push({ path, expected, found, count })
  }
  const observe: Client.Middleware = (send) => (request) =>
    Effect.tap(send(request), ({ body }) =>
      Effect.sync(() => {
        observed.body = Option.some(body)
      })
    )
  return Effect.match(operation(input), {
    onFailure: ({ reason }): Checked => {
      const missing = missingFor(reason)
      if (reason._tag === "UnexpectedResponse" && Option.isSome(observed.body))
        observed.drift.push(...faultsOf(operation, observed.body.value))
      const entry = entryOf(name, operation, outcomeOf[reason._tag], {
        reason: reason._tag,
        ...(missing.length === 0 ? {} : { missing }),
        ...observations(operation, observed, known)
      })
      return { entry, message: reason.message }
    },
    onSuccess: (): Checked => {
      const outcome = observed.drift.length === 0 ? "ok" : "drift"
      return { entry: entryOf(name, operation, outcome, observations(operation, observed, known)) }
    }
  }).pipe(
    Effect.provideService(ScreepsEvents.OnEvent, [onEvent]),
    Effect.provideService(Client.Middleware, [observe]),
    Effect.provideService(Client.Strictness, "tolerant"),
    // The report lists what cannot be read.
    Effect.provideService(References.MinimumLogLevel, "Error")
  )
}
