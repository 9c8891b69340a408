/** Where source maps of deployed code are kept. */
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Path } from "effect/Path"
import * as Result from "effect/Result"
import * as UserDirectories from "effect/persistence/UserDirectories"
import * as Output from "../output/output.ts"
import { format, plain } from "../output/text.ts"

/** Keeps source maps in the folder for state of the user's applications; without one, while the program runs. @internal */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { state } = yield* UserDirectories.UserDirectories
    const path = yield* Path
    const folder = yield* Effect.result(state("screeps"))
    return Result.isFailure(folder)
      ? SourceMaps.layerMemory
      : SourceMaps.layerFolder(path.join(folder.success, "source-maps"))
  })
).pipe(Layer.provide(UserDirectories.layer))

/**
 * Keeps the source maps of a folder's modules and returns a mapper for their stack traces. A map that cannot be read or
 * kept does not keep the code from being uploaded: it is reported.
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
    )
  )
