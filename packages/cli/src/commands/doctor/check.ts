/** Calls one operation and compares the response with its schema. */
import * as Drift from "@screeps-effect/api/Drift"
import type { AnyOperation, UnknownOperation } from "@screeps-effect/api/Operation"
import * as Client from "@screeps-effect/api/ScreepsClient"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isReadonlyObject as isObject } from "effect/Predicate"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Known, prepare } from "./inputs.ts"
import type { Checked, Entry, Outcome, Part } from "./report.ts"

/** Stands for a key that is not shown. */
const hidden = "?"

/** Returns whether a text looks like an id or a part of a token: hexadecimal, or long with digits. */
const isTokenLike = (key: string): boolean =>
  /[0-9a-f]{8}/i.test(key) || (key.match(/\d/g) ?? []).length > (key.length < 20 ? 4 : 0)

const isHarmless = (key: string): boolean =>
  /^[A-Za-z_$][\w$-]{0,40}$/.test(key) && !RoomName.is(key.toUpperCase()) && !isTokenLike(key)

/** The keys whose values identify somebody or something. */
const identifying = /^(?:_?id|user|username|name|email|owner|token|room|shard|respondent)$/i

/** Deeper parts of a response are left out: no schema goes as deep. */
const maxDepth = 100

/** Collects the texts that identify somebody or something, in lower case. */
const identitiesIn = (value: unknown, found: Set<string>, depth = 0): void => {
  if (depth === maxDepth) return
  if (Array.isArray(value)) for (const entry of value) identitiesIn(entry, found, depth + 1)
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "string" && identifying.test(key)) found.add(inner.toLowerCase())
    else identitiesIn(inner, found, depth + 1)
  }
}

/** Replaces keys that contain characters of paths, so that a path can be split into its keys. */
const withPlainKeys = (value: unknown, depth = 0): unknown => {
  if (depth === maxDepth) return null
  if (Array.isArray(value)) return value.map((entry: unknown) => withPlainKeys(entry, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner], i) => [
      /[.[\]{}]/.test(key) ? `${hidden}${i}` : key,
      withPlainKeys(inner, depth + 1)
    ])
  )
}

/**
 * Hides keys in paths that may identify somebody or something, since a server may use names, ids and tokens of users as
 * keys; each path once.
 */
const shownKeys = (
  paths: ReadonlyArray<string>,
  body: unknown,
  known: ReadonlyArray<unknown>
): ReadonlyArray<string> => {
  const secret = new Set<string>()
  for (const value of known) if (typeof value === "string") secret.add(value.toLowerCase())
  identitiesIn(body, secret)
  const clean = (part: string) => {
    // The signs of lists and mappings begin at the first bracket: keys contain none.
    const brackets = part.search(/[[{]/)
    const [key, entries] = brackets < 0 ? [part, ""] : [part.slice(0, brackets), part.slice(brackets)]
    return `${key === "" || (isHarmless(key) && !secret.has(key.toLowerCase())) ? key : hidden}${entries}`
  }
  return [...new Set(paths.map((path) => path.split(".").map(clean).join(".")))]
}

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
  status: number | undefined
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

/** Returns the paths of keys that a response has and the schema does not, without keys that identify somebody. */
const unknownKeysOf = ({ output }: AnyOperation, body: unknown, known: Known) =>
  shownKeys(
    Decoder.unknownKeys(output, withPlainKeys(body)),
    body,
    identities.map((field) => known.get(field))
  )

/** Returns what is known of a response, whether it could be decoded or not. */
const observations = (operation: AnyOperation, { body, drift, status }: Observed, known: Known) => {
  const unknownKeys = Option.match(body, {
    onNone: () => [],
    onSome: (one) => unknownKeysOf(operation, one, known)
  })
  return {
    ...(status === undefined ? {} : { status }),
    ...(drift.length === 0 ? {} : { drift }),
    ...(unknownKeys.length === 0 ? {} : { unknownKeys })
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
  const observed: Observed = { status: undefined, body: Option.none(), drift: [] }
  const source = `${operation.method} ${operation.path}`
  const onEvent = (event: ScreepsEvents.Event) => {
    // A sign-in during the call is a POST.
    if (event._tag === "Response" && event.method === "GET") observed.status = event.status
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
