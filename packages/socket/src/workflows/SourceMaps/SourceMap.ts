/** Source maps, checked, of texts and of a folder of modules. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import { record } from "@screeps-effect/schema/Record"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { splitInlineMap, walk } from "../CodeSync/codeFile.ts"
import type { FolderOptions } from "../CodeSync/Folder.ts"

/** The most characters of a source map's text, sources included. */
const maxLength = 64 * 1024 * 1024

/** The most sources of a map, and the longest name of one in characters. */
const [mostSources, longestSource] = [20_000, 4096]

/** The most characters of the positions, which take several times as much memory when they are decoded. */
const longestMappings = 16 * 1024 * 1024

const Source = Schema.String.check(Schema.isMaxLength(longestSource))

/**
 * What of a source map is needed to find positions: neither the names nor the text of the sources.
 *
 * **Source** the standard ECMA-426, "Source map format".
 */
export class SourceMap extends record<SourceMap>("SourceMap")({
  /** Version of the format. */
  version: Schema.Literal(3),
  /** Paths of the sources, relative to the map's own folder; `null` for code without a source. */
  sources: Schema.Array(Schema.NullOr(Source)).check(Schema.isMaxLength(mostSources)),
  /** Path before each source. */
  sourceRoot: Schema.optionalKey(Schema.NullOr(Source)),
  /** Positions, encoded as text. */
  mappings: Schema.String.check(Schema.isMaxLength(longestMappings))
}) {}

/** The source maps of modules, by the names of the modules. */
export type SourceMaps = ReadonlyMap<string, SourceMap>

/** A text or a file is not a source map. */
export class SourceMapError extends withoutStackTrace(Data.TaggedError("SourceMapError"))<{
  /** The module whose map it is; `undefined` for a text. */
  readonly module: string | undefined
  /** What is wrong, at most 200 characters. */
  readonly detail: string
}> {
  override get message() {
    const whose = this.module === undefined ? "" : ` of the module ${JSON.stringify(this.module)}`
    return `the source map${whose} cannot be used: ${this.detail}`
  }
}

const fail = (module: string | undefined, detail: string) =>
  Result.fail(new SourceMapError({ module, detail: detail.slice(0, 200) }))

const decode = Schema.decodeUnknownResult(SourceMap)

/** Parses the text of a source map, such as that of `main.js.map`. */
export const parse = (text: string, module?: string): Result.Result<SourceMap, SourceMapError> => {
  if (text.length > maxLength) return fail(module, "it is larger than 64 MiB")
  const json = Result.try((): unknown => JSON.parse(text))
  if (Result.isFailure(json)) return fail(module, "it is not JSON")
  return Result.mapError(
    decode(json.success),
    ({ message }) => new SourceMapError({ module, detail: message.slice(0, 200) })
  )
}

/** Parses a source map in a `data:` URL. */
const parseUrl = (url: string, module: string): Result.Result<SourceMap, SourceMapError> => {
  const comma = url.indexOf(",")
  const data = url.slice(comma + 1)
  if (comma < 0) return fail(module, "the data: URL has no data")
  const text = url.slice(0, comma).endsWith(";base64")
    ? Base64.decodeString(data)
    : Result.try(() => decodeURIComponent(data))
  return Result.isFailure(text)
    ? fail(module, "its data: URL cannot be decoded")
    : parse(text.success, module)
}

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
