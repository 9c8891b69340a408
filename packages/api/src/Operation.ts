/**
 * One HTTP endpoint as one constant: it is called, and it is data.
 *
 * **Details**
 *
 * `Game.roomTerrain({ room: "W1N1" })` is an effect; `Game.roomTerrain.path`, `.input`, `.answer` and the rest tell
 * what the endpoint is. Inputs are checked before anything is sent; answers are decoded once, by a compiled decoder
 * made at the first call.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { ShardName } from "@screeps-effect/schema/ShardName"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { type Auth, type RequestOptions, type Response, ScreepsClient } from "./client/ScreepsClient.ts"
import {
  InvalidInput,
  EndpointNotFound,
  type Reason,
  ScreepsError,
  ShardRequired,
  UnexpectedResponse
} from "./ScreepsError.ts"
import type { Description } from "./config/Server.ts"

/**
 * How we know what an endpoint does on one kind of server: `recorded` from a real answer, `read` in the server's
 * source, `reported` by others; `absent` means that this kind of server does not have it.
 */
export type Provenance = "recorded" | "source" | "reported" | "absent"

/** The quota that official servers publish for an endpoint of its own: so many requests per window. */
export interface Quota {
  readonly limit: number
  readonly per: "minute" | "hour" | "day"
}

/** What an operation is, besides being callable. */
export interface Metadata {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  /** Values of optional fields that are sent when the caller gives none. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Fields of a POST that travel in the query string all the same. */
  readonly queryFields: ReadonlyArray<string>
  /** Fields that are demanded of the caller but never sent. */
  readonly clientOnly: ReadonlyArray<string>
  /** Whether the answer is JSON, or text such as an SVG image. */
  readonly format: "json" | "text"
  /** Whether the call is sent once and never again, even after a 401, unless that speaks of the token. */
  readonly neverRetry: boolean
  /** Whether a shard is named in calls to official servers; private servers are never sent one. */
  readonly shard: "required" | "optional" | "none"
  /** Whether the call is made with a token, per kind of server. */
  readonly auth: { readonly private: Auth; readonly official: Auth }
  /** Whether the call may be repeated when its fate is unknown. */
  readonly idempotent: boolean
  /** The quota that official servers publish for this endpoint; `undefined` when only the global one holds. */
  readonly quota: Quota | undefined
  /** The key under which requests are counted: `global`, or method and path. */
  readonly limitKey: string
  /** How we know, per kind of server. */
  readonly provenance: { readonly private: Provenance; readonly official: Provenance }
  /** The mod that a private server needs for it; `undefined` when it needs none, or none has it. */
  readonly mod: string | undefined
  /** Whether the specification names it; `false` for what real servers offer beyond it. */
  readonly inSpecification: boolean
}

/** An operation's data with its schemas: what the in-memory server, documents and tests are made from. */
export interface Definition<in out I, in out A> extends Metadata {
  /** The fields that a caller may send: query of a GET, JSON body of a POST. */
  readonly input: Schema.ConstraintCodec<I, unknown>
  readonly output: Schema.ConstraintCodec<A, unknown>
}

/** An endpoint that must be told something: `Game.roomTerrain({ room: "W1N1" })`. */
export interface Operation<in out I, in out A> extends Definition<I, A> {
  (input: I): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** An endpoint that can be asked with nothing: `Game.time()`, `Game.time({ shard: "shard3" })`. */
export interface OptionalOperation<in out I, in out A> extends Definition<I, A> {
  (input?: I): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** An endpoint that takes nothing: `Game.version()`. */
export interface NullaryOperation<in out A> extends Definition<{}, A> {
  (): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** Any operation, as data: for tables, documents and tests. Inputs differ, so it cannot be called. */
export interface AnyOperation extends Metadata {
  readonly input: Schema.Constraint
  readonly output: Schema.Constraint
}

/** The fields that a caller may send. */
export type Fields = { readonly [key: string]: Schema.ConstraintCodec<unknown, unknown> }

// Spelled out here rather than taken from `Schema.Struct`, which costs the compiler more.
type OptionalFields<F> = {
  [K in keyof F]: F[K] extends { readonly "~type.optionality": "optional" } ? K : never
}[keyof F]
type Whole<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalFields<F>>]: F[K]["Type"] } & {
  readonly [K in OptionalFields<F>]?: F[K]["Type"]
}
type Flat<T> = { [K in keyof T]: T[K] } & {} // `& {}` makes editors print the keys instead of `Flat<…>`
type ShardField<S> = S extends "required" | "optional" ? { readonly shard?: ShardName | undefined } : {}
type InputOf<F extends Fields, S> = Flat<Whole<F> & ShardField<S>>
type DefaultsOf<F extends Fields> = {
  readonly [K in OptionalFields<F>]?: F[K]["Type"] | DefaultFromClock<F[K]["Type"]>
}
type Made<I, A> = keyof I extends never
  ? NullaryOperation<A>
  : {} extends I
    ? OptionalOperation<I, A>
    : Operation<I, A>

/** A default that follows from the moment of the call. */
export class DefaultFromClock<V> {
  /** What it is, in words for tables. */
  readonly description: string
  /** The value at a moment in milliseconds since 1970, UTC. */
  readonly value: (millis: number) => V

