/** Waits until a folder of code has changed. */
import { fromPlatformError, type LocalFileError } from "@screeps-effect/api/LocalFile"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberHandle from "effect/FiberHandle"
import { FileSystem, type WatchEvent } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type Ignore, isPassedOver, walk } from "./codeFile.ts"

/** The interval at which the folder is read, for changes that the platform does not report. */
const lookEvery = Duration.seconds(1)

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

/** Settings of `changes`. */
interface Options {
  /** How long the folder must not change. */
  readonly debounce: Duration.Input
  readonly ignore: Ignore
}

/**
 * Returns an effect that waits until the folder has changed and then stays unchanged for a while; the first time it
 * does not wait for a change.
 *
 * The platform reports most changes at once, but not those of a folder that was deleted and created again, or replaced
 * by another, nor of files behind links: so the folder is also read regularly, and watched again after each change.
 * While it is missing, the effect waits for it.
 *
 * @internal
 */
export const changes = (
  folder: string,
  { debounce, ignore }: Options
): Effect.Effect<Effect.Effect<void, never, Path>, LocalFileError, FileSystem | Path | Scope.Scope> =>
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
    return Effect.gen(function* () {
      while (true) {
        let at = Option.getOrUndefined(yield* Queue.poll(reported))
        let looks = yield* looking
        while (looks === missing || (looks === seen && at === undefined)) {
          at = Option.getOrUndefined(yield* Effect.timeoutOption(Queue.take(reported), lookEvery))
          looks = yield* looking
        }
        while (true) {
          const since: number = at ?? (yield* Millis.monotonic)
          yield* Effect.sleep(Math.max(0, since + quiet - (yield* Millis.monotonic)))
          at = Option.getOrUndefined(yield* Queue.poll(reported))
          const before = looks
          looks = yield* looking
          if (at === undefined && looks === before) break
        }
        if (looks === missing) continue
        if (looks !== seen) {
          yield* watchAgain
          seen = yield* looking
        }
        return
      }
    })
  })
