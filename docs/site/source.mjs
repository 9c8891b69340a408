// Reads the doc comments of operations and channels and splits them into their parts.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

const packages = join(import.meta.dirname, "../../packages")

const operation =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)[^=\n]*=\s*Operation\.(get|post)\(\s*"([^"]+)"/g
const channel =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = \(([^)]*)\): Channel\.Channel<(.+)> =>/g

/** The text of a doc comment. */
export const commentText = (comment) =>
  comment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, "")
    .replaceAll(/^[\t ]*\* ?/gm, "")
    .replaceAll(/^@.*$/gm, "")
    .trim()

/** Splits the text of a comment into its first paragraph and its titled parts: `{ sentence, Details?, Gotchas?, Errors?, Source? }`. */
export const parts = (text) => {
  const [lead, ...titled] = text.split(/^\*\*(?=(?:Details|Gotchas|Errors|Source)\*\*)/m)
  return Object.fromEntries([
    ["sentence", lead.trim()],
    ...titled.map((part) => {
      const [, title, body] = /^(\w+)\*\*\s*([\s\S]*)$/.exec(part)
      return [title, body.trim()]
    })
  ])
}

const read = (file) => readFileSync(join(packages, file), "utf8")

/** By method and path: `"GET /api/version"`. */
export const operations = new Map(
  readdirSync(join(packages, "api/src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file.startsWith("operations"))
    .flatMap((file) => [...read(`api/src/${file}`).matchAll(operation)])
    .map(([, comment, , method, path]) => [`${method.toUpperCase()} ${path}`, parts(commentText(comment))])
)

/** The channels in the order of the module. */
export const channels = [...read("socket/src/Channels.ts").matchAll(channel)].map(
  ([, comment, name, parameters, payload]) => ({ name, parameters, payload, ...parts(commentText(comment)) })
)
