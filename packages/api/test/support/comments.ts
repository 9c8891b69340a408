/** The doc comments of operations, as they are in the sources. */
import { readdirSync, readFileSync } from "node:fs"

/** Method and path of an operation. */
export const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`

const folder = new URL("../../src/operations/", import.meta.url)

const files = readdirSync(folder).filter((file) => file.endsWith(".ts"))

/** The doc comment of each operation, as one line. */
export const comments: ReadonlyMap<string, string> = new Map(
  files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8")
    const operations = text.matchAll(/Operation\s*\.(get|post)\(\s*"([^"]+)"/g)
    return [...operations].map(({ 1: method = "", 2: path = "", index }) => {
      const before = text.slice(0, text.lastIndexOf("export const", index))
      const comment = before.slice(before.lastIndexOf("/**"))
      return [`${method.toUpperCase()} ${path}`, comment.replaceAll(/\s*\n\s*\*\s*/g, " ")] as const
    })
  })
)
