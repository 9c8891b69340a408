/**
 * One HTTP endpoint as one constant, which is both a function and data.
 *
 * **Details**
 *
 * `Game.roomTerrain({ room: "W1N1" })` is an effect; `Game.roomTerrain.path`, `.input`, `.output` and the other
 * properties describe the endpoint. Inputs are checked before anything is sent. Responses are decoded once, by a
 * compiled decoder that is made at the first call.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { ShardName } from "@screeps-effect/schema/ShardName"
import * as SimilarWords from "@screeps-effect/schema/SimilarWords"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import type { Auth, Options as RequestOptions, Quota } from "./client/Request.ts"
import { type Exchange, ScreepsClient } from "./client/service.ts"
import { endpointNotFound, InvalidInput, type ScreepsError, ShardRequired } from "./ScreepsError.ts"
import type { Description } from "./config/Server.ts"
import { basicHeader, fieldsOfPath, fillPath } from "./client/requestParts.ts"

/**
 * How the behaviour of an endpoint is known on one kind of server: `recorded` from a real response, `published` by others
 * who recorded one, read in the server's `source`, `reported` by others, or `absent` when this kind of server does not
 * have the endpoint.
 */
export type Provenance = "recorded" | "published" | "source" | "reported" | "absent"

/** How the behaviour of an endpoint is known, by server. */
export interface Provenances {
  /** The game's own private server, 4.3.0, with its mods. */
  readonly private: Provenance
  /** Official servers. */
  readonly official: Provenance
  /** The independent xxscreeps, 0.0.9; for clients it is a private server. */
  readonly xxscreeps: Provenance
}

export type { Quota } from "./client/Request.ts"

/** The fields that are sent as name and password of HTTP Basic authorization. */
export interface BasicFields<K extends string = string> {
  readonly name: K
  readonly password: K
}

/** The properties of an operation. */
export interface Metadata extends Pick<Exchange<unknown>, "method" | "path"> {
  /** Fields that are sent in the path, in the order of the path. */
  readonly pathFields: ReadonlyArray<string>
  /** Values that are sent for optional fields when the caller gives none. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Fields of a POST that are sent in the query string. */
  readonly queryFields: ReadonlyArray<string>
  /** The field of a POST whose value is the whole body; `undefined` when the body is an object of fields. */
  readonly bodyField: string | undefined
  /** The fields for HTTP Basic authorization; `undefined` for most endpoints, which take a token or nothing. */
  readonly basicAuth: BasicFields | undefined
  /** Fields that the caller must give but that are never sent, such as confirmations. */
  readonly clientOnly: ReadonlyArray<string>
  /** Whether the response is JSON (default), or text such as an SVG image. */
  readonly format: "json" | "text"
  /** Whether the call is sent only once: after a 401, too, unless the response blames the token. Default: `false`. */
  readonly neverRetry: boolean
  /** Whether calls to official servers name a shard; private servers are never sent one. */
  readonly shard: "required" | "optional" | "none"
  /** Whether the call is sent with a token, by kind of server. */
  readonly auth: { readonly private: Auth; readonly official: Auth }
  /**
   * Whether the call may be sent again when it is unknown whether the first request was executed. Default: `true` for a
   * GET, and for a POST that changes nothing.
   */
  readonly idempotent: boolean
  /**
   * What a call changes: `nothing`, something that another call can change back (`reversible`), or something that is
   * lost, spent or seen by others for good (`irreversible`). Default: `nothing` for a GET, else `irreversible`.
   */
  readonly changes: "nothing" | "reversible" | "irreversible"
  /** The quota that official servers publish for this endpoint; `undefined` when only the global quota applies. */
  readonly quota: Quota | undefined
  /** The key under which requests are counted: `global`, or method and path (the template, not the filled path). */
  readonly limitKey: string
  /** How the behaviour is known, by server. */
  readonly provenance: Provenances
  /** The mod that private servers need: a package, or a function of several packages (`history`); `undefined`: none. */
  readonly mod: string | undefined
}

