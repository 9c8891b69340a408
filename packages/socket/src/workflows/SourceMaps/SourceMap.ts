/** One source map, checked. */
import * as Data from "effect/Data"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import { record } from "@screeps-effect/schema/Record"

/** The most characters of a source map's text, sources included. */
export const maxLength = 64 * 1024 * 1024

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

/** Parses a source map in a `data:` URL. @internal */
export const parseUrl = (url: string, module: string): Result.Result<SourceMap, SourceMapError> => {
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
