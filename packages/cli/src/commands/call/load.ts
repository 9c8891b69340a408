/** Loads an operation by its entry in the catalogue. */
import type * as Catalogue from "@screeps-effect/api/Catalogue"
import { isOperation, type UnknownOperation } from "@screeps-effect/api/Operation"
import * as Effect from "effect/Effect"
import { groups } from "./groups.ts"

/** Loads the module of an operation. */
export const load = (entry: Catalogue.Entry): Effect.Effect<UnknownOperation> =>
  Effect.gen(function* () {
    const operations = yield* Effect.promise(() => groups[entry.group]?.() ?? Promise.resolve({}))
    const operation = (operations as Readonly<Record<string, unknown>>)[entry.name]
    return isOperation(operation)
      ? operation
      : yield* Effect.die(new Error(`${entry.id} is in the catalogue but not in its module`))
  })
