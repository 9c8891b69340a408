/** Loads an operation by its entry in the catalogue. */
import type * as Catalogue from "@screeps-effect/api/Catalogue"
import type * as Operation from "@screeps-effect/api/Operation"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { groups } from "./groups.ts"

/** An operation with an input of unknown type, which it validates itself. @internal */
export interface Callable extends Operation.AnyOperation {
  (input?: unknown): Effect.Effect<unknown, ScreepsError, ScreepsClient>
}

const isCallable = (value: unknown): value is Callable =>
  Predicate.isFunction(value) && "limitKey" in value && "input" in value

/** Returns the name on the command line, such as `game.roomTerrain`. @internal */
export const nameOf = ({ group, name }: Catalogue.Entry): string =>
  `${group.charAt(0).toLowerCase()}${group.slice(1)}.${name}`

/** Loads the module of an operation. @internal */
export const load = (entry: Catalogue.Entry): Effect.Effect<Callable> =>
  Effect.gen(function* () {
    const operations = yield* Effect.promise(() => groups[entry.group]?.() ?? Promise.resolve({}))
    const operation = (operations as Readonly<Record<string, unknown>>)[entry.name]
    return isCallable(operation)
      ? operation
      : yield* Effect.die(new Error(`${nameOf(entry)} is in the catalogue but not in its module`))
  })
