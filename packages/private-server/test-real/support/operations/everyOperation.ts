import { assert } from "@effect/vitest"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import { asGuest, asNewcomer, type Case, fails, nameOf, raw, serverCase } from "../case.ts"

/** An operation with a valid call of it. */
export type Called = readonly [AnyOperation, Effect.Effect<unknown, ScreepsError, ScreepsClient>]

/** Creates a case: the server has none of these operations. */
export const lacks = (name: string, list: ReadonlyArray<Called>): Case =>
  serverCase(
    name,
    {},
    asNewcomer(
      Effect.forEach(
        list,
        ([operation, call]) =>
          Effect.map(fails(call, "EndpointNotFound"), ({ path }) =>
            assert.strictEqual(path, operation.path, nameOf(operation))
          ),
        { concurrency: 4 }
      )
    )
  )

/** Creates a case: the server rejects calls without a token, of all operations that need one except these. */
export const requiresToken = (name: string, others: ReadonlyArray<AnyOperation>): Case => {
  const protectedOnes = all.filter(({ auth }) => auth.private === "always")
  const operations = protectedOnes.filter((operation) => !others.includes(operation))
  return serverCase(
    name,
    { refuses: operations },
    asGuest(
      Effect.forEach(
        operations,
        (operation) => {
          const { method, path } = operation
          return Effect.map(fails(raw({ method, path, auth: "never" }), "Unauthorized"), ({ detail: why }) =>
            assert.strictEqual(why, "unauthorized", nameOf(operation))
          )
        },
        { concurrency: 4 }
      )
    )
  )
}
