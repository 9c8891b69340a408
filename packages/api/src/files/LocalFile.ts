/**
 * Reads files of the user with a bound, and writes them whole or not at all.
 *
 * **Details**
 *
 * Contents are written to a new file with a unique name beside the old one, flushed, and renamed: after a full disk, an
 * interruption or a killed process, the file has its old contents or the new ones. The new file is removed when the write
 * fails or is interrupted; one that a killed process left is removed an hour later by the next write into the same
 * folder. An existing file keeps its permissions, and where allowed its owner. A symbolic link is kept, and the file it
 * points to is written. Devices, pipes and everything below `/dev` and `/proc` are written directly. Missing folders are
 * created.
 *
 * `read` and `readText` accept regular files only: use them for files that a program finds. `readInputText` is for files
 * that the user names, which may be pipes. All have a bound, and texts are decoded without replacing anything.
 *
 * The functions require `FileSystem` and `Path`, which the platform provides, for example with `NodeServices.layer` of
 * `@effect/platform-node`. They fail with `LocalFileError`, whose message contains the path, what happened, and what to do.
 *
 * ```ts
 * import { LocalFile } from "@screeps-effect/api"
 * import * as Effect from "effect/Effect"
 *
 * const count = LocalFile.modify("count.txt", (text) =>
 *   Effect.succeed([Number(text ?? 0) + 1, `${Number(text ?? 0) + 1}`] as const)
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import { type File, FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Stream from "effect/Stream"
import { fromPlatformError, LocalFileError } from "./LocalFileError.ts"
import { locked, oneAtATime } from "./lock.ts"
import { openPipe } from "./pipe.ts"
import { readText } from "./read.ts"
import { failedTo, removeLeftovers, unfinishedName } from "./names.ts"

export * from "./input.ts"
export * from "./LocalFileError.ts"
export * from "./read.ts"
export * from "./text.ts"

/** Options for writing a file. */
export interface WriteOptions {
  /** Only the user can access the file (0600), and the folders that are created for it (0700). */
  readonly isPrivate?: boolean | undefined
  /** What happens to an existing file: it is replaced (default), or the write fails. */
  readonly existing?: "replace" | "fail" | undefined
  /**
   * What happens to a symbolic link: the file it points to is written (default), or the link is replaced by the file. Use
   * `replace` where the user did not choose the path: a folder from elsewhere may contain links.
   */
  readonly link?: "follow" | "replace" | undefined
}

const encode = (piece: string | Uint8Array): Uint8Array =>
  typeof piece === "string" ? new TextEncoder().encode(piece) : piece

const isMissing = ({ reason }: PlatformError) => reason._tag === "NotFound"

const unlessMissing = <A, R>(effect: Effect.Effect<A, PlatformError, R>) =>
  Effect.catchIf(effect, isMissing, () => Effect.undefined)

/** Returns the path of the file that links point to; it may not exist. */
const resolved = (file: string): Effect.Effect<string, PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const real = yield* unlessMissing(fs.realPath(file))
    if (real !== undefined) return real
    const link = yield* Effect.option(fs.readLink(file))
    if (Option.isNone(link)) return file
    // The folder may be a link itself: `..` is then that of the folder it points to.
    const folder = yield* fs.realPath(path.dirname(file))
    return yield* resolved(path.resolve(folder, link.value))
  })

/** Creates a folder and those above it. */
const makeFolder = (fs: FileSystem, path: Path, folder: string, mode: number | undefined) => {
  const all = fs.makeDirectory(folder, { recursive: true, mode })
  const first = (one: string): Effect.Effect<void, PlatformError> =>
    Effect.flatMap(fs.exists(path.dirname(one)), (isThere) =>
      isThere || path.dirname(one) === one ? fs.makeDirectory(one, { mode }) : first(path.dirname(one))
    )
  // Node says of a read-only file system that the folder does not exist: making the first one says what is wrong.
  return Effect.catchIf(all, isMissing, () => Effect.andThen(first(folder), all))
}

/** Where a file is written. */
interface Target {
  readonly path: string
  /** The file that will be replaced. */
  readonly before: File.Info | undefined
  /** Whether it has to be written as it is: a device, a pipe, or a file that the program was given open. */
  readonly isDirect: boolean
}

const fail = (path: string, reason: LocalFileError["reason"]) =>
  Effect.fail(new LocalFileError({ path, action: "written", reason }))

/** Whether a path names what the system or the program has opened, and not a file of a folder. */
const isOpen = (path: Path, file: string) => /^\/(?:dev|proc)\//.test(path.resolve(file))

