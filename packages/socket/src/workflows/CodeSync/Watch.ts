/**
 * Code that is pushed whenever its folder changes.
 *
 * @since 0.1.0
 */
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem, type WatchEvent } from "effect/FileSystem"
import type { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import type * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { isPassedOver } from "../../internal/codeFile.ts"
import * as Confirm from "../../internal/confirm.ts"
import { type CodeFolderError, type FolderOptions, readFolder } from "./Folder.ts"
import { type BranchCode, type Pushed, type PushOptions, pushWith } from "./Push.ts"

/**
 * Which files are pushed where, and when.
 *
 * @category models
 * @since 0.1.0
 */
export interface WatchOptions extends Omit<PushOptions, "dryRun">, FolderOptions {
  /** How long the folder must be quiet before it is pushed; 300 milliseconds by default. */
  readonly debounce?: Duration.Input | undefined
}

/**
 * What became of one change of the folder: a push, or why there was none.
 *
 * @category models
 * @since 0.1.0
 */
export type Watched<E = never> = Result.Result<Pushed, ScreepsError | CodeFolderError | PlatformError | E>

/** Changes of the folder, after one for how it is in the beginning. */
const changesOf = (folder: string): Stream.Stream<void, PlatformError, FileSystem> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem
      const ready = yield* Deferred.make<void>()
      const concerns = ({ path }: WatchEvent) => !path.split(/[\\/]/).some(isPassedOver)
      const events = fs
        .watch(folder, {
          recursive: true,
          onReady: () => Deferred.doneUnsafe(ready, Effect.void)
        })
        .pipe(
          Stream.filter(concerns),
          Stream.map(() => undefined)
        )
      return Stream.merge(events, Stream.fromEffect(Deferred.await(ready)), { haltStrategy: "left" })
    })
  )

const watchWith = <E, R>(
  folder: string,
  { activate, debounce = "300 millis", ignore, remote, ...options }: WatchOptions,
  confirm: Confirm.Confirm<E, R>
): Stream.Stream<Watched<E>, PlatformError, R | ScreepsClient | FileSystem | Path> =>
  Stream.suspend(() => {
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
    return changesOf(folder).pipe(
      Stream.debounce(debounce),
      // Changes while a push is under way make one more push.
      Stream.buffer({ capacity: 1, strategy: "sliding" }),
      Stream.mapEffect(() => Effect.result(pushNow))
    )
  })

/**
 * Pushes a folder as it is, and again whenever it changes.
 *
 * **Details**
 *
 * One element per push: what it did, or why it failed; a failed push does not end the stream, the next change is pushed
 * again. Changes close together make one push, those during a push one more. The branch is read at the first push and
 * after a failed one; in between it is taken to hold what was pushed last. It is activated once.
 *
 * **Gotchas**
 *
 * What others do to the branch in between is not noticed. While a bundler empties the folder nothing is pushed, since no
 * code never replaces code unless `empty` says so.
 *
 * **Errors** `PlatformError` when the folder cannot be watched. Failures of `readFolder` and `push` are elements.
 *
 * @category pushing
 * @since 0.1.0
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
