import { assert } from "@effect/vitest"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import { asGuest, asNewcomer, type Case, fails, nameOf, raw, serverCase } from "../case.ts"

/** An operation with a call that a server which has it would understand. */
export type Called = readonly [AnyOperation, Effect.Effect<unknown, ScreepsError, ScreepsClient>]

/** The server has none of these. */
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

/** The server asks who is there, in all of its operations that need a token but these. */
export const asksForToken = (name: string, others: ReadonlyArray<AnyOperation>): Case => {
  const protectedOnes = all.filter(({ auth }) => auth.private === "always")
  const asked = protectedOnes.filter((operation) => !others.includes(operation))
  return serverCase(
    name,
    { refuses: asked },
    asGuest(
      Effect.forEach(
        asked,
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