/** Finds out what is written, and creates its folder. */
const prepare = (file: string, { isPrivate, link }: WriteOptions) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const follows = link !== "replace"
    const before = yield* unlessMissing(follows ? fs.stat(file) : fs.lstat(file))
    if (before?.type === "Directory") return yield* fail(file, "IsFolder")
    const isReplaced = before === undefined || before.type === "File" || before.type === "SymbolicLink"
    if (isOpen(path, file) || !isReplaced) return { path: file, before, isDirect: true } satisfies Target
    const target = follows ? yield* resolved(file) : file
    // A rename does not need the permission to write to the file, which the user took away.
    if (before?.type === "File") yield* fs.access(target, { writable: true })
    const folder = path.dirname(target)
    yield* Effect.catchIf(
      makeFolder(fs, path, folder, isPrivate === true ? 0o700 : undefined),
      ({ reason }) => reason._tag === "AlreadyExists",
      () => fail(file, "NotFolder")
    )
    yield* removeLeftovers(folder)
    return { path: target, before, isDirect: false } satisfies Target
  }).pipe(Effect.catchTag("PlatformError", failedTo("written", file)))

/** Gives a new file the permissions of the one that it replaces, and its owner where this is allowed. */
const adopt = (
  fs: FileSystem,
  unfinished: string,
  now: File.Info,
  before: File.Info | undefined,
  isPrivate: boolean
) =>
  Effect.gen(function* () {
    if (before?.type !== "File") return
    const same =
      Option.getOrUndefined(now.uid) === Option.getOrUndefined(before.uid) &&
      Option.getOrUndefined(now.gid) === Option.getOrUndefined(before.gid)
    const owner = Option.all([before.uid, before.gid])
    if (!same && Option.isSome(owner)) yield* Effect.ignore(fs.chown(unfinished, ...owner.value))
    const mode = isPrivate ? 0o600 : before.mode & 0o7777
    if ((now.mode & 0o7777) !== mode) yield* fs.chmod(unfinished, mode)
  })

/** Gives an unfinished file its name. */
const finish = (fs: FileSystem, unfinished: string, target: string, existing: WriteOptions["existing"]) =>
  existing === "fail"
    ? // Only a link fails when the name is taken; some file systems have no links.
      Effect.catchIf(
        fs.link(unfinished, target),
        ({ reason }) => reason._tag !== "AlreadyExists",
        () => fs.rename(unfinished, target)
      )
    : fs.rename(unfinished, target)

type Pieces<E, R> = Stream.Stream<string | Uint8Array, E, R>

const replace = <E, R>(
  file: string,
  { before, path: target }: Target,
  pieces: Pieces<E, R>,
  { existing, isPrivate = false }: WriteOptions,
  check: Effect.Effect<void, LocalFileError>
): Effect.Effect<void, E | LocalFileError, R | FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const unfinished = path.join(path.dirname(target), unfinishedName(path.basename(target)))
    const attempt = <A>(effect: Effect.Effect<A, PlatformError>) =>
      Effect.mapError(effect, (error) => fromPlatformError(error, { action: "written", path: file }))
    const written = Effect.gen(function* () {
      // Never readable by more people than the file that it replaces.
      const mode = isPrivate || before?.type === "File" ? 0o600 : 0o666
      const opened = yield* Effect.catch(fs.open(unfinished, { flag: "wx", mode }), failedTo("written", file))
      // A write that was interrupted would go on, and the number of its file may belong to another one by then.
      yield* Stream.runForEach(pieces, (piece) =>
        Effect.uninterruptible(attempt(opened.writeAll(encode(piece))))
      )
      yield* attempt(Effect.flatMap(opened.stat, (now) => adopt(fs, unfinished, now, before, isPrivate)))
      yield* attempt(Effect.uninterruptible(opened.sync))
    })
    yield* Effect.acquireUseRelease(
      Effect.void,
      () =>
        Effect.scoped(written).pipe(
          Effect.andThen(check),
          Effect.andThen(Effect.uninterruptible(attempt(finish(fs, unfinished, target, existing))))
        ),
      () => Effect.ignore(fs.remove(unfinished, { force: true }))
    )
  })

/** Opens a device, a pipe or an open file, and returns how it is written. */
const openDirectly = (file: string, before: File.Info | undefined) =>
  Effect.gen(function* () {
    const writePipe = before?.type === "FIFO" ? yield* openPipe(file) : undefined
    if (writePipe !== undefined) return writePipe
    // Appending needs no positions, which devices do not have.
    const opened = yield* (yield* FileSystem).open(file, { flag: "a" })
    return (bytes: Uint8Array) => opened.writeAll(bytes)
  })

