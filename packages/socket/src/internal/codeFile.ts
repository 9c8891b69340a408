/** Which file of a folder is which code module. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"

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

/** The module that a file is; `undefined` when it is none. @internal */
export const moduleOf = (file: string): string | undefined =>
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