/** An operation's properties with its schemas: the in-memory server, documents and tests are made from them. */
export interface Definition<in out I, in out A> extends Metadata, Exchange<A> {
  /** The fields that a caller may send: query of a GET, JSON body of a POST. */
  readonly input: Schema.ConstraintCodec<I, unknown>
  /** The decoded response. */
  readonly output: Schema.ConstraintCodec<A, unknown>
}

/** An operation with required input: `Game.roomTerrain({ room: "W1N1" })`. */
export interface Operation<in out I, in out A> extends Definition<I, A> {
  (input: I): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** An operation whose input is optional: `Game.time()`, `Game.time({ shard: "shard3" })`. */
export interface OptionalOperation<in out I, in out A> extends Definition<I, A> {
  (input?: I): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** An operation without input: `Game.version()`. */
export interface NullaryOperation<in out A> extends Definition<{}, A> {
  (): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** Any operation as data, for tables, documents and tests. Inputs differ, so it cannot be called. */
export interface AnyOperation extends Metadata, Exchange<unknown> {
  readonly input: Schema.Constraint
  readonly output: Schema.Constraint
}

/** The schemas of the fields that a caller may send, by name. */
export type Fields = { readonly [key: string]: Schema.ConstraintCodec<unknown, unknown> }

// Written out, since the types of `Schema.Struct` cost the compiler more. Mapped over a type parameter (`Keys`), since
// only then do properties keep the doc comments of the fields that they are made from.
type OptionalFields<F> = {
  [K in keyof F]: F[K] extends { readonly "~type.optionality": "optional" } ? K : never
}[keyof F]
type RequiredTypes<F extends Fields, Keys extends keyof F> = { readonly [K in Keys]: F[K]["Type"] }
type OptionalTypes<F extends Fields, Keys extends keyof F> = { readonly [K in Keys]?: F[K]["Type"] }
type TypeOf<F extends Fields> = RequiredTypes<F, Exclude<keyof F, OptionalFields<F>>> &
  OptionalTypes<F, OptionalFields<F>>
type Flat<T> = { [K in keyof T]: T[K] } & {} // `& {}` makes editors print the keys instead of `Flat<…>`
/** The input of operations on one shard. */
export interface ShardInput {
  /** Name of the shard on official servers; default: the configured one. Private servers are never sent a shard. */
  readonly shard?: ShardName | undefined
}
type ShardField<S> = S extends "required" | "optional" ? ShardInput : {}
type InputOf<F extends Fields, S> = Flat<TypeOf<F> & ShardField<S>>
type DefaultsOf<F extends Fields> = {
  readonly [K in OptionalFields<F>]?: F[K]["Type"] | DefaultFromClock<F[K]["Type"]>
}
type OperationOf<I, A> = keyof I extends never
  ? NullaryOperation<A>
  : {} extends I
    ? OptionalOperation<I, A>
    : Operation<I, A>

/** A default that depends on the time of the call. */
export class DefaultFromClock<V> {
  /** The default in words, for documents. */
  readonly description: string
  /** Returns the value at a time in milliseconds since 1970, UTC. */
  readonly value: (millis: number) => V

