/** Reads the source maps of a folder of modules. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import { walk } from "../CodeSync/codeFile.ts"
import type { FolderOptions } from "../CodeSync/Folder.ts"
import { splitInlineMap } from "../CodeSync/inlineMap.ts"
import type { SourceMaps } from "./Mapper.ts"
import { maxLength, parse, parseUrl, type SourceMap, type SourceMapError } from "./SourceMap.ts"

/**
 * Reads the source maps of a folder: the map of `lib/util.js` is the file `lib/util.js.map` beside it, or the one inline
 * at its end.
 *
 * **Details**
 *
 * The modules are those of `CodeSync.readFolder`. A module without a map has no entry. Other addresses after
 * `sourceMappingURL=` are not followed.
 *
 * **Errors** `SourceMapError` (a map that cannot be parsed), `LocalFileError` (a map that cannot be read, or is a device or
 * larger than 64 MiB).
 */
export const readFolder = (
  folder: string,
  { ignore }: FolderOptions = {}
): Effect.Effect<SourceMaps, SourceMapError | LocalFile.LocalFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const path = yield* Path
    const maps = new Map<string, SourceMap>()
    for (const { file, isDevice, name } of yield* walk(folder, ignore)) {
      if (!file.endsWith(".js") || isDevice) continue
      const at = path.join(folder, file)
      const text = yield* LocalFile.readText(`${at}.map`, { mostBytes: maxLength })
      if (text !== undefined) {
        maps.set(name, yield* Effect.fromResult(parse(text, name)))
        continue
      }
      const bytes = yield* LocalFile.read(at)
      const code = bytes === undefined ? undefined : LocalFile.decodeUtf8(bytes)
      const url = code === undefined ? undefined : splitInlineMap(code).url
      if (url !== undefined) maps.set(name, yield* Effect.fromResult(parseUrl(url, name)))
    }
    return maps
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(LocalFile.fromPlatformError(error))))
