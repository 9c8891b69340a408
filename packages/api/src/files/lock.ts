/** Locks between programs: a file beside the one that is changed. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"
import * as Millis from "@screeps-effect/schema/Millis"
import { LocalFileError } from "./LocalFileError.ts"
import { failedTo, unfinishedName, shortName } from "./names.ts"
import { readText } from "./read.ts"

/** A lock is stale when it was not refreshed for this long; its owner refreshes it more often. In milliseconds. */
const [staleAfter, refreshEvery] = [10_000, 3000]

/** The longest wait for a lock whose owner refreshes it, and how often it is tried. In milliseconds. */
const [longestWait, tryEvery] = [30_000, 20]

/** Fibers of this program that change the same file: they wait here and never try the lock at the same time. */
const queues = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()

export const oneAtATime = <A, E, R>(key: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const queue = queues.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      queue.users++
      queues.set(key, queue)
      return queue
    }),
    ({ semaphore }) => semaphore.withPermit(effect),
    (queue) =>
      Effect.sync(() => {
        queue.users--
        if (queue.users === 0) queues.delete(key)
      })
  )

const unless = <A, R>(tag: "AlreadyExists" | "NotFound", effect: Effect.Effect<A, PlatformError, R>) =>
  Effect.catchIf(
    effect,
    ({ reason }) => reason._tag === tag,
    () => Effect.undefined
  )

/** Creates the lock with its owner; returns whether it is ours. Leaves no lock without owner behind when it fails. */
const create = (fs: FileSystem, lock: string, owner: string): Effect.Effect<boolean, PlatformError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* unless("AlreadyExists", fs.open(lock, { flag: "wx", mode: 0o600 }))
      if (opened === undefined) return false
      yield* Effect.onError(opened.writeAll(new TextEncoder().encode(owner)), () =>
        Effect.ignore(fs.remove(lock))
      )
      return true
    })
  )

/** Returns the owner in a lock; no text if it has none or is not a file, `undefined` if there is no lock. */
const ownerOf = (fs: FileSystem, lock: string) =>
  readText(lock, { mostBytes: 1024 }).pipe(
    Effect.orElseSucceed(() => ""),
    Effect.provideService(FileSystem, fs)
  )

/** Removes a lock whose owner was killed; of several programs that try it at once, one succeeds. */
const removeStale = (fs: FileSystem, path: Path, lock: string): Effect.Effect<void, PlatformError> =>
  Effect.gen(function* () {
    // In this order: if the lock is replaced in between, the time is that of a new one.
    const owner = yield* ownerOf(fs, lock)
    const info = yield* unless("NotFound", fs.stat(lock))
    const written = info === undefined ? undefined : Option.getOrUndefined(info.mtime)
    if (owner === undefined || written === undefined) return
    const now = yield* Clock.currentTimeMillis
    // A time in the future means that the clock was set back.
    if (Math.abs(now - written.getTime()) < staleAfter) return
    const aside = path.join(path.dirname(lock), unfinishedName(path.basename(lock)))
    const moved = yield* unless("NotFound", Effect.as(fs.rename(lock, aside), true))
    if (moved === undefined) return
    // Another program was faster, and this is its new lock: it gets it back.
    if ((yield* ownerOf(fs, aside)) !== owner) yield* Effect.ignore(fs.link(aside, lock))
    yield* fs.remove(aside)
  })

/**
 * Runs an effect while no other one, of this or another program, holds the lock of the file. The effect receives a check
 * that fails if another program took the lock, which happens if this one was suspended.
 *
 * @internal
 */
export const locked = <A, E, R>(
  file: string,
  use: (check: Effect.Effect<void, LocalFileError>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | LocalFileError, R | FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const lock = path.join(path.dirname(file), `.${shortName(path.basename(file))}.screeps-lock`)
    const owner: string = crypto.randomUUID()
    const fail = () =>
      new LocalFileError({ path: file, action: "written", reason: "Locked", detail: `lock ${lock}` })
    const isOurs = Effect.map(ownerOf(fs, lock), (one) => one === owner)
    const check = Effect.flatMap(isOurs, (ours) => (ours ? Effect.void : Effect.fail(fail())))
    const refresh = Effect.gen(function* () {
      yield* Effect.sleep(refreshEvery)
      const now = yield* Clock.currentTimeMillis
      yield* fs.utimes(lock, new Date(now), new Date(now))
    }).pipe(Effect.ignore, Effect.forever)
    const acquire = (restore: <X>(effect: Effect.Effect<X>) => Effect.Effect<X>) =>
      Effect.gen(function* () {
        const end = (yield* Millis.monotonic) + longestWait
        while (!(yield* create(fs, lock, owner))) {
          yield* removeStale(fs, path, lock)
          if ((yield* Millis.monotonic) > end) return yield* fail()
          yield* restore(Effect.sleep(tryEvery))
        }
      })
    const whileHeld = Effect.scoped(Effect.andThen(Effect.forkScoped(refresh), use(check)))
    const release = Effect.flatMap(isOurs, (ours) => (ours ? Effect.ignore(fs.remove(lock)) : Effect.void))
    return yield* oneAtATime(
      lock,
      Effect.uninterruptibleMask((restore) =>
        Effect.catchTag(acquire(restore), "PlatformError", failedTo("written", file)).pipe(
          Effect.andThen(Effect.ensuring(restore(whileHeld), release))
        )
      )
    )
  })
