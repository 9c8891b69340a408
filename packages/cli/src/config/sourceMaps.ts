/** Keeps the source maps of code that is pushed. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as Output from "../output/output.ts"

/**
 * Returns a function that keeps the source maps of a folder, whose modules were read before, and returns a mapper for their
 * stack traces. Maps that cannot be read or kept are a warning, which is printed again only if it changes: the code is
 * uploaded all the same.
 */
export const makeKeeper = (folder: string) => {
  let warned: string | undefined
  const warn = (message: string) =>
    Effect.suspend(() => {
      if (message === warned) return Effect.void
      warned = message
      return Output.warning(message)
    })
  return (modules: CodeModules) =>
    Effect.gen(function* () {
      const maps = yield* SourceMaps.readFolder(folder)
      yield* Effect.catch(SourceMaps.keep(modules, maps), ({ message }) =>
        warn(
          `other programs will not map the stack traces of this code, since its source maps were not kept: ${message}`
        )
      )
      return SourceMaps.make(maps)
    }).pipe(
      Effect.catch(({ message }) =>
        Effect.as(
          warn(`the stack traces of this code will not be mapped: ${message}`),
          SourceMaps.make(new Map())
        )
      ),
      Effect.provide(SourceMaps.layerUser)
    )
}
