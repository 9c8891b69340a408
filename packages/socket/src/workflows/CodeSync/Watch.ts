/** Code that is pushed whenever its folder changes. */
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { changes } from "./changes.ts"
import * as Confirm from "./confirm.ts"
import { type CodeFolderError, type FolderOptions, readFolder } from "./Folder.ts"
import { type BranchCode, type Pushed, type PushOptions, pushWith } from "./Push.ts"

/** Which files are pushed where, and when. */
export interface WatchOptions extends Omit<PushOptions, "dryRun">, FolderOptions {
  /** How long the folder must be quiet before it is pushed; 300 milliseconds by default. */
  readonly debounce?: Duration.Input | undefined
}

/** What became of one change of the folder: a push, or why there was none. */
export type Watched<E = never> = Result.Result<Pushed, ScreepsError | CodeFolderError | PlatformError | E>

const watchWith = <E, R>(
  folder: string,
  { activate, debounce = "300 millis", ignore, remote, ...options }: WatchOptions,
  confirm: Confirm.Confirm<E, R>
): Stream.Stream<Watched<E>, PlatformError, R | ScreepsClient | FileSystem | Path> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* changes(folder, { debounce, ignore })
      let known: BranchCode | undefined = remote
      let runs = false
      const pushNow = Effect.gen(function* () {
        const modules = yield* readFolder(folder, { ignore })
        const before = known
        known = undefined // until it is known again: a push that fails or is interrupted may have done its work
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
 * Pushes a folder as it is, and again whenever it changes.
 *
 * **Details**
 *
 * One element per push: what it did, or why it failed; a failed push does not end the stream, the next change is pushed
 * again. Changes close together make one push, those during a push one more. The branch is read at the first push and
 * after a failed one; in between it is taken to hold what was pushed last. It is activated once.
 *
 * The platform reports most changes at once. Others are found within a second: those of a folder that was removed and
 * created again, or replaced by another, and of files that links lead to. While the folder is missing, it is waited for.
 *
 * **Gotchas**
 *
 * What others do to the branch in between is not noticed. While a bundler empties the folder nothing is pushed, since no
 * code never replaces code unless `empty` says so. A change that the platform does not report shows by the files' names,
 * sizes, times and inodes: one that keeps all of them is pushed with the next.
 *
 * **Errors** `PlatformError` when the folder is missing in the beginning. Failures of `readFolder` and `push` are
 * elements.
 */
export function watch(
  folder: string,
  options: WatchOptions & { readonly confirm?: undefined }
): Stream.Stream<Watched, PlatformError, ScreepsClient | FileSystem | Path>
export function watch(
  folder: string,
  options: WatchOptions
): Stream.Stream<Watched<SocketError>, PlatformError, ScreepsClient | ScreepsSocket | FileSystem | Path>
export function watch(
  folder: string,
  options: WatchOptions
): Stream.Stream<Watched<SocketError>, PlatformError, ScreepsClient | ScreepsSocket | FileSystem | Path> {
  return options.confirm === undefined
    ? watchWith(folder, options, Confirm.not)
    : watchWith(folder, options, Confirm.within(options.confirm))
}
