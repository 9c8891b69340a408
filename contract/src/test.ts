/** The contract's tests and their assertions. */
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

/** What a test needs to reach a server. */
export type Needs = HttpClient | Server | WebSocketConstructor | Scope.Scope

/** One test of a server's behaviour. */
export interface Test {
  /** Completes the sentence "a private server …". */
  readonly name: string
  readonly run: Effect.Effect<void, unknown, Needs>
}

/** What a test does: an effect, or a generator of its steps. */
type Program<R> =
  | Effect.Effect<unknown, unknown, R>
  | (() => Generator<Effect.Effect<unknown, unknown, R>, unknown, never>)

/** Returns a function that creates tests, whose programs run in this way. */
export const testsOf =
  <R>(run: (program: Effect.Effect<unknown, unknown, R>) => Effect.Effect<unknown, unknown, Needs>) =>
  (name: string, program: Program<R>): Test => ({
    name,
    run: Effect.asVoid(run(Effect.isEffect(program) ? program : Effect.gen(program)))
  })

/** Creates a test. */
export const test = testsOf<Needs>((program) => program)

/** Fails the test with this message. */
export const failTest = (what: string) => Effect.die(new Error(what))

/** Checks that two values are equal. */
export const same = (actual: unknown, expected: unknown, what: string): Effect.Effect<void> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : failTest(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)

/** Checks that a value has at least these fields. */
export const has = (actual: object, fields: object, what: string): Effect.Effect<void> => {
  const entries = new Map(Object.entries(actual))
  const chosen = Object.fromEntries(Object.keys(fields).map((key) => [key, entries.get(key)] as const))
  return same(chosen, fields, what)
}

/** Checks that a list has these items, in any order. */
export const sameItems = (
  actual: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
  what: string
): Effect.Effect<void> => same(actual.toSorted(), expected.toSorted(), what)

/** Returns a value, or fails the test when it is absent. */
export const some = <A>(value: A | null | undefined, what: string): Effect.Effect<A> =>
  value === undefined || value === null ? failTest(`Missing: ${what}`) : Effect.succeed(value)

/** Checks that a condition holds. */
export const isTrue = (condition: boolean, what: string): Effect.Effect<void> =>
  condition ? Effect.void : failTest(what)

/** Checks that a call fails for this reason, and returns the reason. */
export const fails = <A, R, Tag extends Reason["_tag"]>(
  call: Effect.Effect<A, ScreepsError, R>,
  tag: Tag
): Effect.Effect<Extract<Reason, { readonly _tag: Tag }>, never, R> =>
  Effect.matchEffect(call, {
    onSuccess: (value) => failTest(`expected ${tag}, got the response ${JSON.stringify(value)}`),
    onFailure: ({ message, reason }) =>
      isReason(reason, tag) ? Effect.succeed(reason) : failTest(`expected ${tag}, got ${message}`)
  })

const isReason = <Tag extends Reason["_tag"]>(
  reason: Reason,
  tag: Tag
): reason is Extract<Reason, { readonly _tag: Tag }> => reason._tag === tag

/** Checks that a call is rejected with this text. */
export const rejects = <A, R>(
  call: Effect.Effect<A, ScreepsError, R>,
  text: string
): Effect.Effect<void, never, R> =>
  Effect.flatMap(fails(call, "Rejected"), (reason) => same(reason.detail, text, "the text of the rejection"))

type Client = ScreepsClient.ScreepsClient | Session | RateLimits | ScreepsEvents

/** Runs a program with these credentials. */
export const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server> =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(credentials))))

/** Runs a program without signing in. */
export const asGuest = as(Credentials.layerGuest)

/** Creates a test of a client that does not sign in. */
export const testAsGuest = testsOf<Client | Needs>(asGuest)

/** Sends a request without an operation. */
export const raw = (
  call: ScreepsClient.RequestOptions
): Effect.Effect<unknown, ScreepsError, ScreepsClient.ScreepsClient> =>
  Effect.flatMap(ScreepsClient.ScreepsClient, ({ request }) => request(call))

/** Registers an account and returns its credentials. */
export const account = Effect.gen(function* () {
  const username = `contract${yield* Random.nextIntBetween(0, 1e12)}`
  const password = Redacted.make(`secret of ${username}`)
  const email = `${username}@example.com`
  yield* asGuest(Register.submit({ username, password, email }))
  const credentials = Credentials.layerPassword({ username: username, password })
  return { username, password, email, credentials, as: as(credentials) }
})

/** Checks that a call fails with a server fault; the JavaScript engine words the text. */
export const failsWithServerFault = <A, R>(
  call: Effect.Effect<A, ScreepsError, R>
): Effect.Effect<void, never, R> =>
  Effect.flatMap(fails(call, "ServerFault"), ({ detail: text }) =>
    isTrue(text.startsWith("TypeError: "), text)
  )

/** Runs a program as a newly registered user. */
export const asNewUser = <A, E, R>(
  program: Effect.Effect<A, E, R | Client>
): Effect.Effect<A, E | ScreepsError, Exclude<R, Client> | HttpClient | Server> =>
  Effect.flatMap(account, ({ as }) => as(program))

/** Creates a test of a newly registered user. */
export const testAsNewUser = testsOf<Client | Needs>(asNewUser)

/** Repeats a call until its result matches, at most three hundred times. */
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
    return yield* failTest(`Did not happen after 300 attempts: ${what}`)
  })

/**
 * Repeats a call until its effect shows: real servers silently drop an intent that arrives between reading and clearing
 * their list of intents.
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
    return yield* failTest(`Did not happen after 300 attempts: ${what}`)
  })
