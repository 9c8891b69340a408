/** Pushes code whenever its folder changes. */
import { fromPlatformError, type LocalFileError } from "@screeps-effect/api/LocalFile"
import * as Retry from "@screeps-effect/api/Retry"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import { FileSystem, type WatchEvent } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { ScreepsSocket } from "../../ScreepsSocket.ts"
import type { SocketError } from "../../SocketError.ts"
import { type Ignore, isPassedOver, walk } from "./codeFile.ts"
import { type CodeFolderError, type FolderOptions, readFolder, requireMain } from "./Folder.ts"
import { type BranchCode, push, type Pushed, type PushOptions } from "./Push.ts"

/** Options for watching a folder. */
export interface WatchOptions<R = never> extends Omit<PushOptions, "dryRun">, FolderOptions {
  /** How long the folder must not change before it is pushed; 300 milliseconds by default. */
  readonly debounce?: Duration.Input | undefined
  /**
   * Runs before the push of each change, with the modules of the folder: keeps their source maps, for example. Does not run
   * again when that push is retried.
   */
  readonly beforePush?: ((modules: CodeModules) => Effect.Effect<void, never, R>) | undefined
}

/** The result of one change of the folder: a push, or why it failed. */
export type Watched<E = never> = Result.Result<Pushed, ScreepsError | CodeFolderError | LocalFileError | E>

/**
 * Returns whether `watch` retries a push with this failure: there was no response or no connection, or the server failed,
 * as `Retry.isTransient` says.
 */
export const isRetried = (error: ScreepsError | CodeFolderError | LocalFileError | SocketError): boolean =>
  error._tag === "ScreepsError"
    ? Retry.isTransient(error)
    : error._tag === "SocketError" &&
      (error.reason._tag === "Unreachable" || error.reason._tag === "TimedOut")

/** Returns how long to wait for a change after a number of failures in a row that are retried. */
const retryAfter = (failures: number): Duration.Duration =>
  failures === 0 ? Duration.infinity : Duration.seconds(Math.min(2 ** (failures - 1), 30))

/** The interval at which the folder is read, for changes that the platform does not report, in milliseconds. */
const lookEvery = 1000

const missing = "missing"

/** Returns a text that differs after each change of a module file's name, size, time or inode. */
const look = (folder: string, ignore: Ignore): Effect.Effect<string, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const lines: Array<string> = []
    for (const { file } of yield* walk(folder, ignore)) {
      const { ino, mtime, size } = yield* fs.stat(path.join(folder, file))
      const time = Option.map(mtime, (date) => date.getTime())
      lines.push(`${file}:${Option.getOrElse(ino, () => 0n)}:${size}:${Option.getOrElse(time, () => 0)}`)
    }
    return lines.join("\n")
  }).pipe(
    // The push then fails with the same error when it reads the folder.
    Effect.catch(({ message }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem
        const isThere = yield* Effect.orElseSucceed(fs.exists(folder), () => true)
        return isThere ? message : missing
      })
    )
  )

/**
 * Returns a function that waits until the folder has changed, or the given time has passed, and then stays unchanged for
 * a while; the first time it does not wait for a change. It returns whether the folder has changed.
 *
 * The platform reports most changes at once, but not those of a folder that was deleted and created again, or replaced
 * by another, nor of files behind links: so the folder is also read regularly, and watched again after each change.
 * While it is missing, the function waits for it.
 */
const changes = (
  folder: string,
  debounce: Duration.Input,
  ignore: Ignore
): Effect.Effect<
  (most: Duration.Duration) => Effect.Effect<boolean, never, Path>,
  LocalFileError,
  FileSystem | Path | Scope.Scope
> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    yield* Effect.mapError(fs.stat(folder), (error) =>
      fromPlatformError(error, { action: "read", path: folder })
    )
    const quiet = Duration.toMillis(debounce)
    const watcher = yield* FiberHandle.make()
    /** When the platform reported the last change. */
    const reported = yield* Queue.sliding<number>(1)
    const looking = Effect.provideService(look(folder, ignore), FileSystem, fs)

    /** Watches from now on; if the platform cannot watch, reading the folder is enough. */
    const watchAgain = Effect.gen(function* () {
      yield* FiberHandle.clear(watcher)
      const ready = yield* Deferred.make<void>()
      const onReady = () => Deferred.doneUnsafe(ready, Effect.void)
      const concerns = ({ path }: WatchEvent) => !path.split(/[\\/]/).some(isPassedOver)
      const watching = fs.watch(folder, { recursive: true, onReady }).pipe(
        Stream.filter(concerns),
        Stream.runForEach(() => Effect.flatMap(Millis.monotonic, (at) => Queue.offer(reported, at))),
        Effect.ignoreCause,
        Effect.ensuring(Effect.sync(onReady))
      )
      yield* FiberHandle.run(watcher, watching)
      yield* Deferred.await(ready)
      yield* Queue.clear(reported)
    })

    let seen: string | undefined
    return Effect.fnUntraced(function* (most: Duration.Duration) {
      const end = (yield* Millis.monotonic) + Duration.toMillis(most)
      while (true) {
        let at = Option.getOrUndefined(yield* Queue.poll(reported))
        let looks = yield* looking
        while (looks === missing || (looks === seen && at === undefined)) {
          const left = end - (yield* Millis.monotonic)
          if (looks !== missing && left <= 0) break
          const wait = looks === missing ? lookEvery : Math.min(left, lookEvery)
          at = Option.getOrUndefined(yield* Effect.timeoutOption(Queue.take(reported), wait))
          looks = yield* looking
        }
        let hasChanged = looks !== seen || at !== undefined
        while (true) {
          const since: number = at ?? (yield* Millis.monotonic)
          yield* Effect.sleep(Math.max(0, since + quiet - (yield* Millis.monotonic)))
          at = Option.getOrUndefined(yield* Queue.poll(reported))
          const before = looks
          looks = yield* looking
          if (at === undefined && looks === before) break
          hasChanged = true
        }
        if (looks === missing) continue
        if (looks !== seen) {
          yield* watchAgain
          seen = yield* looking
        }
        return hasChanged
      }
    })
  })

/**
 * Pushes a folder now, and again whenever it changes; emits the result of each push.
 *
 * **Details**
 *
 * A failed push does not end the stream; the next change is pushed. A push whose failure `isRetried`, for example because
 * the server is down, is retried until it succeeds or the folder changes, with delays that grow from one second to 30;
 * the retries emit nothing until one ends otherwise. Changes close together cause one push, changes
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
  { activate, beforePush, debounce = "300 millis", ignore, remote, ...options }: WatchOptions<R>
): Stream.Stream<
  Watched<SocketError>,
  LocalFileError,
  R | ScreepsClient | ScreepsSocket | FileSystem | Path
> {
  return Stream.unwrap(
    Effect.gen(function* () {
      const changed = yield* changes(folder, debounce, ignore)
      let known: BranchCode | undefined = remote
      let runs = false
      const pushNow = Effect.fnUntraced(function* (isRetry: boolean) {
        const modules = yield* readFolder(folder, { ignore })
        if (options.withoutMain === undefined) yield* requireMain(folder, modules)
        if (beforePush !== undefined && !isRetry) yield* beforePush(modules)
        const before = known
        known = undefined // until the push succeeds: one that fails or is interrupted may have uploaded the code
        const activating = runs ? undefined : activate
        const pushed = yield* push(modules, { ...options, remote: before, activate: activating })
        known = { branch: pushed.branch, modules }
        runs = true
        return pushed
      })
      /** Failures in a row that are retried. */
      let failures = 0
      const next = Effect.gen(function* () {
        const isRetry = !(yield* changed(retryAfter(failures)))
        const result = yield* Effect.result(pushNow(isRetry))
        const fails = Result.isFailure(result) && isRetried(result.failure)
        failures = fails ? (isRetry ? failures + 1 : 1) : 0
        return isRetry && fails ? undefined : result
      })
      return Stream.fromEffectRepeat(next).pipe(Stream.filter((result) => result !== undefined))
    })
  )
}
