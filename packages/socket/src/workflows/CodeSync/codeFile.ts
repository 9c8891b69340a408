/** Which file of a folder is which code module. */
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
}

/** What is no module's file or folder: hidden things, and the packages that tools install. @internal */
export const isPassedOver = (segment: string): boolean =>
  segment.startsWith(".") || segment === "node_modules"

const ending = /\.(js|wasm)$/

/** The module that a file is; `undefined` for other files. */
const moduleOf = (file: string): string | undefined =>
  ending.test(file) && !file.split("/").some(isPassedOver) ? file.replace(ending, "") : undefined

/** The file that a module is. @internal */
export const fileOf = (name: string, module: CodeModules.CodeModule): string =>
  `${name}${CodeModules.isBinary(module) ? ".wasm" : ".js"}`

/** Why a file cannot be written, if it cannot: it must stay in the folder and be read again by its name. @internal */
export const whyUnsafe = ({ file, name }: Found): string | undefined => {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\:\u0000-\u001f]/.test(name)) return "it holds a character that is special in paths"
  if (name.split("/").includes("")) return "it is empty, or a part between slashes is"
  return moduleOf(file) === name ? undefined : "a part of it begins with a dot, or is node_modules"
}

type Walk = Effect.Effect<ReadonlyArray<Found>, PlatformError, FileSystem | Path>

/** Whether a file is left alone. @internal */
export type Ignore = ((file: string) => boolean) | undefined

/**
 * Files below a folder that are modules, in order. Links to folders are not followed: they may go round in circles.
 * @internal
 */
export const walk = (folder: string, ignore: Ignore): Walk =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const path = yield* Path
    const typeOf = (file: string, type: File.Type) =>
      type === "SymbolicLink" || type === "Unknown"
        ? Effect.map(fs.stat(path.join(folder, file)), (info) => (info.type === "File" ? "File" : "Other"))
        : Effect.succeed(type)
    const below = (dir: string): Walk =>
      Effect.gen(function* () {
        const files: Array<Found> = []
        for (const entry of yield* fs.readDirectoryEntries(path.join(folder, dir))) {
          if (isPassedOver(entry.name)) continue
          const file = dir === "" ? entry.name : `${dir}/${entry.name}`
          if (entry.type === "Directory") files.push(...(yield* below(file)))
          else {
            const name = moduleOf(file)
            if (name === undefined || ignore?.(file) === true) continue
            if ((yield* typeOf(file, entry.type)) === "File") files.push({ file, name })
          }
        }
        return files
      })
    return (yield* below("")).toSorted((a, b) => (a.file < b.file ? -1 : 1))
  })
