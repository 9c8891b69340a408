/** Keeps the source maps of code that is pushed. */
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Effect from "effect/Effect"
import * as Output from "../output/output.ts"
import { format, plain } from "../output/text.ts"

/**
 * Keeps the source maps of a folder's modules and returns a mapper for their stack traces. A map that cannot be read or
 * stored is reported, and the code is uploaded all the same.
 *
 * @internal
 */
export const keepFolder = (folder: string) =>
  Effect.gen(function* () {
    const maps = yield* SourceMaps.readFolder(folder)
    if (maps.size > 0) yield* SourceMaps.keep(yield* CodeSync.readFolder(folder), maps)
    return SourceMaps.make(maps)
  }).pipe(
    Effect.catch(({ message }) =>
      Effect.gen(function* () {
        const { note } = yield* Output.Output
        yield* note(format`Stack traces of this code will not be mapped: ${plain(message)}`)
        return SourceMaps.make(new Map())
      })
    ),
    Effect.provide(SourceMaps.layerUser)
  )
