/** A file system on which one change of the disk fails, is interrupted, or is the last one of the process. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Cause, Deferred, Effect, Exit, Fiber, FileSystem, Layer, PlatformError, type Path } from "effect"

/** What happens at the change with this number, starting at 0. */
export interface Fault {
  readonly at: number
  readonly is: "interrupt" | "kill" | { readonly code: string }
}

/** Changes that need space, and fail when the disk is full. */
const needSpace = new Set(["open", "write", "sync", "makeDirectory", "link", "writeFile"])

const failure = (method: string, code: string) =>
  PlatformError.systemError({
    _tag: code === "EACCES" ? "PermissionDenied" : "Unknown",
    module: "FileSystem",
    method,
    cause: Object.assign(new Error(code), { code })
  })

/** Wraps a file system; `reached` completes when the fault happens. */
const faulty = (fs: FileSystem.FileSystem, fault: Fault, reached: Deferred.Deferred<void>) => {
  let count = 0
  let isDead = false
  const isFull = typeof fault.is === "object" && fault.is.code === "ENOSPC"
  /** A change, and the part of it that a failing disk or a killed process still makes. */
  const change = <A, R>(
    method: string,
    whole: Effect.Effect<A, PlatformError.PlatformError, R>,
    part: Effect.Effect<unknown, PlatformError.PlatformError, R> = Effect.void
  ) =>
    Effect.suspend((): Effect.Effect<A, PlatformError.PlatformError, R> => {
      if (isDead) return Effect.never
      const number = count++
      if (fault.is === "interrupt") {
        return number === fault.at ? Effect.andThen(Deferred.succeed(reached, undefined), whole) : whole
      }
      if (fault.is === "kill") {
        if (number !== fault.at) return whole
        isDead = true
        return part.pipe(
          Effect.ignore,
          Effect.andThen(Deferred.succeed(reached, undefined)),
          Effect.andThen(Effect.never)
        )
      }
      // A full disk stays full.
      const isHit = isFull ? number >= fault.at && needSpace.has(method) : number === fault.at
      const failed = Effect.fail(failure(method, fault.is.code))
      if (!isHit) return whole
      return number === fault.at ? Effect.andThen(Effect.ignore(part), failed) : failed
    })
  const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)
  const file = (opened: FileSystem.File): FileSystem.File => ({
    ...opened,
    [FileSystem.FileTypeId]: opened[FileSystem.FileTypeId],
    get stat() {
      return opened.stat
    },
    sync: change("sync", opened.sync),
    truncate: (length) => change("truncate", opened.truncate(length)),
    // As the system does it: a part is a success, and what follows fails.
    write: (bytes) =>
      Effect.suspend(() =>
        isFull && !isDead && count++ === fault.at
          ? opened.write(half(bytes))
          : change("write", opened.write(bytes), opened.write(half(bytes)))
      ),
    writeAll: (bytes) => change("write", opened.writeAll(bytes), opened.writeAll(half(bytes)))
  })
  const { exists: _1, glob: _2, readFileString: _3, sink: _4, stream: _5, writeFileString: _6, ...rest } = fs
  return FileSystem.make({
    ...rest,
    open: (path, options) =>
      options?.flag === undefined || options.flag === "r"
        ? fs.open(path, options)
        : Effect.map(change("open", fs.open(path, options)), file),
    writeFile: (path, bytes, options) =>
      change("writeFile", fs.writeFile(path, bytes, options), fs.writeFile(path, half(bytes), options)),
    makeDirectory: (path, options) => change("makeDirectory", fs.makeDirectory(path, options)),
    rename: (from, to) => change("rename", fs.rename(from, to)),
    remove: (path, options) => change("remove", fs.remove(path, options)),
    link: (from, to) => change("link", fs.link(from, to)),
    chmod: (path, mode) => change("chmod", fs.chmod(path, mode)),
    utimes: (path, a, m) => change("utimes", fs.utimes(path, a, m))
  })
}

/** How a program with a fault ended; `unreached` when it made fewer changes. */
export type Ended<A, E> = Exit.Exit<A, E> | "unreached" | "killed"

/** Runs a program on a disk with a fault. */
export const runWith = <A, E>(
  fault: Fault,
  program: Effect.Effect<A, E, FileSystem.FileSystem | Path.Path>
): Effect.Effect<Ended<A, E>> =>
  Effect.gen(function* () {
    const reached = yield* Deferred.make<void>()
    const onFaultyDisk = Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (fs) => faulty(fs, fault, reached))
    )
    const layer = Layer.merge(Layer.provide(onFaultyDisk, NodeFileSystem.layer), NodePath.layer)
    const fiber = yield* Effect.forkDetach(Effect.provide(program, layer, { local: true }))
    const exit = Fiber.await(fiber)
    if (typeof fault.is === "object") return yield* exit
    const first = yield* Effect.raceFirst(exit, Effect.as(Deferred.await(reached), "reached" as const))
    if (first !== "reached") return "unreached"
    if (fault.is === "kill") return "killed"
    yield* Fiber.interrupt(fiber)
    return yield* exit
  })

/** Returns the message of a failure. */
export const messageOf = <A, E>(ended: Ended<A, E>): string =>
  typeof ended === "string" ? ended : Exit.isSuccess(ended) ? "success" : String(Cause.squash(ended.cause))
