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
import type { Quota } from "./client/Request.ts"
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
import { basicHeader, defined, fieldsOfPath, fillPath } from "./client/requestParts.ts"

/**
 * How we know what an endpoint does on one kind of server: `recorded` from a real answer, `read` in the server's
 * source, `reported` by others; `absent` means that this kind of server does not have it.
 */
export type Provenance = "recorded" | "source" | "reported" | "absent"

export type { Quota } from "./client/Request.ts"

/** The fields that travel as name and password of HTTP Basic authorization. */
export interface BasicFields<K extends string = string> {
  readonly name: K
  readonly password: K
}

/** What an operation is, besides being callable. */
export interface Metadata {
  readonly method: "GET" | "POST"
  /** The path; `{field}` stands for the value of a field. */
  readonly path: `/${string}`
  /** Fields that travel in the path, in its order. */
  readonly pathFields: ReadonlyArray<string>
  /** Values of optional fields that are sent when the caller gives none. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Fields of a POST that travel in the query string all the same. */
  readonly queryFields: ReadonlyArray<string>
  /** The field of a POST whose value is the whole body; `undefined` when the body is an object of fields. */
  readonly bodyField: string | undefined
  /** The fields of an endpoint that has users of its own; `undefined` for most, which take a token or nothing. */
  readonly basicAuth: BasicFields | undefined
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
  /** The key under which requests are counted: `global`, or method and path (the template, not the filled path). */
  readonly limitKey: string
  /** How we know, per kind of server. */
  readonly provenance: { readonly private: Provenance; readonly official: Provenance }
  /**
   * The mod that a private server needs for it: the name of its package, or what several packages do (`history`);
   * `undefined` when it needs none, or none has it.
   */
  readonly mod: string | undefined
  /** Whether the specification names it; `false` for what real servers offer beyond it. */
  readonly inSpecification: boolean
  /** Returns why an input would not be sent to a server, without sending anything; `undefined` when it would. */
  readonly check: (input: unknown, server: Description) => Reason | undefined
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
  /** The field of a POST whose value is the whole body, in place of an object of fields. */
  readonly bodyField?: keyof F & string
  /** The fields that travel as HTTP Basic authorization; the password is a `Redacted`. */
  readonly basicAuth?: BasicFields<keyof F & string>
  /** Fields that are demanded of the caller but never sent. */
  readonly clientOnly?: ReadonlyArray<keyof F & string>
  /** Default: `json`. */
  readonly format?: "json" | "text"
  /** Default: `false`. */
  readonly neverRetry?: boolean
  /** Default: `none`. */
  readonly shard?: S
  readonly output: Schema.ConstraintCodec<A, unknown>
  /** Default: `always`; `never` with `basicAuth`. */
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

const perKind = (auth: Auth | Metadata["auth"]): Metadata["auth"] =>
  typeof auth === "string" ? { private: auth, official: auth } : auth

/** An endpoint is not there: names the servers that have it, where this kind lacks it or needs a mod. */
const missing = ({ mod, path, provenance }: Metadata, kind: Description["kind"]): EndpointNotFound => {
  if (provenance[kind] !== "absent" && (kind === "official" || mod === undefined)) {
    return new EndpointNotFound({ path })
  }
  // Identifiers are names of packages, or what several packages do.
  const withMod =
    mod === undefined ? "" : mod.startsWith("screepsmod-") ? ` with ${mod}` : ` with a ${mod} mod`
  const places = [
    ...(provenance.official === "absent" ? [] : ["official servers"]),
    ...(provenance.private === "absent" ? [] : [`private servers${withMod}`])
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

const made = new WeakSet<object>()

const declare =
  (method: "GET" | "POST") =>
  <const F extends Fields = {}, A = never, const S extends Metadata["shard"] = "none">(
    path: `/${string}`,
    spec: Options<F, A, S>
  ): Made<InputOf<F, S>, A> => {
    const name = `${method} ${path}`
    const shard = spec.shard ?? "none"
    const auth = perKind(spec.auth ?? (spec.basicAuth === undefined ? "always" : "never"))
    const format = spec.format ?? "json"
    const neverRetry = spec.neverRetry ?? false
    const idempotent = spec.idempotent ?? method === "GET"
    const queryFields: ReadonlyArray<string> = spec.queryFields ?? []
    const clientOnly: ReadonlyArray<string> = spec.clientOnly ?? []
    const pathFields = fieldsOfPath(path)
    const { basicAuth, bodyField } = spec
    const defaults: Readonly<Record<string, unknown>> = spec.defaults ?? {}
    const fields: Fields =
      shard === "none" ? { ...spec.input } : { ...spec.input, shard: Schema.optional(ShardName) }
    for (const field of pathFields) {
      const isDeclared = field === "shard" ? shard === "required" : Object.hasOwn(fields, field)
      if (!isDeclared) throw new Error(`${name} has no required field "${field}"`)
    }
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
    ): Result.Result<Pick<RequestOptions, "path" | "query" | "body" | "secret" | "headers">, Reason> => {
      const whole = { ...resolve(defaults, now), ...defined(given) }
      const encoded = encode(whole)
      if (Result.isFailure(encoded)) return Result.fail(invalid(encoded.failure))
      // The schema has just accepted it, and the rule is written for what the schema accepts.
      const refusal = spec.validate?.(whole as Whole<F>)
      if (refusal !== undefined) return Result.fail(new InvalidInput(refusal))
      const { shard: asked, ...rest } = defined(encoded.success)
      const named = shardFor(shard, asked, server)
      if (Result.isFailure(named)) return Result.fail(named.failure)
      const values: Readonly<Record<string, unknown>> = { ...rest, ...named.success }
      // Private servers have no shards: a path that names one is not theirs.
      if (pathFields.includes("shard") && values["shard"] === undefined) {
        return Result.fail(missing(data, server.kind))
      }
      const filled = fillPath(path, pathFields, values)
      if (Result.isFailure(filled)) return Result.fail(filled.failure)
      const authorization = basicAuth && basicHeader(basicAuth, whole)
      if (authorization !== undefined && Result.isFailure(authorization)) {
        return Result.fail(authorization.failure)
      }
      const query: Record<string, unknown> = {}
      const body: Record<string, unknown> = {}
      const elsewhere = new Set([...pathFields, ...clientOnly, basicAuth?.name, basicAuth?.password])
      for (const [field, value] of Object.entries(values)) {
        const place = method === "GET" || queryFields.includes(field) ? query : body
        if (!elsewhere.has(field)) place[field] = value
      }
      const secret = Object.keys(whole).filter((field) => Redacted.isRedacted(whole[field]))
      return Result.succeed({
        path: filled.success,
        secret,
        query,
        ...(authorization === undefined ? {} : { headers: { authorization: authorization.success } }),
        ...(method === "GET" ? {} : { body: bodyField === undefined ? body : body[bodyField] })
      })
    }

    /** What travels of any input to a kind of server that has the endpoint. */
    const request = (given: unknown, server: Description, now: number): ReturnType<typeof prepare> => {
      if (typeof given !== "object" || given === null) {
        return Result.fail(new InvalidInput({ field: "", detail: "the input is an object of fields" }))
      }
      const prepared = prepare(takesNothing ? {} : given, server, now)
      if (Result.isFailure(prepared)) return prepared
      // Official servers run no mods. Private ones may have been restarted with one: they are asked each time.
      const isAbsent =
        server.kind === "official" && data.provenance.official === "absent" && data.mod !== undefined
      return isAbsent ? Result.fail(missing(data, server.kind)) : prepared
    }

    const fail = (reason: Reason, retries?: number) =>
      new ScreepsError({ operation: name, reason, ...(retries === undefined ? {} : { retries }) })

    const send = (client: ScreepsClient["Service"], given: unknown, now: number) => {
      const prepared = request(given, client.server, now)
      if (Result.isFailure(prepared)) return Effect.fail(fail(prepared.failure))
      const { limitKey, quota } = data
      const { kind } = client.server
      const how = { format, neverRetry, idempotent, auth: auth[kind], quota, limitKey }
      return Effect.mapError(client.send({ method, operation: name, ...how, ...prepared.success }), (error) =>
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
      pathFields,
      input,
      output: spec.output,
      defaults,
      queryFields,
      bodyField,
      basicAuth,
      clientOnly,
      format,
      neverRetry,
      shard,
      auth,
      idempotent,
      quota: spec.quota,
      limitKey: spec.quota === undefined ? "global" : name,
      provenance: { private: "recorded", official: "reported", ...spec.provenance },
      mod: spec.mod,
      inSpecification: spec.inSpecification ?? true,
      check: (given, server) => Result.getOrUndefined(Result.flip(request(given, server, 0)))
    }
    // `name` of a function is read-only: `Object.assign(call, { name })` would throw.
    Object.defineProperty(call, "name", { value: name })
    made.add(call)
    // Which of the three call shapes it is depends on the input's type, which the compiler cannot follow into a value.
    return Object.freeze(Object.assign(call, data)) as unknown as Made<InputOf<F, S>, A>
  }

/** Returns whether a value is an operation. */
export const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "function" && made.has(value)

/** Declares an endpoint that is asked: fields travel in the query string. */
export const get = declare("GET")

/** Declares an endpoint that is told: fields travel as a JSON body. */
export const post = declare("POST")