  constructor(description: string, value: (millis: number) => V) {
    this.description = description
    this.value = value
  }
}

/** The options of `get` and `post`. */
export interface Options<F extends Fields, A, S extends Metadata["shard"]> extends Partial<
  Pick<Metadata, "format" | "neverRetry" | "idempotent" | "changes" | "quota" | "mod">
> {
  /**
   * The fields that a caller may send, by name; an optional `shard` is added when `shard` is not `none`, unless the
   * operation has its own.
   */
  readonly input?: F
  /** Values that are sent for optional fields when the caller gives none. */
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty only where no field is optional
  readonly defaults?: DefaultsOf<F>
  /** Fields of a POST that are sent in the query string; `shard` may be one of them. */
  readonly queryFields?: ReadonlyArray<(keyof F & string) | "shard">
  /** The field of a POST whose value is the whole body, instead of an object of fields. */
  readonly bodyField?: keyof F & string
  /** The fields that are sent as HTTP Basic authorization; the password is a `Redacted`. */
  readonly basicAuth?: BasicFields<keyof F & string>
  /** Fields that the caller must give but that are never sent, such as confirmations. */
  readonly clientOnly?: ReadonlyArray<keyof F & string>
  /** Default: `none`. */
  readonly shard?: S
  readonly output: Schema.ConstraintCodec<A, unknown>
  /** Default: `always`; `never` with `basicAuth`. */
  readonly auth?: Auth | { readonly private: Auth; readonly official: Auth }
  /** Default: `recorded` for private servers and xxscreeps, `reported` for official ones. */
  readonly provenance?: Partial<Provenances>
  /**
   * Calls of one client with the same key are sent to private servers one after another, because these servers read,
   * change and write one record for each call, and lose changes that are made at the same time.
   */
  readonly serialKey?: string
  /** A rule over several fields: returns the field and what is wrong with it; `undefined` when the input is valid. */
  readonly validate?: (input: TypeOf<F>) => { readonly field: string; readonly detail: string } | undefined
  /** Completes the valid input of a call, with requests of its own: such as a look at what a write would replace. */
  readonly prepare?: (input: TypeOf<F>) => Effect.Effect<TypeOf<F>, ScreepsError, ScreepsClient>
  /** Completes the body of a response with what only the request says, before it is decoded. */
  readonly complete?: (body: unknown, input: TypeOf<F>) => unknown
  /** Returns which servers have the endpoint when this one is known not to have it for a shard: nothing is sent. */
  readonly foundOn?: (server: Description, shard: unknown) => string | undefined
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** Effect's messages that need knowledge of schemas, in words of this package. */
const details: ReadonlyMap<string | undefined, string> = new Map([
  ["Expected no excess property", "the operation has no such field"],
  ["Expected Redacted", "expected a Redacted value: pass Redacted.make(text)"]
])

/** Returns the texts that a schema lists. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(literalsOf)
  return SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
}

/** Longer lists of names are not shown: what was meant is one of a few similar ones. */
const mostNames = 12

/** Suggests what was meant by the name of a field, or by one of many names as its value. */
const suggestion = (input: SchemaAST.AST, given: object, field: string): string | undefined => {
  if (!SchemaAST.isObjects(input)) return undefined
  const fields = input.propertySignatures
  const known = fields.find(({ name }) => name === field)
  if (known === undefined) {
    const meant = SimilarWords.question(
      field,
      fields.map(({ name }) => String(name))
    )
    return meant === "" ? undefined : `the operation has no such field; ${meant}`
  }
  const value: unknown = Reflect.get(given, field)
  const names = literalsOf(known.type)
  if (typeof value !== "string" || names.length <= mostNames) return undefined
  const meant = SimilarWords.question(value, names)
  return `expected one of ${names.length} names${meant === "" ? "" : `; ${meant}`}`
}

const invalid = (error: Schema.SchemaError, input: SchemaAST.AST, given: object): InvalidInput => {
  const first = formatIssue(error.issue).issues[0]
  const path = (first?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part))
  const field = path.join(".")
  const detail =
    (path.length === 1 ? suggestion(input, given, field) : undefined) ??
    details.get(first?.message) ??
    first?.message ??
    "it does not fit the operation's input"
  return new InvalidInput({ field, detail })
}

const perKind = (auth: Auth | Metadata["auth"]): Metadata["auth"] =>
  typeof auth === "string" ? { private: auth, official: auth } : auth

/** Names the servers and mods that have an endpoint which a server lacks, where known. */
const foundInstead = ({ mod, provenance }: Metadata, kind: Description["kind"]): string | undefined => {
  if (provenance[kind] !== "absent" && (kind === "official" || mod === undefined)) return undefined
  // A mod is the name of a package, or a function that several packages provide.
  const withMod =
    mod === undefined ? "" : mod.startsWith("screepsmod-") ? ` with ${mod}` : ` with a ${mod} mod`
  const places = [
    ...(provenance.official === "absent" ? [] : ["official servers"]),
    ...(provenance.private === "absent" ? [] : [`private servers${withMod}`])
  ]
  return places.join(" and ")
}

/** Removes fields that are `undefined`: JSON would turn them into `null`. */
const defined = (fields: object): Record<string, unknown> => {
  const all: Record<string, unknown> = { ...fields }
  for (const field of Object.keys(all)) if (all[field] === undefined) delete all[field]
  return all
}

const declared = new WeakSet<object>()

const declare =
  (method: "GET" | "POST") =>
  <const F extends Fields = {}, A = never, const S extends Metadata["shard"] = "none">(
    path: `/${string}`,
    spec: Options<F, A, S>
  ): OperationOf<InputOf<F, S>, A> => {
    const name = `${method} ${path}`
    const shard = spec.shard ?? "none"
    const auth = perKind(spec.auth ?? (spec.basicAuth === undefined ? "always" : "never"))
    const format = spec.format ?? "json"
    const neverRetry = spec.neverRetry ?? false
    const changes = spec.changes ?? (method === "GET" ? "nothing" : "irreversible")
    const idempotent = spec.idempotent ?? changes === "nothing"
    const queryFields: ReadonlyArray<string> = spec.queryFields ?? []
    const clientOnly: ReadonlyArray<string> = spec.clientOnly ?? []
    const pathFields = fieldsOfPath(path)
    const { basicAuth, bodyField } = spec
    const defaults: Readonly<Record<string, unknown>> = spec.defaults ?? {}
    const fields: Fields =
      shard === "none"
        ? { ...spec.input }
        : { ...spec.input, shard: spec.input?.["shard"] ?? Schema.optional(ShardName) }
    for (const field of pathFields) {
      const isDeclared = field === "shard" ? shard === "required" : Object.hasOwn(fields, field)
      if (!isDeclared) throw new Error(`${name} has no required field "${field}"`)
    }
    const input = Schema.Struct(fields)
    // A function without parameters can be passed as a callback: arguments that it receives there are not sent.
    const takesNothing = Object.keys(fields).length === 0
    const encode = Decoder.encoder(input)
    const clocked = Object.entries(defaults).flatMap(([field, value]) =>
      value instanceof DefaultFromClock ? [{ field, value }] : []
    )
    const inNeither = new Set([...pathFields, ...clientOnly, basicAuth?.name, basicAuth?.password])

    /** Returns the fields of the query and the body. */
    const placed = (values: Readonly<Record<string, unknown>>): Pick<RequestOptions, "query" | "body"> => {
      const query: Record<string, unknown> = {}
      const body: Record<string, unknown> = {}
      for (const field of Object.keys(values)) {
        if (inNeither.has(field)) continue
        const isInQuery = method === "GET" || queryFields.includes(field)
        ;(isInQuery ? query : body)[field] = values[field]
      }
      return method === "GET" ? { query } : { query, body: bodyField === undefined ? body : body[bodyField] }
    }

    const notFound = (foundOn: string | undefined) => Result.fail(endpointNotFound(path, foundOn))

    const request: Exchange<A>["request"] = (given, server, now = 0) => {
      if (typeof given !== "object" || given === null) {
        return Result.fail(new InvalidInput({ field: "", detail: "the input must be an object of fields" }))
      }
      const complete: Record<string, unknown> = { ...defaults, ...(takesNothing ? {} : defined(given)) }
      for (const { field, value } of clocked) {
        if (complete[field] === value) complete[field] = value.value(now)
      }
      const encoded = encode(complete)
      if (Result.isFailure(encoded)) return Result.fail(invalid(encoded.failure, input.ast, complete))
      // The schema has just accepted the value, and the rule is written for values that it accepts.
      const violation = spec.validate?.(complete as TypeOf<F>)
      if (violation !== undefined) return Result.fail(new InvalidInput(violation))
      const { shard: requested, ...rest } = defined(encoded.success)
      const { kind } = server
      // Private servers are never sent a shard.
      const onShard = shard === "none" || kind === "private" ? undefined : (requested ?? server.shard)
      if (onShard === undefined && shard === "required" && kind === "official")
        return Result.fail(new ShardRequired())
      const values: Readonly<Record<string, unknown>> =
        onShard === undefined ? rest : { ...rest, shard: onShard }
      // They have no endpoint with a shard in its path either.
      if (pathFields.includes("shard") && onShard === undefined) return notFound(elsewhere[kind])
      const foundOn = spec.foundOn?.(server, onShard)
      if (foundOn !== undefined) return notFound(foundOn)
      const filled = pathFields.length === 0 ? Result.succeed(path) : fillPath(path, pathFields, values)
      if (Result.isFailure(filled)) return Result.fail(filled.failure)
      const headers = basicAuth === undefined ? undefined : basicHeader(basicAuth, complete)
      if (headers !== undefined && Result.isFailure(headers)) return Result.fail(headers.failure)
      // Official servers run no mods. Private ones may have been restarted with a mod: the request is sent each time.
      if (kind === "official" && data.provenance.official === "absent" && data.mod !== undefined)
        return notFound(elsewhere[kind])
      return Result.succeed({
        method,
        path: filled.success,
        ...placed(values),
        headers: headers?.success,
        secret: Object.keys(complete).filter((field) => Redacted.isRedacted(complete[field])),
        operation: name,
        format,
        neverRetry,
        idempotent,
        auth: auth[kind],
        foundOn: elsewhere[kind],
        quota: data.quota,
        limitKey: data.limitKey,
        serialKey: kind === "private" ? spec.serialKey : undefined
      })
    }

    const { prepare } = spec
    const send = (given: unknown) => ScreepsClient.use((client) => client.call(data, given))
    const isComplete = Decoder.guard<unknown>(input)
    // Invalid input is rejected as that of every operation.
    const call = (given: unknown = {}): Effect.Effect<A, ScreepsError, ScreepsClient> =>
      prepare === undefined || !isComplete(given)
        ? send(given)
        : Effect.flatMap(prepare(given as TypeOf<F>), send)

    const data: AnyOperation & Exchange<A> = {
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
      changes,
      quota: spec.quota,
      limitKey: spec.quota === undefined ? "global" : name,
      provenance: { private: "recorded", official: "reported", xxscreeps: "recorded", ...spec.provenance },
      mod: spec.mod,
      request,
      // Only the input of a request that was sent is completed with: the schema accepted it.
      complete: spec.complete && ((body, given) => spec.complete?.(body, given as TypeOf<F>)),
      decode: Decoder.tolerant(spec.output, { needsEntries: changes === "nothing" })
    }
    const elsewhere = { private: foundInstead(data, "private"), official: foundInstead(data, "official") }
    // `name` of a function is read-only: `Object.assign(call, { name })` would throw.
    Object.defineProperty(call, "name", { value: name })
    declared.add(call)
    // The compiler cannot check for a value which of the three interfaces it has: that depends on the type of the input.
    return Object.freeze(Object.assign(call, data)) as unknown as OperationOf<InputOf<F, S>, A>
  }

/** An operation that validates an input of any type itself, for callers that learn its input at run time. */
export interface UnknownOperation extends AnyOperation {
  (input?: unknown): Effect.Effect<unknown, ScreepsError, ScreepsClient>
}

/** Checks whether a value is an operation. */
export const isOperation = (value: unknown): value is UnknownOperation =>
  typeof value === "function" && declared.has(value)

/** Creates the operation of a GET endpoint: its fields are sent in the query string. */
export const get = declare("GET")

/** Creates the operation of a POST endpoint: its fields are sent as a JSON body. */
export const post = declare("POST")
