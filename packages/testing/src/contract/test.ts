/** Tests of the contract, and their assertions. */
import * as Credentials from "@screeps-effect/api/Credentials"
import type { RateLimits } from "@screeps-effect/api/RateLimits"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { ScreepsEvents } from "@screeps-effect/api/ScreepsEvents"
import type { Server } from "@screeps-effect/api/Server"
import type { Session } from "@screeps-effect/api/Session"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { WebSocketConstructor } from "effect/socket/Socket"

/** What a server is reached by. @internal */
export type Needs = HttpClient | Server | WebSocketConstructor | Scope.Scope

/** One promise of a server. @internal */
export interface Test {
  /** Finishes the sentence that begins with "a private server". */
  readonly name: string
  readonly run: Effect.Effect<void, unknown, Needs>
}

/** Creates a test. @internal */
export const test = <A, E>(name: string, run: Effect.Effect<A, E, Needs>): Test => ({
  name,
  run: Effect.asVoid(run)
})

/** The promise is broken. @internal */
export const failTest = (what: string) => Effect.die(new Error(what))

/** Two values are the same. @internal */
export const same = (actual: unknown, expected: unknown, what: string): Effect.Effect<void> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : failTest(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)

/** A value has these fields at least. @internal */
export const has = (actual: object, fields: object, what: string): Effect.Effect<void> => {
  const entries = new Map(Object.entries(actual))
  const chosen = Object.fromEntries(Object.keys(fields).map((key) => [key, entries.get(key)] as const))
  return same(chosen, fields, what)
}

/** A list has these items, in any order. @internal */
export const sameItems = (
  actual: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
  what: string
): Effect.Effect<void> => same(actual.toSorted(), expected.toSorted(), what)

/** There is something. @internal */
export const some = <A>(value: A | null | undefined, what: string): Effect.Effect<A> =>
  value === undefined || value === null ? failTest(`there is no ${what}`) : Effect.succeed(value)

/** Something is so. @internal */
export const isTrue = (condition: boolean, what: string): Effect.Effect<void> =>
  condition ? Effect.void : failTest(what)

/** The call fails for this reason, which is given back. @internal */
export const fails = <A, R, Tag extends Reason["_tag"]>(
  call: Effect.Effect<A, ScreepsError, R>,
  tag: Tag
): Effect.Effect<Extract<Reason, { readonly _tag: Tag }>, never, R> =>
  Effect.matchEffect(call, {
    onSuccess: (value) => failTest(`expected ${tag}, got the answer ${JSON.stringify(value)}`),
    onFailure: ({ message, reason }) =>
      isReason(reason, tag) ? Effect.succeed(reason) : failTest(`expected ${tag}, got ${message}`)
  })

const isReason = <Tag extends Reason["_tag"]>(
  reason: Reason,
  tag: Tag
): reason is Extract<Reason, { readonly _tag: Tag }> => reason._tag === tag

/** The game says no with this text. @internal */
export const rejects = <A, R>(
  call: Effect.Effect<A, ScreepsError, R>,
  text: string
): Effect.Effect<void, never, R> =>
  Effect.flatMap(fails(call, "Rejected"), (reason) => same(reason.detail, text, "the text of the refusal"))

type Client = ScreepsClient.ScreepsClient | Session | RateLimits | ScreepsEvents

/** Asks with these credentials. @internal */
export const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server> =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layer.pipe(Layer.provide(credentials))))

/** Asks as nobody. @internal */
export const asGuest = as(Credentials.layerGuest)

/** Asks without an operation. @internal */
export const raw = (
  call: ScreepsClient.RequestOptions
): Effect.Effect<unknown, ScreepsError, ScreepsClient.ScreepsClient> =>
  Effect.flatMap(ScreepsClient.ScreepsClient, ({ request }) => request(call))

/** A new account and its credentials. @internal */
export const account = Effect.gen(function* () {
  const username = `contract${yield* Random.nextIntBetween(0, 1e12)}`
  const password = Redacted.make(`secret of ${username}`)
  const email = `${username}@example.com`
  yield* asGuest(Register.submit({ username, password, email }))
  const credentials = Credentials.layerPassword({ username: username, password })
  return { username, password, email, credentials, as: as(credentials) }
})

/** The call fails with a fault of the server: the wording is the JavaScript engine's own. @internal */
export const failsWithServerFault = <A, R>(
  call: Effect.Effect<A, ScreepsError, R>
): Effect.Effect<void, never, R> =>
  Effect.flatMap(fails(call, "ServerFault"), ({ detail: text }) =>
    isTrue(text.startsWith("TypeError: "), text)
  )

/** Asks as a user who has just registered. @internal */
export const asNewUser = <A, E, R>(
  program: Effect.Effect<A, E, R | Client>
): Effect.Effect<A, E | ScreepsError, Exclude<R, Client> | HttpClient | Server> =>
  Effect.flatMap(account, ({ as }) => as(program))

/** Asks again until it is so, three hundred times at most. @internal */
export const eventually = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  until: (value: A) => boolean,
  what: string
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    for (let turn = 0; turn < 300; turn++) {
      const value = yield* call
      if (until(value)) return value
      yield* Effect.sleep("100 millis")
    }
    return yield* failTest(`never came true: ${what}`)
  })

/**
 * Asks for something until it shows: real servers drop, without a word, what arrives between the reading and the
 * clearing of their lists of intents.
 *
 * @internal
 */
export const repeatUntil = <A, E, R, B, E2, R2>(
  call: Effect.Effect<A, E, R>,
  look: Effect.Effect<B, E2, R2>,
  until: (value: B) => boolean,
  what: string
): Effect.Effect<B, E | E2, R | R2> =>
  Effect.gen(function* () {
    yield* call
    for (let turn = 1; turn <= 300; turn++) {
      const value = yield* look
      if (until(value)) return value
      yield* Effect.sleep("100 millis")
      if (turn % 15 === 0) yield* Effect.ignore(call)
    }
    return yield* failTest(`never came true: ${what}`)
  })
