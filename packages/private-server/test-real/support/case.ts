/** Tests against a real server, each with the operations that must succeed and be rejected in it. */
import { assert } from "@effect/vitest"
import * as Credentials from "@screeps-effect/api/Credentials"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { Server } from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import type { PrivateServer } from "@screeps-effect/private-server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** Method and path of the calls that the server has accepted and rejected in one test. */
class Ledger extends Context.Service<
  Ledger,
  { readonly accepted: Set<string>; readonly refused: Set<string> }
>()("@screeps-effect/private-server/test-real/Ledger") {}

type Needs = HttpClient | Server | PrivateServer.PrivateServer | Ledger

export interface Case {
  /** The test's title, a sentence that begins with "the server". */
  readonly name: string
  /** Operations that succeed in it. */
  readonly accepts: ReadonlyArray<AnyOperation>
  /** Operations that the server rejects in it, for a reason that is asserted. */
  readonly refuses: ReadonlyArray<AnyOperation>
  readonly holds: Effect.Effect<void, unknown, HttpClient | Server | PrivateServer.PrivateServer>
}

/** Returns method and path. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

/** Creates a case, which checks its lists of operations when it runs. */
export const serverCase = <A, E>(
  name: string,
  claims: { readonly accepts?: ReadonlyArray<AnyOperation>; readonly refuses?: ReadonlyArray<AnyOperation> },
  holds: Effect.Effect<A, E, Needs>
): Case => {
  const { refuses = [], accepts = [] } = claims
  const proved = Effect.gen(function* () {
    const ledger = { accepted: new Set<string>(), refused: new Set<string>() }
    yield* Effect.provideService(holds, Ledger, ledger)
    assert.includeMembers([...ledger.accepted], accepts.map(nameOf), "accepted calls")
    assert.includeMembers([...ledger.refused], refuses.map(nameOf), "rejected calls")
  })
  return { name, accepts, refuses, holds: proved }
}

const isRefusal = ({ _tag }: Reason) => _tag !== "InvalidInput" && _tag !== "EndpointNotFound"

/** A client that records accepted and rejected calls; calls without an operation count only when they are rejected. */
const watched = Layer.effect(
  ScreepsClient.ScreepsClient,
  Effect.gen(function* () {
    const { refused, accepted } = yield* Ledger
    const { method: who } = yield* Session.Session
    const client = yield* ScreepsClient.ScreepsClient
    const isSent = ({ auth = "always" }: ScreepsClient.RequestOptions) => who !== "Guest" || auth !== "always"
    const noted = <A>(call: ScreepsClient.RequestOptions, answer: Effect.Effect<A, ScreepsError>) =>
      Effect.tapError(answer, ({ reason }) =>
        Effect.sync(() => isRefusal(reason) && isSent(call) && refused.add(nameOf(call)))
      )
    const accept = (call: { readonly method: string; readonly path: string }) => () =>
      Effect.sync(() => accepted.add(nameOf(call)))
    return ScreepsClient.ScreepsClient.of({
      ...client,
      call: (operation, input) => {
        const { method, path } = operation
        // An input that cannot be sent has no request.
        const { auth } = Result.getOrElse(
          operation.request(input, client.server),
          (): { readonly auth?: ScreepsClient.RequestOptions["auth"] } => ({})
        )
        const call = auth === undefined ? { method, path } : { method, path, auth }
        return Effect.tap(noted(call, client.call(operation, input)), accept(call))
      },
      send: (call) => Effect.tap(noted(call, client.send(call)), accept(call)),
      request: (call) => noted(call, client.request(call))
    })
  })
).pipe(Layer.provideMerge(ScreepsClient.layerNoDeps()))

type Client = Layer.Success<ReturnType<typeof ScreepsClient.layerNoDeps>>

/** Runs a program with these credentials. */
export const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server | Ledger> =>
    Effect.provide(program, Layer.fresh(watched.pipe(Layer.provide(credentials))))

/** Runs a program as a guest. */
export const asGuest = as(Credentials.layerGuest)

/** Asserts that a response equals the expected value, whatever their types. */
export const same = (actual: unknown, expected: unknown, message?: string) =>
  assert.deepStrictEqual(actual, expected, message)

/** Asserts that a response has at least these fields. */
export const has = (actual: unknown, fields: object, message?: string) =>
  assert.deepInclude(actual, fields, message)

let players = 0

/** Registers an account and returns its credentials. */
export const account = Effect.gen(function* () {
  const username = `Player${(players += 1)}`
  const password = Redacted.make(`secret of ${username}`)
  const email = `${username.toLowerCase()}@example.com`
  yield* asGuest(Register.submit({ username, password, email }))
  return { username, password, email, as: as(Credentials.layerPassword({ username: username, password })) }
})

/** Runs a program with a new account. */
export const asNewcomer = <A, E, R>(program: Effect.Effect<A, E, R | Client>) =>
  Effect.flatMap(account, ({ as }) => as(program))

/** Sends a request without an operation: for requests that operations never send. */
export const raw = (call: ScreepsClient.RequestOptions) =>
  Effect.flatMap(ScreepsClient.ScreepsClient, ({ request }) => request(call))

/** Asserts that a call fails with this reason, and returns the reason. */
export const fails = <A, R, Tag extends Reason["_tag"]>(
  call: Effect.Effect<A, ScreepsError, R>,
  tag: Tag
): Effect.Effect<Extract<Reason, { readonly _tag: Tag }>, never, R> =>
  Effect.map(Effect.result(call), (result) => {
    if (result._tag === "Success")
      return assert.fail(`expected ${tag}, got ${JSON.stringify(result.success)}`)
    const { message, reason } = result.failure
    return isReason(reason, tag) ? reason : assert.fail(`expected ${tag}, got ${message}`)
  })

const isReason = <Tag extends Reason["_tag"]>(
  reason: Reason,
  tag: Tag
): reason is Extract<Reason, { readonly _tag: Tag }> => reason._tag === tag

/** Asserts that the server rejects a call with this text. */
export const refuses = <A, R>(call: Effect.Effect<A, ScreepsError, R>, text: string, status = 200) =>
  Effect.map(fails(call, "Rejected"), (reason) =>
    assert.deepStrictEqual({ text: reason.detail, status: reason.status }, { text, status })
  )

/** Asserts that the server fails with an internal error, whose text is the JavaScript engine's own. */
export const failsInternally = <A, R>(call: Effect.Effect<A, ScreepsError, R>) =>
  Effect.map(fails(call, "ServerFault"), ({ detail: text }) => assert.match(text, /^TypeError: /))

/** Asserts that a call fails on this field before anything is sent. */
export const isNotSent = <A, R>(call: Effect.Effect<A, ScreepsError, R>, field: string) =>
  Effect.map(fails(call, "InvalidInput"), (reason) => assert.strictEqual(reason.field, field))
