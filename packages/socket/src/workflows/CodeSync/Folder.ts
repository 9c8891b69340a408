/** Reads and writes code modules as files of a folder. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import {
  fileOf,
  foldCase,
  type Found,
  isModuleFile,
  isSameBytes,
  list,
  walk,
  whyUnsafe,
  withoutInlineMap
} from "./codeFile.ts"

/** A module cannot become a file of the folder; nothing was written. */
export class UnwritableModule extends withoutStackTrace(
  Schema.TaggedError<UnwritableModule>()("UnwritableModule", {
    /** The module's name. */
    module: Schema.String,
    /** Why: its name is not safe or taken, its text not valid Unicode, its binary not base64. */
    detail: Schema.String
  })
) {
  override get message() {
    return `the module ${JSON.stringify(this.module)} cannot become a file: ${this.detail}`
  }
}

/**
 * Two files stand for the same module, or two modules would be written to the same file on a file system that ignores
 * upper and lower case.
 */
export class SameName extends withoutStackTrace(
  Schema.TaggedError<SameName>()("SameName", {
    /** The module's name. */
    module: Schema.String,
    /** The two files, as paths below the folder. */
    files: Schema.Array(Schema.String)
  })
) {
  override get message() {
    return `the files of the module ${JSON.stringify(this.module)} conflict: ${this.files.join(" and ")}`
  }
}

/**
 * A file that is named like a module is not UTF-8 text, is a device, a pipe or a socket, or is a link to a file with
 * another ending, such as a private key: uploading a downloaded folder must not upload other files of the user.
 */
export class UnreadableFile extends withoutStackTrace(
  Schema.TaggedError<UnreadableFile>()("UnreadableFile", {
    /** The path below the folder. */
    file: Schema.String,
    /** What the file is, and what to do. */
    detail: Schema.String
  })
) {
  override get message() {
    return `${this.file} ${this.detail}`
  }
}

/** Returns what to do when none of these files is `main.js` or `main.wasm`. */
const adviceFor = (files: ReadonlyArray<string>): string => {
  const misnamed = files.find((file) => /^main\.(?:c?js|wasm)$/i.test(file))
  if (misnamed !== undefined) return `rename ${misnamed} to main.${/wasm$/i.test(misnamed) ? "wasm" : "js"}`
  if (files.some((file) => /^main\.mjs$/i.test(file)))
    return "the game runs CommonJS: let your build write main.js in that format"
  const nested = files.find((file) => /\/main\.(?:js|wasm)$/.test(file))
  if (nested !== undefined) return `to run ${nested}, pass the folder that contains it`
  if (files.some((file) => isModuleFile(file))) return "give the file that starts your code this name"
  if (files.some((file) => /\.[cm]?tsx?$/i.test(file)))
    return "compile the TypeScript, and pass the folder that your build writes"
  return "pass the folder with your code"
}

/** A folder that is to be pushed has no module `main`, so that the game would run nothing. */
export class NoMain extends withoutStackTrace(
  Schema.TaggedError<NoMain>()("NoMain", {
    /** Files of the folder, as paths below it; at most 500. */
    files: Schema.Array(Schema.String)
  })
) {
  override get message() {
    const { files } = this
    const shown = files.slice(0, 8).join(", ")
    const found =
      files.length === 0
        ? "it is empty"
        : `found ${shown}${files.length > 8 ? ` and ${files.length - 8} more` : ""}`
    return `there is no main.js, which the game runs (${found}): ${adviceFor(files)}`
  }
}

/** Modules cannot be read from or written to a folder, for one `reason`. */
export class CodeFolderError extends withoutStackTrace(
  Schema.TaggedError<CodeFolderError>()("CodeFolderError", {
    /** The folder as given. */
    folder: Schema.String,
    reason: Schema.Union([UnwritableModule, SameName, UnreadableFile, NoMain])
  })
) {
  override get message() {
    return `${this.folder}: ${this.reason.message}`
  }
}

type Reason = CodeFolderError["reason"]

/** Options for reading and writing a folder. */
export interface FolderOptions {
  /** Returns whether a file, such as `lib/util.test.js`, is ignored; paths have slashes on every system. */
  readonly ignore?: ((file: string) => boolean) | undefined
}

/** Half of a character. */
const loneSurrogate = /\p{Cs}/u

