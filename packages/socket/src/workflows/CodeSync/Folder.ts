/** Code modules as files of a folder. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fileOf, type Found, walk, whyUnsafe } from "./codeFile.ts"

/** A module's name that cannot be a file of the folder; nothing was written. */
export class UnsafeName extends Schema.TaggedError<UnsafeName>()("UnsafeName", {
  module: Schema.String,
  detail: Schema.String
}) {
  override get message() {
    return `the module ${JSON.stringify(this.module)} cannot become a file: ${this.detail}`
  }
}

/**
 * Two things that would be one and the same: files of one module, or modules in one file where upper and lower case
 * are the same.
 */
export class SameName extends Schema.TaggedError<SameName>()("SameName", {
  module: Schema.String,
  files: Schema.Array(Schema.String)
}) {
  override get message() {
    return `the module ${JSON.stringify(this.module)} would be ${this.files.join(" and ")}`
  }
}

/** A file that ends in `.js` and is no UTF-8 text. */
export class NotText extends Schema.TaggedError<NotText>()("NotText", {
  /** Below the folder. */
  file: Schema.String
}) {
  override get message() {
    return `${this.file} is no UTF-8 text`
  }
}

/** A module that claims to be WebAssembly and is not base64; nothing was written. */
export class NotBinary extends Schema.TaggedError<NotBinary>()("NotBinary", { module: Schema.String }) {
  override get message() {
    return `the binary module ${JSON.stringify(this.module)} is not base64`
  }
}

/** A folder and modules do not go together, for one `reason`. */
export class CodeFolderError extends Schema.TaggedError<CodeFolderError>()("CodeFolderError", {
  folder: Schema.String,
  reason: Schema.Union([UnsafeName, SameName, NotText, NotBinary])
}) {
  override get message() {
    return `${this.folder}: ${this.reason.message}`
  }
}

type Reason = CodeFolderError["reason"]

/** What is no module of a folder although it ends in `.js` or `.wasm`. */
export interface FolderOptions {
  /** Tells of a file, such as `lib/util.test.js`, whether it is to be left alone; slashes on every system. */
  readonly ignore?: ((file: string) => boolean) | undefined
}

const decodeText = (bytes: Uint8Array): Result.Result<string, unknown> =>
  Result.try(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))

/**
 * Reads the modules of a folder: `.js` files are texts, `.wasm` files are WebAssembly binaries.
 *
 * **Details**
 *
 * A module is called as its file without the ending; below other folders with slashes: `lib/util.js` is `lib/util`,
 * for `require("lib/util")`. Names that begin with a dot and `node_modules` are passed over, as is what `ignore`
 * names. Links to files are read, links to folders are not.
 *
 * **Gotchas**
 *
 * The game knows no folders and no relative paths: `require("./util")` within `lib/util2.js` looks for a module
 * `util`, not `lib/util`.
 *
 * **Errors** `CodeFolderError` (`SameName`: `x.js` and `x.wasm` side by side; `NotText`), `PlatformError`.
 *
 * **Source** how the game looks for modules, and binaries as bytes, read in the source of a server 4.3.0; names with
 * slashes and dots recorded.
 */
export const readFolder = (
  folder: string,
  { ignore }: FolderOptions = {}
): Effect.Effect<CodeModules.CodeModules, CodeFolderError | PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const modules = new Map<string, CodeModules.CodeModule>()
    for (const { file, name } of yield* walk(folder, ignore)) {
      const fail = (reason: Reason) => new CodeFolderError({ folder, reason })
      if (modules.has(name)) {
        return yield* fail(new SameName({ module: name, files: [`${name}.js`, `${name}.wasm`] }))
      }
      const bytes = yield* fs.readFile(path.join(folder, file))
      if (file.endsWith(".wasm")) modules.set(name, CodeModules.fromBytes(bytes))
      else {
        const text = decodeText(bytes)
        if (Result.isFailure(text)) return yield* fail(new NotText({ file }))
        modules.set(name, text.success)
      }
    }
    return Object.fromEntries(modules)
  })

/** A module as a file. */
interface Planned extends Found {
  readonly bytes: Uint8Array
}

/** The folders that a file is in, from the outermost on. */
const foldersOf = (file: string): ReadonlyArray<string> => {
  const segments = file.split("/")
  return segments.slice(1).map((_, i) => segments.slice(0, i + 1).join("/"))
}

