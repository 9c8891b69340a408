/** An operation and a fixture: what travels is the fixture's request, what comes back its answer. */
import { type Recording, recording, reported, toResponse } from "@screeps-effect/fixtures"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, type Fake, fake, type Options, privateServer, why } from "./fake.ts"

type Call<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

const isRecorded = (name: string) => name.startsWith("game/") || name.startsWith("user/")

/** A fixture by its name: recorded ones are called `game/…`, reported ones `<group>.<case>`. */
export const fixture = (name: string): Recording => (isRecorded(name) ? recording(name) : reported(name))

/** The official main world with a default shard. */
export const official = Server.official({ shard: "shard3" })

/** A server that gives a fixture's answer again and again. */
export const answering = (name: string): Fake => fake(() => toResponse(fixture(name)))

const optionsFor = (name: string, options: Options): Options => ({
  server: isRecorded(name) ? privateServer : official,
  ...options
})

/** What a fixture's request told the server; private servers are never told a shard. */
const toldBy = ({ request: { body, method, path, query } }: Recording, kind: Server.Kind) => {
  const isTold = ([field]: readonly [string, unknown]) => kind === "official" || field !== "shard"
  const told = (fields: object = {}) => Object.fromEntries(Object.entries(fields).filter(isTold))
  return {
    line: `${method} ${path}`,
    query: told(query),
    body: method === "GET" ? undefined : told(typeof body === "object" && body !== null ? body : {})
  }
}

/** What was told a server, request by request. */
export const told = ({ asked }: Fake) =>
  asked.map(({ body, method, url }) => ({
    line: `${method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body
  }))

/** Asserts that exactly the fixture's request travels; gives what its answer becomes. */
export const assertExchange = <A>(
  call: Call<A>,
  name: string,
  options: Options = {}
): Effect.Effect<A, ScreepsError> =>
  Effect.gen(function* () {
    const server = answering(name)
    const chosen = optionsFor(name, options)
    const answer = yield* ask(call, server, chosen)
    assert.deepStrictEqual(told(server), [toldBy(fixture(name), chosen.server?.kind ?? "private")])
    return answer
  })

/** Asserts that a fixture's answer is a failure for a reason; gives it. */
export const assertFails = (
  call: Call<unknown>,
  name: string,
  tag: Reason["_tag"],
  text?: string
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const reason = yield* Effect.catch(why(call, answering(name), optionsFor(name, {})), () =>
      Effect.die(new Error("it is no failure"))
    )
    assert.strictEqual(reason._tag, tag)
    if (text !== undefined) assert.strictEqual(reason.message, text)
  })

/** Asserts that a call is refused for a field before anything is sent, on a private and on an official server. */
export const assertRefused = (call: Call<unknown>, field: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const server of [privateServer, official]) {
      const door = fake(() => Response.json({ ok: 1 }))
      const reason = yield* Effect.catch(why(call, door, { server }), () =>
        Effect.die(new Error("it is not refused"))
      )
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
      assert.isEmpty(door.asked)
    }
  })

/** Asserts that an official server is not asked without a shard. */
export const assertNeedsShard = (call: Call<unknown>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const door = fake(() => Response.json({ ok: 1 }))
    const reason = yield* Effect.catch(why(call, door, { server: Server.official() }), () =>
      Effect.die(new Error("it is asked"))
    )
    assert.strictEqual(reason._tag, "ShardRequired")
    assert.isEmpty(door.asked)
  })