  constructor(says: string, at: (millis: number) => V) {
    this.description = says
    this.value = at
  }
}

/** How an operation is declared. */
export interface Options<F extends Fields, A, S extends Metadata["shard"]> {
  readonly input?: F
  /** Values of optional fields that are sent when the caller gives none. */
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty only where no field is optional
  readonly defaults?: DefaultsOf<F>
  /** Fields of a POST that travel in the query string all the same; `shard` may be one. */
  readonly queryFields?: ReadonlyArray<(keyof F & string) | "shard">
  /** Fields that are demanded of the caller but never sent. */
  readonly clientOnly?: ReadonlyArray<keyof F & string>
  /** Default: `json`. */
  readonly format?: "json" | "text"
  /** Default: `false`. */
  readonly neverRetry?: boolean
  /** Default: `none`. */
  readonly shard?: S
  readonly output: Schema.ConstraintCodec<A, unknown>
  /** Default: `always`. */
  readonly auth?: Auth | { readonly private: Auth; readonly official: Auth }
  /** Default: whether it is a GET. */
  readonly idempotent?: boolean
  readonly quota?: Quota
  /** Default: recorded from private servers, reported for official ones. */
  readonly provenance?: { readonly private?: Provenance; readonly official?: Provenance }
  readonly mod?: string
  /** Default: `true`. */
  readonly inSpecification?: boolean
  /** A rule over several fields: says what is wrong, or nothing. */
  readonly validate?: (input: Whole<F>) => { readonly field: string; readonly detail: string } | undefined
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const invalid = ({ issue }: Schema.SchemaError): InvalidInput => {
  const first = formatIssue(issue).issues[0]
  const field = (first?.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .join(".")
  return new InvalidInput({ field, detail: first?.message ?? "it is not what the operation takes" })
}

/** Without fields that are `undefined`: JSON would turn them into `null`. */
const defined = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const perKind = (auth: Auth | Metadata["auth"]): Metadata["auth"] =>
  typeof auth === "string" ? { private: auth, official: auth } : auth

/** An endpoint is not there: tells who has it, where this kind of server lacks it or has it by a mod only. */
const missing = (
  { provenance: evidence, mod, path }: Metadata,
  kind: Description["kind"]
): EndpointNotFound => {
  if (evidence[kind] !== "absent" && (kind === "official" || mod === undefined)) {
    return new EndpointNotFound({ path })
  }
  const places = [
    ...(evidence.official === "absent" ? [] : ["official servers"]),
    ...(evidence.private === "absent" ? [] : [`private servers${mod === undefined ? "" : ` with ${mod}`}`])
  ]
  return new EndpointNotFound({ path, foundOn: places.join(" and ") })
}

/** Defaults at a moment. */
const resolve = (defaults: Readonly<Record<string, unknown>>, now: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(defaults).map(([field, value]) => [
      field,
      value instanceof DefaultFromClock ? value.value(now) : value
    ])
  )

/** The shard that travels, if any: asked for, else the server's default; never to private servers. */
const shardFor = (
  shard: Metadata["shard"],
  asked: unknown,
  server: Description
): Result.Result<{ readonly shard?: unknown }, ShardRequired> => {
  if (shard === "none" || server.kind === "private") return Result.succeed({})
  const name = asked ?? server.shard
  if (name !== undefined) return Result.succeed({ shard: name })
  return shard === "required" ? Result.fail(new ShardRequired()) : Result.succeed({})
}

const declare =
  (method: "GET" | "POST") =>
  <const F extends Fields = {}, A = never, const S extends Metadata["shard"] = "none">(
    path: `/${string}`,
    spec: Options<F, A, S>
  ): Made<InputOf<F, S>, A> => {
    const name = `${method} ${path}`
    const shard = spec.shard ?? "none"
    const auth = perKind(spec.auth ?? "always")
    const format = spec.format ?? "json"
    const neverRetry = spec.neverRetry ?? false
    const idempotent = spec.idempotent ?? method === "GET"
    const queryFields: ReadonlyArray<string> = spec.queryFields ?? []
    const clientOnly: ReadonlyArray<string> = spec.clientOnly ?? []
    const defaults: Readonly<Record<string, unknown>> = spec.defaults ?? {}
    const fields: Fields =
      shard === "none" ? { ...spec.input } : { ...spec.input, shard: Schema.optional(ShardName) }
    const input = Schema.Struct(fields)
    // A call shape without parameters fits where a callback is wanted: what it is handed there must not travel.
    const takesNothing = Object.keys(fields).length === 0
    const encode = Schema.encodeUnknownResult(input, { onExcessProperty: "error" })
    const decode = Decoder.make(spec.output)

    /** What travels, or why nothing does. */
    const prepare = (
      given: object,
      server: Description,
      now: number
    ): Result.Result<Pick<RequestOptions, "query" | "body" | "secret">, Reason> => {
      const whole = { ...resolve(defaults, now), ...defined(given) }
      const encoded = encode(whole)
      if (Result.isFailure(encoded)) return Result.fail(invalid(encoded.failure))
      // The schema has just accepted it, and the rule is written for what the schema accepts.
      const refusal = spec.validate?.(whole as Whole<F>)
      if (refusal !== undefined) return Result.fail(new InvalidInput(refusal))
      const { shard: asked, ...rest } = defined(encoded.success)
      const named = shardFor(shard, asked, server)
      if (Result.isFailure(named)) return Result.fail(named.failure)
      const query: Record<string, unknown> = {}
      const body: Record<string, unknown> = {}
      for (const [field, value] of Object.entries({ ...rest, ...named.success })) {
        const place = method === "GET" || queryFields.includes(field) ? query : body
        if (!clientOnly.includes(field)) place[field] = value
      }
      const secret = Object.keys(whole).filter((field) => Redacted.isRedacted(whole[field]))
      return Result.succeed(method === "GET" ? { secret, query } : { secret, query, body })
    }

    const fail = (reason: Reason, retries?: number) =>
      new ScreepsError({ operation: name, reason, ...(retries === undefined ? {} : { retries }) })

    const send = (client: ScreepsClient["Service"], given: unknown, now: number) => {
      if (typeof given !== "object" || given === null) {
        return Effect.fail(fail(new InvalidInput({ field: "", detail: "the input is an object of fields" })))
      }
      const prepared = prepare(takesNothing ? {} : given, client.server, now)
      if (Result.isFailure(prepared)) return Effect.fail(fail(prepared.failure))
      const { limitKey, quota } = data
      const { kind } = client.server
      // Official servers run no mods. Private ones may have been restarted with one: they are asked each time.
      if (kind === "official" && data.provenance.official === "absent" && data.mod !== undefined) {
        return Effect.fail(fail(missing(data, kind)))
      }
      const how = { format, neverRetry, idempotent, auth: auth[kind], quota, limitKey }
      return Effect.mapError(
        client.send({ method, path, operation: name, ...how, ...prepared.success }),
        (error) =>
          error.reason._tag === "EndpointNotFound" && error.operation === name
            ? fail(missing(data, kind), error.retries)
            : error
      )
    }

    const read = (response: Response): Effect.Effect<A, ScreepsError> => {
      const decoded = decode(response.body)
      if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
      // The message holds names of fields, which may be anything that a server sends.
      const detail = response.redact(decoded.failure.message.replaceAll("\n", " "))
      return Effect.fail(fail(new UnexpectedResponse({ status: response.status, detail })))
    }

    const call = (given: unknown = {}): Effect.Effect<A, ScreepsError, ScreepsClient> =>
      Effect.flatMap(ScreepsClient, (client) =>
        Effect.clockWith((clock) =>
          Effect.flatMap(send(client, given, clock.currentTimeMillisUnsafe()), read)
        )
      )

    const data: AnyOperation = {
      method,
      path,
      input,
      output: spec.output,
      defaults,
      queryFields: queryFields,
      clientOnly: clientOnly,
      format,
      neverRetry,
      shard,
      auth,
      idempotent,
      quota: spec.quota,
      limitKey: spec.quota === undefined ? "global" : name,
      provenance: { private: "recorded", official: "reported", ...spec.provenance },
      mod: spec.mod,
      inSpecification: spec.inSpecification ?? true
    }
    // `name` of a function is read-only: `Object.assign(call, { name })` would throw.
    Object.defineProperty(call, "name", { value: name })
    // Which of the three call shapes it is depends on the input's type, which the compiler cannot follow into a value.
    return Object.freeze(Object.assign(call, data)) as unknown as Made<InputOf<F, S>, A>
  }

/** Declares an endpoint that is asked: fields travel in the query string. */
export const get = declare("GET")

/** Declares an endpoint that is told: fields travel as a JSON body. */
export const post = declare("POST")