const writeDirectly = <E, R>(file: string, before: File.Info | undefined, pieces: Pieces<E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const failed = failedTo("written", file)
      const write = yield* Effect.catch(openDirectly(file, before), failed)
      yield* Stream.runForEach(pieces, (piece) => Effect.catch(write(encode(piece)), failed))
    })
  )

/**
 * Writes a file piece by piece. If the stream fails, the file is not changed.
 *
 * **Errors** `LocalFileError`, and those of the stream.
 */
export const writeStream = <E, R>(
  file: string,
  pieces: Stream.Stream<string | Uint8Array, E, R>,
  options: WriteOptions = {}
): Effect.Effect<void, LocalFileError | E, FileSystem | Path | R> =>
  Effect.gen(function* () {
    const target = yield* prepare(file, options)
    const isTaken = target.before !== undefined && !target.isDirect
    if (options.existing === "fail" && isTaken) return yield* fail(file, "AlreadyExists")
    yield* target.isDirect
      ? writeDirectly(file, target.before, pieces)
      : replace(file, target, pieces, options, Effect.void)
  })

/**
 * Writes a file.
 *
 * **Errors** `LocalFileError`.
 */
export const write = (
  file: string,
  contents: string | Uint8Array,
  options: WriteOptions = {}
): Effect.Effect<void, LocalFileError, FileSystem | Path> =>
  writeStream(file, Stream.succeed(contents), options)

/**
 * Changes a file: `change` receives its text, `undefined` if there is no file, and returns a result and the new text.
 *
 * **Details**
 *
 * Changes of the same file wait for each other, in this program and in others: a file `.NAME.screeps-lock` beside it names
 * the program that may change it now, which refreshes the lock. A lock that was not refreshed for 10 seconds is that of a
 * killed program and is removed. The file is not written if its text stays the same.
 *
 * **Errors** `LocalFileError` (`Locked` after 30 seconds), and those of `change`.
 */
export const modify = <A, E, R>(
  file: string,
  change: (text: string | undefined) => Effect.Effect<readonly [result: A, text: string | undefined], E, R>,
  options: Pick<WriteOptions, "isPrivate"> = {}
): Effect.Effect<A, LocalFileError | E, FileSystem | Path | R> =>
  Effect.gen(function* () {
    const { isDirect, path } = yield* prepare(file, options)
    if (isDirect) return yield* fail(file, "NotRegular")
    return yield* locked(path, (check) =>
      Effect.gen(function* () {
        const before = yield* readText(path)
        const [result, after] = yield* change(before)
        if (after !== undefined && after !== before) {
          const target = yield* prepare(path, options)
          yield* replace(file, target, Stream.succeed(after), options, check)
        }
        return result
      })
    )
  })

const appendTo = (opened: File, bytes: Uint8Array) =>
  Effect.gen(function* () {
    const { size, type } = yield* opened.stat
    let written = 0
    const write = Effect.gen(function* () {
      while (written < bytes.length) written += yield* opened.write(bytes.subarray(written))
    })
    // Unless another program has appended something in the meantime.
    const undo = Effect.gen(function* () {
      const isLast = (yield* opened.stat).size === size + BigInt(written)
      if (type === "File" && written > 0 && isLast) yield* opened.truncate(Number(size))
    })
    yield* Effect.uninterruptible(Effect.onError(write, () => Effect.ignore(undo)))
  })

/**
 * Appends text to a file, which is created if it does not exist. If only a part of the text can be written, the part is
 * removed. Existing files keep their permissions. A named pipe is refused: each text would wait for a reader.
 *
 * **Errors** `LocalFileError`.
 */
export const append = (
  file: string,
  text: string,
  { isPrivate = false }: Pick<WriteOptions, "isPrivate"> = {}
): Effect.Effect<void, LocalFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const mode = isPrivate ? 0o700 : undefined
    const before = yield* unlessMissing(fs.stat(file))
    // Opening it would keep a thread until a reader comes, and the process with it.
    if (before?.type === "FIFO" && !isOpen(path, file)) return yield* fail(file, "NotRegular")
    yield* makeFolder(fs, path, path.dirname(file), mode)
    const opened = yield* fs.open(file, { flag: "a", mode: isPrivate ? 0o600 : 0o666 })
    // What another caller of this program appends in the meantime would keep a part from being removed.
    yield* oneAtATime(`append ${path.resolve(file)}`, appendTo(opened, new TextEncoder().encode(text)))
  }).pipe(Effect.scoped, Effect.catchTag("PlatformError", failedTo("written", file)))