/**
 * Reads the modules of a folder: `.js` files are texts, `.wasm` files are WebAssembly binaries.
 *
 * **Details**
 *
 * A module's name is the file's path without its extension: `lib/util.js` is the module `lib/util`, for
 * `require("lib/util")`. Names that begin with a dot, `node_modules`, and files for which `ignore` returns true are
 * skipped. Links to files whose names end in `.js` or `.wasm` are read, links to folders are not. A source map inline at
 * the end of a file (`//# sourceMappingURL=data:…`) is not part of the module: it would only count against the size limit.
 *
 * **Gotchas**
 *
 * The game has no folders and no relative paths: `require("./util")` in `lib/util2.js` loads the module `util`, not
 * `lib/util`.
 *
 * **Errors** `CodeFolderError` (`SameName`: `x.js` and `x.wasm` side by side; `UnreadableFile`: a link to any other file, a
 * device or a pipe, a text that is not UTF-8), `LocalFileError`.
 *
 * **Source** how the game looks for modules, and binaries as bytes, read in the source of a server 4.3.0; names with
 * slashes and dots recorded.
 */
export const readFolder = (
  folder: string,
  { ignore }: FolderOptions = {}
): Effect.Effect<CodeModules.CodeModules, CodeFolderError | LocalFile.LocalFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const modules = new Map<string, CodeModules.CodeModule>()
    for (const { file, isDevice, isLink, name } of yield* walk(folder, ignore)) {
      const fail = (reason: Reason) => new CodeFolderError({ folder, reason })
      const unreadable = (detail: string) => fail(new UnreadableFile({ file, detail }))
      if (modules.has(name)) {
        return yield* fail(new SameName({ module: name, files: [`${name}.js`, `${name}.wasm`] }))
      }
      if (isDevice) return yield* unreadable("is a device, a pipe or a socket: remove it, or rename it")
      const at = path.join(folder, file)
      if (isLink && !isModuleFile(yield* fs.realPath(at))) {
        return yield* unreadable("is a link to a file whose name does not end in .js or .wasm")
      }
      const bytes = yield* LocalFile.read(at)
      // It was removed a moment ago, as bundlers do that empty the folder first.
      if (bytes === undefined) continue
      if (file.endsWith(".wasm")) modules.set(name, CodeModules.fromBytes(bytes))
      else {
        const text = LocalFile.decodeUtf8(bytes)
        if (text === undefined) return yield* unreadable("is not UTF-8 text: save it as UTF-8")
        modules.set(name, withoutInlineMap(text))
      }
    }
    return Object.fromEntries(modules)
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(LocalFile.fromPlatformError(error))))

/** The most files that are listed: enough to find an entry with another name. */
const mostFiles = 500

/**
 * Fails if the modules of a folder have no `main`: the game would run nothing, and not say so.
 *
 * **Errors** `CodeFolderError` (`NoMain`, with the files of the folder), `LocalFileError`.
 */
export const requireMain = (
  folder: string,
  modules: CodeModules.CodeModules
): Effect.Effect<void, CodeFolderError | LocalFile.LocalFileError, FileSystem | Path> =>
  Object.hasOwn(modules, "main")
    ? Effect.void
    : Effect.flatMap(
        Effect.mapError(list(folder, mostFiles), (error) => LocalFile.fromPlatformError(error)),
        (files) =>
          Effect.fail(
            new CodeFolderError({ folder, reason: new NoMain({ files: files.map(({ file }) => file) }) })
          )
      )

/** A module and the contents of its file. */
interface Planned extends Found {
  readonly bytes: Uint8Array
}

/** Returns the folders that contain a file, outermost first. */
const foldersOf = (file: string): ReadonlyArray<string> => {
  const segments = file.split("/")
  return segments.slice(1).map((_, i) => segments.slice(0, i + 1).join("/"))
}

/** Returns all modules as files, or why a module cannot become one. */
const plan = (
  modules: CodeModules.CodeModules,
  { ignore }: FolderOptions
): Result.Result<ReadonlyArray<Planned>, Reason> => {
  const files: Array<Planned> = []
  const seen = new Map<string, string>()
  const unwritable = (module: string, detail: string) => Result.fail(new UnwritableModule({ module, detail }))
  for (const [name, module] of Object.entries(modules).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const file = fileOf(name, module)
    const problem = whyUnsafe({ file, name }) ?? (ignore?.(file) === true ? `${file} is ignored` : undefined)
    if (problem !== undefined) return unwritable(name, problem)
    const other = seen.get(foldCase(name))
    if (other !== undefined) return Result.fail(new SameName({ module: name, files: [other, file] }))
    seen.set(foldCase(name), file)
    if (!CodeModules.isBinary(module) && loneSurrogate.test(module))
      return unwritable(name, "its text is not valid Unicode")
    const bytes = CodeModules.isBinary(module)
      ? CodeModules.toBytes(module)
      : Result.succeed(new TextEncoder().encode(module))
    if (Result.isFailure(bytes)) return unwritable(name, "its binary is not base64")
    files.push({ file, name, bytes: bytes.success })
  }
  const taken = new Set(files.map(({ file }) => foldCase(file)))
  const folders = new Map<string, string>()
  for (const { file, name } of files) {
    for (const folder of foldersOf(file)) {
      const folded = foldCase(folder)
      const same = folders.get(folded) ?? folder
      folders.set(folded, same)
      const detail = taken.has(folded)
        ? `${folder} is the file of another module`
        : same === folder
          ? undefined
          : `the folders ${same} and ${folder} differ only in upper and lower case`
      if (detail !== undefined) return unwritable(name, detail)
    }
  }
  return Result.succeed(files)
}

