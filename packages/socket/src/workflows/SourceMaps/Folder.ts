/** Reads the source maps of a folder of modules. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import { walk } from "../CodeSync/codeFile.ts"
import type { FolderOptions } from "../CodeSync/Folder.ts"
import { splitInlineMap } from "../CodeSync/inlineMap.ts"
import type { SourceMaps } from "./Mapper.ts"
import { maxLength, parse, parseUrl, type SourceMap, SourceMapError } from "./SourceMap.ts"

/**
 * Reads the source maps of a folder: the map of `lib/util.js` is the file `lib/util.js.map` beside it, or the one inline
 * at its end.
 *
 * **Details**
 *
 * The modules are those of `CodeSync.readFolder`. A module without a map has no entry. Other addresses after
 * `sourceMappingURL=` are not followed.
 *
 * **Errors** `SourceMapError` (a map that cannot be parsed, or of more than 64 MiB), `PlatformError`.
 */
export const readFolder = (
  folder: string,
  { ignore }: FolderOptions = {}
): Effect.Effect<SourceMaps, SourceMapError | PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const maps = new Map<string, SourceMap>()
    for (const { file, name } of yield* walk(folder, ignore)) {
      if (!file.endsWith(".js")) continue
      const at = path.join(folder, file)
      if (yield* fs.exists(`${at}.map`)) {
        const { size } = yield* fs.stat(`${at}.map`)
        if (size > maxLength)
          return yield* new SourceMapError({ module: name, detail: "it is larger than 64 MiB" })
        maps.set(name, yield* Effect.fromResult(parse(yield* fs.readFileString(`${at}.map`), name)))
        continue
      }
      const { url } = splitInlineMap(yield* fs.readFileString(at))
      if (url !== undefined) maps.set(name, yield* Effect.fromResult(parseUrl(url, name)))
    }
    return maps
  })
