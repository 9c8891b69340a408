/** Every operation by its name, known without loading one of them: for command lines, menus and lists. */
import { inputs } from "./operations/descriptions.ts"
import { catalogue } from "./operations/documentation.ts"

/** Where an operation is found, and its one sentence. */
export interface Entry {
  /** The module, such as `Game` for `@screeps-effect/api/Game`. */
  readonly group: string
  /** The constant of that module, such as `roomTerrain`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** The first sentence of the operation's documentation. */
  readonly sentence: string
  /** What the fields of its input are, one line each; fields whose name says it have none. */
  readonly fields: Readonly<Record<string, string>>
}

/** Lists every operation, by groups in the order of the alphabet. */
export const entries = (): ReadonlyArray<Entry> =>
  Object.entries(catalogue).map(([key, entry]) => {
    const [method = "", path = ""] = key.split(" ")
    return { ...entry, method, path, fields: inputs[key] ?? {} }
  })
