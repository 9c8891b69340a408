/** Assertions that an operation sends a fixture's request and handles its response. */
import { type Recording, recording, reported, toResponse } from "@screeps-effect/fixtures"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, run, type Fake, fake, type Options, privateServer, reasonOf } from "./fake.ts"

type Call<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

const isRecorded = (name: string) => name.startsWith("game/") || name.startsWith("user/")

/** A fixture by its name: `game/…` and `user/…` are recorded, `<group>.<case>` is reported. */
export const fixture = (name: string): Recording => (isRecorded(name) ? recording(name) : reported(name))

/** The official main world with a default shard. */
export const official = Server.official({ shard: "shard3" })

/** A server that always returns a fixture's response. */
export const serverReturning = (name: string): Fake => fake(() => toResponse(fixture(name)))

const optionsFor = (name: string, options: Options): Options => ({
  server: isRecorded(name) ? privateServer : official,
  ...options
})

/** The expected request of a fixture; private servers are never sent a shard. */
const expectedRequest = ({ request: { body, method, path, query } }: Recording, kind: Server.Kind) => {
  const isSent = ([field]: readonly [string, unknown]) => kind === "official" || field !== "shard"
  const sentFields = (fields: object = {}) => Object.fromEntries(Object.entries(fields).filter(isSent))
  return {
    line: `${method} ${path}`,
    query: sentFields(query),
    body: method === "GET" ? undefined : sentFields(typeof body === "object" && body !== null ? body : {})
  }
}

/** The requests that a fake server received. */
export const sentRequests = ({ requests }: Fake) =>
  requests.map(({ body, method, url }) => ({
    line: `${method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body
  }))

/** Asserts that a call sends exactly the fixture's request, and returns its result. */
export const assertExchange = <A>(
  call: Call<A>,
  name: string,
  options: Options = {}
): Effect.Effect<A, ScreepsError> =>
  Effect.gen(function* () {
    const server = serverReturning(name)
    const chosen = optionsFor(name, options)
    const response = yield* run(call, server, chosen)
    assert.deepStrictEqual(sentRequests(server), [
      expectedRequest(fixture(name), chosen.server?.kind ?? "private")
    ])
    return response
  })

/** Asserts that a call fails with a reason after a fixture's response. */
export const assertFails = (
  call: Call<unknown>,
  name: string,
  tag: Reason["_tag"],
  text?: string
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const reason = yield* Effect.catch(reasonOf(call, serverReturning(name), optionsFor(name, {})), () =>
      Effect.die(new Error("the call succeeds"))
    )
    assert.strictEqual(reason._tag, tag)
    if (text !== undefined) assert.strictEqual(reason.message, text)
  })

/** Asserts that a call fails with InvalidInput for a field, without a request, on a private and an official server. */
export const assertInvalidInput = (call: Call<unknown>, field: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const server of [privateServer, official]) {
      const fakeServer = fake(() => Response.json({ ok: 1 }))
      const reason = yield* Effect.catch(reasonOf(call, fakeServer, { server }), () =>
        Effect.die(new Error("the call succeeds"))
      )
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
      assert.isEmpty(fakeServer.requests)
    }
  })

/** Asserts that a call to an official server fails with ShardRequired, without a request. */
export const assertNeedsShard = (call: Call<unknown>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const fakeServer = fake(() => Response.json({ ok: 1 }))
    const reason = yield* Effect.catch(reasonOf(call, fakeServer, { server: Server.official() }), () =>
      Effect.die(new Error("the call succeeds"))
    )
    assert.strictEqual(reason._tag, "ShardRequired")
    assert.isEmpty(fakeServer.requests)
  })

/** The requests that a call sends. */
export const requestsOf = (call: Call<unknown>, options?: Options) =>
  Effect.gen(function* () {
    const server = always({ ok: 1 })
    yield* Effect.exit(run(call, server, options))
    return sentRequests(server)
  })