/** All modules as files, or why there is one that cannot be. */
const plan = (
  modules: CodeModules.CodeModules,
  { ignore }: FolderOptions
): Result.Result<ReadonlyArray<Planned>, Reason> => {
  const files: Array<Planned> = []
  const seen = new Map<string, string>()
  for (const [name, module] of Object.entries(modules).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const file = fileOf(name, module)
    const why =
      whyUnsafe({ file, name }) ?? (ignore?.(file) === true ? "files of its name are ignored" : undefined)
    if (why !== undefined) return Result.fail(new UnsafeName({ module: name, detail: why }))
    const other = seen.get(name.toLowerCase())
    if (other !== undefined) return Result.fail(new SameName({ module: name, files: [other, file] }))
    seen.set(name.toLowerCase(), file)
    const bytes = CodeModules.isBinary(module)
      ? CodeModules.toBytes(module)
      : Result.succeed(new TextEncoder().encode(module))
    if (Result.isFailure(bytes)) return Result.fail(new NotBinary({ module: name }))
    files.push({ file, name, bytes: bytes.success })
  }
  const taken = new Set(files.map(({ file }) => file.toLowerCase()))
  for (const { file, name } of files) {
    const other = foldersOf(file).find((way) => taken.has(way.toLowerCase()))
    if (other !== undefined) {
      return Result.fail(new UnsafeName({ module: name, detail: `${other} is another module's file` }))
    }
  }
  return Result.succeed(files)
}

/** What became of the files of a folder, by their paths below it. */
export interface FolderChanges {
  readonly written: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  /** Held the module already and were left as they are. */
  readonly same: ReadonlyArray<string>
}

/** What happens to files that are modules of the folder and not among those that are written. */
export interface WriteOptions extends FolderOptions {
  /** Removes them; by default they stay. */
  readonly others?: "remove" | undefined
}

const isSameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

const unlessMissing = <A, B, R>(effect: Effect.Effect<A, PlatformError, R>, missing: B) =>
  Effect.catchIf(
    effect,
    ({ reason }) => reason._tag === "NotFound",
    () => Effect.succeed(missing)
  )

/**
 * Writes modules into a folder, which is created when it is missing, and returns what became of its files.
 *
 * **Details**
 *
 * A text becomes `name.js`, a binary `name.wasm`; slashes in names become folders, so that `readFolder` reads the
 * same modules again. Files that hold their module already are not touched. When a module was a text and is a binary
 * now, or the other way around, its old file is removed; other files only when `others` says so. All names, and what
 * stands in the folder where they lead, are checked before the first file is written.
 *
 * **Errors** `CodeFolderError` (`UnsafeName`: a name such as `../../x`, one that `readFolder` would not read again, one
 * that goes through a link or another file, `a.js/b` beside `a`; `SameName`, `NotBinary`), `PlatformError`.
 */
export const writeFolder = (
  folder: string,
  modules: CodeModules.CodeModules,
  { ignore, others }: WriteOptions = {}
): Effect.Effect<FolderChanges, CodeFolderError | PlatformError, FileSystem | Path> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const fail = (reason: Reason) => new CodeFolderError({ folder, reason })
    const planned = plan(modules, { ignore })
    if (Result.isFailure(planned)) return yield* fail(planned.failure)

    /** Nothing on the way to a file, and not the file itself, may lead elsewhere or be something else. */
    const checkWay = Effect.fnUntraced(function* ({ file, name }: Found) {
      for (const way of [...foldersOf(file), file]) {
        const info = yield* unlessMissing(fs.lstat(path.join(folder, way)), undefined)
        if (info === undefined) return
        const why =
          info.type === "SymbolicLink"
            ? "is a link"
            : way === file
              ? info.type !== "File" && "is no file"
              : info.type !== "Directory" && "is no folder"
        if (why !== false) return yield* fail(new UnsafeName({ module: name, detail: `${way} ${why}` }))
      }
    })

    for (const one of planned.success) yield* checkWay(one)
    const before = yield* unlessMissing(walk(folder, ignore), [])
    const there = new Set(before.map(({ file }) => file))
    const written: Array<string> = []
    const same: Array<string> = []
    for (const { bytes, file } of planned.success) {
      const at = path.join(folder, file)
      const old = there.has(file) ? yield* fs.readFile(at) : undefined
      if (old !== undefined && isSameBytes(old, bytes)) same.push(file)
      else {
        yield* fs.makeDirectory(path.dirname(at), { recursive: true })
        yield* fs.writeFile(at, bytes)
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
  })
