/** Every operation as data. */
import * as groups from "./operations/index.ts"
import { isOperation, type UnknownOperation } from "./Operation.ts"

/** Every operation that the modules of path groups export: tables, documents and tests are made from them. */
export const all: ReadonlyArray<UnknownOperation> = Object.values(groups).flatMap((group) =>
  Object.values<unknown>(group).filter(isOperation)
)

const byLine = new Map(all.map((operation) => [`${operation.method} ${operation.path}`, operation]))

const templates = all.flatMap((operation) => {
  if (operation.pathFields.length === 0) return []
  const literals = operation.path.split(/\{\w+\}/).map((text) => text.replaceAll(".", "\\."))
  return [{ operation, pattern: new RegExp(`^${literals.join("[^/]+")}$`) }]
})

/**
 * Returns the operation of a method and path, whose fields may be filled in; `undefined` when there is no such
 * operation.
 */
export const find = (method: string, path: string): UnknownOperation | undefined =>
  byLine.get(`${method} ${path}`) ??
  templates.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation
