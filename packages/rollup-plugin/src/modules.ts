/** Converts a bundle into code modules and their source maps. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Data from "effect/Data"
import * as Result from "effect/Result"

/** A chunk of code. */
export interface Chunk {
  readonly type: "chunk"
  readonly code: string
  /** The source map; its text is JSON. */
  readonly map?: { toString(): string } | null | undefined
}

/** Another file. */
interface Asset {
  readonly type: "asset"
  readonly source: string | Uint8Array
}

/** The files of a bundle by their names. */
export interface Bundle {
  readonly [file: string]: Chunk | Asset
}

/** The bundle cannot run in the game. */
class BundleError extends Data.TaggedError("BundleError")<{ readonly message: string }> {}

/** Modules to upload, and the source maps of those that have one. */
export interface Modules {
  readonly modules: CodeModules.CodeModules
  readonly maps: SourceMaps.SourceMaps
}

const formats = new Set(["cjs", "commonjs", "umd"])

/** Returns the modules of a bundle. */
export const modulesOf = (
  format: string | undefined,
  bundle: Bundle
): Result.Result<Modules, BundleError | SourceMaps.SourceMapError> => {
  if (format !== undefined && !formats.has(format)) {
    const message = `the format of the bundle is ${format}, and the game runs CommonJS: set output.format to "cjs"`
    return Result.fail(new BundleError({ message }))
  }
  const modules = new Map<string, CodeModules.CodeModule>()
  const maps = new Map<string, SourceMaps.SourceMap>()
  for (const [file, one] of Object.entries(bundle)) {
    if (one.type === "asset") {
      if (file.endsWith(".wasm") && typeof one.source !== "string")
        modules.set(file.slice(0, -".wasm".length), CodeModules.fromBytes(one.source))
      continue
    }
    const name = file.replace(/\.[cm]?js$/, "")
    modules.set(name, CodeSync.withoutInlineMap(one.code))
    if (one.map === undefined || one.map === null) continue
    const map = SourceMaps.parse(one.map.toString(), name)
    if (Result.isFailure(map)) return Result.fail(map.failure)
    maps.set(name, map.success)
  }
  if (!modules.has("main")) {
    const found = modules.size === 0 ? "" : `, but ${[...modules.keys()].join(", ")}`
    const message = `the bundle has no file main.js, which the game runs${found}: name the entry "main"`
    return Result.fail(new BundleError({ message }))
  }
  return Result.succeed({ modules: Object.fromEntries(modules), maps })
}
