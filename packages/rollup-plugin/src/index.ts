/**
 * A plugin for Rollup, Vite and Rolldown that uploads the bundle to a Screeps server after each build, and keeps its
 * source maps, so that `screeps console` shows errors at their place in the sources.
 *
 * ```ts
 * import { screeps } from "@screeps-effect/rollup-plugin"
 *
 * export default {
 *   input: { main: "src/main.ts" },
 *   output: { dir: "dist", format: "cjs", sourcemap: true },
 *   plugins: [screeps({ server: "main", branch: "default" })]
 * }
 * ```
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Bundle, modulesOf } from "./modules.ts"
import { type Options, upload } from "./upload.ts"

export type { Bundle, Chunk } from "./modules.ts"
export type { Options } from "./upload.ts"

/** What the plugin needs of a bundler's context. */
export interface Context {
  /** Whether the bundler builds again when a file changes. */
  readonly meta: { readonly watchMode?: boolean | undefined }
  readonly warn: (message: string) => void
  readonly error: (message: string) => never
}

/** A plugin of Rollup, Vite and Rolldown. */
export interface Plugin {
  readonly name: string
  readonly writeBundle: (
    this: Context,
    options: { readonly format?: string | undefined },
    bundle: Bundle
  ) => Promise<void>
}

/**
 * Creates the plugin.
 *
 * **Details**
 *
 * Each chunk becomes a module with the name of its file, without the extension, and each `.wasm` file a binary module;
 * other files are left out. The branch is downloaded first, and nothing is uploaded when nothing differs. The server and
 * the account are those of `screeps code push`: the environment (`SCREEPS_URL`, `SCREEPS_TOKEN`, …), or the credentials
 * file `.screeps.yaml`.
 *
 * The build fails when the upload fails; while a bundler watches, the failure is a warning, and the next change is
 * uploaded again. Source maps that cannot be kept, for example on a read-only file system, are a warning.
 */
export const screeps = (options: Options = {}): Plugin => {
  let hasWarned = false
  return {
    name: "screeps",
    async writeBundle({ format }, bundle) {
      const warn = (message: string) => {
        // A bundler that watches would repeat it after each change.
        if (!hasWarned) this.warn(message)
        hasWarned = true
      }
      const program = Effect.flatMap(Effect.fromResult(modulesOf(format, bundle)), (modules) =>
        upload(modules, { ...options, warn })
      )
      const result = await Effect.runPromise(Effect.result(program))
      if (Result.isSuccess(result)) return
      const message = `The code was not uploaded: ${result.failure.message}`
      if (this.meta.watchMode === true) this.warn(message)
      else this.error(message)
    }
  }
}
