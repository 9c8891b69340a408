/** What a real server is asked in one test, and which operations must have succeeded and been refused in it. */
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

/** What the server has said to one test: method and path of what it took, and of what it refused. */
class Ledger extends Context.Service<
  Ledger,
  { readonly taken: Set<string>; readonly refused: Set<string> }
>()("@screeps-effect/private-server/test-real/Ledger") {}

type Needs = HttpClient | Server | PrivateServer.PrivateServer | Ledger

export interface Case {
  /** Finishes the sentence that begins with "the server". */
  readonly name: string
  /** Operations that succeed in it. */
  readonly takes: ReadonlyArray<AnyOperation>
  /** Operations that the server refuses in it, for a reason that is asserted. */
  readonly refuses: ReadonlyArray<AnyOperation>
  readonly holds: Effect.Effect<void, unknown, HttpClient | Server | PrivateServer.PrivateServer>
}

/** Method and path. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

/** Writes a case down; what it says of operations is checked when it runs. */
export const serverCase = <A, E>(
  name: string,
  claims: { readonly takes?: ReadonlyArray<AnyOperation>; readonly refuses?: ReadonlyArray<AnyOperation> },
  holds: Effect.Effect<A, E, Needs>
): Case => {
  const { refuses = [], takes = [] } = claims
  const proved = Effect.gen(function* () {
    const ledger = { taken: new Set<string>(), refused: new Set<string>() }
    yield* Effect.provideService(holds, Ledger, ledger)
    assert.includeMembers([...ledger.taken], takes.map(nameOf), "what the server took")
    assert.includeMembers([...ledger.refused], refuses.map(nameOf), "what the server refused")
  })
  return { name, takes, refuses, holds: proved }
}

const isRefusal = ({ _tag }: Reason) => _tag !== "InvalidInput" && _tag !== "EndpointNotFound"

/** A client whose answers are noted; what it is asked without an operation can be refused, and succeeds for nobody. */
const watched = Layer.effect(
  ScreepsClient.ScreepsClient,
  Effect.gen(function* () {
    const { refused, taken } = yield* Ledger
    const { method: who } = yield* Session.Session
    const client = yield* ScreepsClient.ScreepsClient
    const isSent = ({ auth = "always" }: ScreepsClient.RequestOptions) => who !== "Guest" || auth !== "always"
    const noted = <A>(call: ScreepsClient.RequestOptions, answer: Effect.Effect<A, ScreepsError>) =>
      Effect.tapError(answer, ({ reason }) =>
        Effect.sync(() => isRefusal(reason) && isSent(call) && refused.add(nameOf(call)))
      )
    return ScreepsClient.ScreepsClient.of({
      ...client,
      send: (call) =>
        Effect.tap(noted(call, client.send(call)), () => Effect.sync(() => taken.add(nameOf(call)))),
      request: (call) => noted(call, client.request(call))
    })
  })
).pipe(Layer.provideMerge(ScreepsClient.layer))

type Client = Layer.Success<typeof ScreepsClient.layer>

/** Asks with these credentials. */
export const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(
    program: Effect.Effect<A, E, R | Client>
  ): Effect.Effect<A, E, Exclude<R, Client> | HttpClient | Server | Ledger> =>
    Effect.provide(program, Layer.fresh(watched.pipe(Layer.provide(credentials))))

/** Asks as nobody. */
export const asGuest = as(Credentials.layerGuest)

/** Compares what the server tells with what is expected, whatever their types are called. */
export const same = (actual: unknown, expected: unknown, message?: string) =>
  assert.deepStrictEqual(actual, expected, message)

/** What the server tells has these fields at least. */
export const has = (actual: unknown, fields: object, message?: string) =>
  assert.deepInclude(actual, fields, message)

let players = 0

/** A new account and its credentials. */
export const account = Effect.gen(function* () {
  const username = `Player${(players += 1)}`
  const password = Redacted.make(`secret of ${username}`)
  const email = `${username.toLowerCase()}@example.com`
  yield* asGuest(Register.submit({ username, password, email }))
  return { username, password, email, as: as(Credentials.layerPassword({ username: username, password })) }
})

/** Asks as somebody who has just registered. */
export const asNewcomer = <A, E, R>(program: Effect.Effect<A, E, R | Client>) =>
  Effect.flatMap(account, ({ as }) => as(program))

/** Asks without an operation: for what operations never send. */
export const raw = (call: ScreepsClient.RequestOptions) =>
  Effect.flatMap(ScreepsClient.ScreepsClient, ({ request }) => request(call))

/** The call fails for this reason, which is given back. */
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

/** The server says no with this text. */
export const refuses = <A, R>(call: Effect.Effect<A, ScreepsError, R>, text: string, status = 200) =>
  Effect.map(fails(call, "Rejected"), (reason) =>
    assert.deepStrictEqual({ text: reason.detail, status: reason.status }, { text, status })
  )

/** The server stumbles: the wording is the JavaScript engine's own. */
export const stumbles = <A, R>(call: Effect.Effect<A, ScreepsError, R>) =>
  Effect.map(fails(call, "ServerFault"), ({ detail: text }) => assert.match(text, /^TypeError: /))

/** Nothing is sent: this field is wrong. */
export const isHeldBack = <A, R>(call: Effect.Effect<A, ScreepsError, R>, field: string) =>
  Effect.map(fails(call, "InvalidInput"), (reason) => assert.strictEqual(reason.field, field))
