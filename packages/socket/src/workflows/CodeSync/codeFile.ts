/** Files of a folder as code modules: their names, their texts without source maps, and which there are. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Effect from "effect/Effect"
import { type File, FileSystem } from "effect/FileSystem"
import { Path } from "effect/Path"
import type { PlatformError } from "effect/PlatformError"

/** A file that is a module. @internal */
export interface Found {
  /** Its path below the folder, with slashes. */
  readonly file: string
  /** The module's name. */
  readonly name: string
  /** Whether it may be a link. */
  readonly isLink?: boolean
  /** Whether it is a device, a pipe or a socket, or a link to one. */
  readonly isDevice?: boolean
}

/** Whether a file or folder is skipped: hidden ones, and installed packages. @internal */
export const isPassedOver = (segment: string): boolean =>
  segment.startsWith(".") || segment === "node_modules"

const ending = /\.(js|wasm)$/

/** Whether a file is named like a module. @internal */
export const isModuleFile = (file: string): boolean => ending.test(file)

/** Returns the name of a file's module; `undefined` for other files. */
const moduleOf = (file: string): string | undefined =>
  isModuleFile(file) && !file.split("/").some(isPassedOver) ? file.replace(ending, "") : undefined

/** Returns the file of a module. @internal */
export const fileOf = (name: string, module: CodeModules.CodeModule): string =>
  `${name}${CodeModules.isBinary(module) ? ".wasm" : ".js"}`

/** Checks whether two files have the same contents. @internal */
export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/** Names that stand for a device on Windows, with any extension. */
const device = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[\d¹²³])[ ]*(?:\.|$)/i

/** Most file systems accept names of at most 255 bytes. */
const isTooLong = (segment: string): boolean => new TextEncoder().encode(segment).length > 255

/**
 * Returns why a name cannot become a file: it must be inside the folder on every system, and readable by `walk`.
 * @internal
 */
export const whyUnsafe = ({ file, name }: Found): string | undefined => {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\:*?"<>|\u0000-\u001f\u007f]/.test(name))
    return "its name contains a character that is special in paths"
  if (name.split("/").includes("")) return "its name, or a part of it between slashes, is empty"
  const segments = file.split("/")
  if (segments.some((segment) => device.test(segment))) return "a part of its name is a device on Windows"
  // The last part ends with the file's extension.
  if (segments.some((segment) => /[. ]$/.test(segment)))
    return "a part of its name ends with a dot or a space, which Windows removes"
  if (segments.some(isTooLong)) return "a part of its name is longer than 255 bytes"
  return moduleOf(file) === name ? undefined : "a part of its name begins with a dot, or is node_modules"
}

/** Returns what file systems that ignore upper and lower case, or the form of accents, compare. @internal */
export const foldCase = (file: string): string => file.normalize("NFC").toUpperCase().toLowerCase()

/** Returns whether a file is ignored. @internal */
export type Ignore = ((file: string) => boolean) | undefined

/**
 * Lists the files below a folder, those of outer folders first, until there are `most`. Links to folders are not followed,
 * since they may form cycles.
 *
 * @internal
 */
export const list = Effect.fnUntraced(function* (folder: string, most = Infinity) {
  const fs = yield* FileSystem
  const path = yield* Path
  const files: Array<{ readonly file: string; readonly type: File.Type }> = []
  const folders = [""]
  for (let dir = folders.shift(); dir !== undefined && files.length < most; dir = folders.shift()) {
    const entries = yield* fs.readDirectoryEntries(path.join(folder, dir))
    for (const { name, type } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isPassedOver(name)) continue
      const file = dir === "" ? name : `${dir}/${name}`
      if (type === "Directory") folders.push(file)
      else files.push({ file, type })
    }
  }
  return files.slice(0, most)
})

/** Lists the module files below a folder, in order; devices among them are marked. @internal */
export const walk = Effect.fnUntraced(function* (
  folder: string,
  ignore: Ignore
): Effect.fn.Return<ReadonlyArray<Found>, PlatformError, FileSystem | Path> {
  const fs = yield* FileSystem
  const path = yield* Path
  const found: Array<Found> = []
  for (const { file, type } of yield* list(folder)) {
    const name = moduleOf(file)
    if (name === undefined || ignore?.(file) === true) continue
    const isLink = type !== "File"
    const target =
      type === "SymbolicLink" || type === "Unknown" ? (yield* fs.stat(path.join(folder, file))).type : type
    if (target !== "Directory") found.push({ file, name, isLink, isDevice: target !== "File" })
  }
  return found.toSorted((a, b) => (a.file < b.file ? -1 : 1))
})

const comment = "//# sourceMappingURL="

/** A module's text without its inline source map, and the map's `data:` URL. @internal */
export interface Split {
  readonly code: string
  readonly url: string | undefined
}

/**
 * Splits a module's text from the inline source map at its end (`//# sourceMappingURL=data:…`). Line numbers of the rest
 * stay the same.
 *
 * @internal
 */
export const splitInlineMap = (text: string): Split => {
  const at = text.lastIndexOf(comment)
  const isInline = at >= 0 && text.startsWith("data:", at + comment.length)
  if (!isInline || (at > 0 && text[at - 1] !== "\n")) return { code: text, url: undefined }
  const url = text.slice(at + comment.length).trimEnd()
  // Text after the comment is code: a line break there means that the comment is not the end.
  return url.includes("\n") ? { code: text, url: undefined } : { code: text.slice(0, at), url }
}

/** Removes the inline source map (`//# sourceMappingURL=data:…`) from the end of a module's text, as `readFolder` does. */
export const withoutInlineMap = (text: string): string => splitInlineMap(text).code
