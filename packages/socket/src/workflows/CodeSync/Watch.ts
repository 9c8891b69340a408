/** Pushes code whenever its folder changes. */
import type { LocalFileError } from "@screeps-effect/api/LocalFile"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import type * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { changes } from "./changes.ts"
import * as Confirm from "./confirm.ts"
import { type CodeFolderError, type FolderOptions, readFolder } from "./Folder.ts"
import { requireMain } from "./requireMain.ts"
import { type BranchCode, type Pushed, type PushOptions, pushWith } from "./Push.ts"

/** Options for watching a folder. */
export interface WatchOptions<R = never> extends Omit<PushOptions, "dryRun">, FolderOptions {
  /** How long the folder must not change before it is pushed; 300 milliseconds by default. */
  readonly debounce?: Duration.Input | undefined
  /** Runs before each push, with the modules of the folder: keeps their source maps, for example. */
  readonly beforePush?: ((modules: CodeModules) => Effect.Effect<void, never, R>) | undefined
}

/** The result of one change of the folder: a push, or why it failed. */
export type Watched<E = never> = Result.Result<Pushed, ScreepsError | CodeFolderError | LocalFileError | E>

const watchWith = <E, R, R2>(
  folder: string,
  { activate, beforePush, debounce = "300 millis", ignore, remote, ...options }: WatchOptions<R2>,
  confirm: Confirm.Confirm<E, R>
): Stream.Stream<Watched<E>, LocalFileError, R | R2 | ScreepsClient | FileSystem | Path> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* changes(folder, { debounce, ignore })
      let known: BranchCode | undefined = remote
      let runs = false
      const pushNow = Effect.gen(function* () {
        const modules = yield* readFolder(folder, { ignore })
        if (options.withoutMain === undefined) yield* requireMain(folder, modules)
        if (beforePush !== undefined) yield* beforePush(modules)
        const before = known
        known = undefined // until the push succeeds: one that fails or is interrupted may have uploaded the code
        const activating = runs ? undefined : activate
        const pushed = yield* pushWith(modules, { ...options, remote: before, activate: activating }, confirm)
        known = { branch: pushed.branch, modules }
        runs = true
        return pushed
      })
      return Stream.fromEffectRepeat(Effect.andThen(changed, Effect.result(pushNow)))
    })
  )

/**
 * Pushes a folder now, and again whenever it changes; emits the result of each push.
 *
 * **Details**
 *
 * A failed push does not end the stream; the next change is pushed. Changes close together cause one push, changes
 * during a push cause one more. The branch is downloaded at the first push and after a failed one; otherwise it is
 * assumed to have the code of the last push. It is activated once.
 *
 * The platform reports most changes at once. Others are found within a second: changes of a folder that was deleted and
 * created again, or replaced by another, and of files behind links. While the folder is missing, the stream waits for
 * it.
 *
 * **Gotchas**
 *
 * Changes to the branch by others are not noticed. While a bundler has emptied the folder, nothing is pushed: code
 * without the module `main` is uploaded only with `withoutMain: "upload"`. Changes that the platform does not report are
 * found by the files' names, sizes, times and inodes; a change that keeps all of them is pushed with the next one.
 *
 * **Errors** `LocalFileError` when the folder is missing at the start. Failures of `readFolder` and `push` are emitted.
 */
export function watch<R = never>(
  folder: string,
  options: WatchOptions<R> & { readonly confirm?: undefined }
): Stream.Stream<Watched, LocalFileError, R | ScreepsClient | FileSystem | Path>
export function watch<R = never>(
  folder: string,
  options: WatchOptions<R>
): Stream.Stream<Watched<SocketError>, LocalFileError, R | ScreepsClient | ScreepsSocket | FileSystem | Path>
export function watch<R = never>(
  folder: string,
  options: WatchOptions<R>
): Stream.Stream<
  Watched<SocketError>,
  LocalFileError,
  R | ScreepsClient | ScreepsSocket | FileSystem | Path
> {
  return options.confirm === undefined
    ? watchWith(folder, options, Confirm.not)
    : watchWith(folder, options, Confirm.within(options.confirm))
}
