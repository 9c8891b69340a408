/** Every operation by name, without loading any of them: for command lines, menus and lists. */
import { uncapitalize } from "effect/String"
import { inputs } from "./generated/descriptions.ts"
import { catalogue } from "./generated/documentation.ts"

/** Where to find an operation, and its description in one sentence. */
export interface Entry {
  /** The module, such as `Game` for `@screeps-effect/api/Game`. */
  readonly group: string
  /** The constant of that module, such as `roomTerrain`. */
  readonly name: string
  /** The name in command lines and tools, such as `game.roomTerrain`. */
  readonly id: string
  readonly method: string
  readonly path: string
  /** The first sentence of the operation's documentation. */
  readonly sentence: string
  /** The documentation of the fields of its input, one line each; absent for fields whose name says enough. */
  readonly fields: Readonly<Record<string, string>>
}

/** Lists every operation, in alphabetical order of the groups. */
export const entries = (): ReadonlyArray<Entry> =>
  Object.entries(catalogue).map(([key, entry]) => {
    const [method = "", path = ""] = key.split(" ")
    const id = `${uncapitalize(entry.group)}.${entry.name}`
    return { ...entry, id, method, path, fields: inputs[key] ?? {} }
  })