/** The changes to a folder's files, by their paths below it. */
export interface FolderChanges {
  /** Files that were created or overwritten. */
  readonly written: ReadonlyArray<string>
  /** Files that were deleted. */
  readonly removed: ReadonlyArray<string>
  /** Files that already had the module's contents and were not touched. */
  readonly same: ReadonlyArray<string>
}

/** Options for writing a folder. */
export interface WriteOptions extends FolderOptions {
  /** `remove` deletes files of modules that are not among the given ones; by default they stay. */
  readonly others?: "remove" | undefined
}

const unlessMissing = <A, B, R>(effect: Effect.Effect<A, PlatformError, R>, missing: B) =>
  Effect.catchIf(
    effect,
    ({ reason }) => reason._tag === "NotFound",
    () => Effect.succeed(missing)
  )

/**
 * Writes modules into a folder, which is created when it is missing, and returns the changes.
 *
 * **Details**
 *
 * A text becomes `name.js`, a binary `name.wasm`; slashes in names become folders, so that `readFolder` returns the
 * same modules. Files that already have the module's contents are not touched. When a module changes from text to
 * binary, or from binary to text, its old file is deleted; other files are deleted only with `others: "remove"`. All
 * names and target paths are checked before the first file is written. Each file has its old contents or the new ones, also
 * when the disk is full or the program is killed in between.
 *
 * **Errors** `CodeFolderError` (`UnwritableModule`: a name such as `../../x`, one that `readFolder` would not read again, one
 * that some system does not accept, such as `aux` or `a?`, one whose path has a link or a file as a folder, `a.js/b`
 * beside `a`; a text that is not valid Unicode, a binary that is not base64; `SameName`), `LocalFileError`.
 */
export const writeFolder = (
  folder: string,
  modules: CodeModules.CodeModules,
  { ignore, others }: WriteOptions = {}
): Effect.Effect<FolderChanges, CodeFolderError | LocalFile.LocalFileError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const fail = (reason: Reason) => new CodeFolderError({ folder, reason })
    const planned = plan(modules, { ignore })
    if (Result.isFailure(planned)) return yield* fail(planned.failure)

    /** Checks that a file and the folders on its path are no links, and of the expected type where they exist. */
    const checkPath = Effect.fnUntraced(function* ({ file, name }: Found) {
      for (const segment of [...foldersOf(file), file]) {
        const info = yield* unlessMissing(fs.lstat(path.join(folder, segment)), undefined)
        if (info === undefined) return
        const problem =
          info.type === "SymbolicLink"
            ? "is a link"
            : segment === file
              ? info.type !== "File" && "is not a file"
              : info.type !== "Directory" && "is not a folder"
        if (problem !== false) {
          return yield* fail(new UnwritableModule({ module: name, detail: `${segment} ${problem}` }))
        }
      }
    })

    for (const one of planned.success) yield* checkPath(one)
    const before = (yield* unlessMissing(walk(folder, ignore), [])).filter(({ isDevice }) => !isDevice)
    const there = new Set(before.map(({ file }) => file))
    const written: Array<string> = []
    const same: Array<string> = []
    for (const { bytes, file } of planned.success) {
      const at = path.join(folder, file)
      const isSameSize = there.has(file) && (yield* fs.stat(at)).size === BigInt(bytes.length)
      const old = isSameSize ? yield* LocalFile.read(at) : undefined
      if (old !== undefined && isSameBytes(old, bytes)) same.push(file)
      else {
        yield* LocalFile.write(at, bytes, { link: "replace" })
        written.push(file)
      }
    }
    const kept = new Set(planned.success.map(({ file }) => file))
    const names = new Set(planned.success.map(({ name }) => name))
    const removed = before
      .filter(({ file, name }) => !kept.has(file) && (others === "remove" || names.has(name)))
      .map(({ file }) => file)
    for (const file of removed) yield* fs.remove(path.join(folder, file))
    return { written, removed, same }
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(LocalFile.fromPlatformError(error))))
