// Writes packages/api/src/operations/documentation.ts: the group, the name and the first sentence of every operation, read
// from the sources. The doc comment is the only text there is; documents, commands and tools take theirs from here.
//   node scripts/catalogue.mjs           writes the file if it is out of date
//   node scripts/catalogue.mjs --check   fails when it is not what the sources say
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const folder = join(root, "packages/api/src")
const target = join(folder, "operations/documentation.ts")

const declaration =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)[^=\n]*=\s*Operation\.(get|post)\(\s*"([^"]+)"/g

const firstSentence = (comment) => {
  const text = comment
    .replaceAll(/^\s*\* ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
}

/** Modules that the package exports as namespaces, which name the groups; parts of one live in a folder of its name. */
const groupOf = (file) => file.split("/")[1].replace(/\.ts$/, "")

const entries = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && file.startsWith("operations/"))
  .toSorted()
  .flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(declaration)].map(
      ([, comment, name, method, path]) => {
        const key = `${method.toUpperCase()} ${path}`
        const value = { group: groupOf(file), name, sentence: firstSentence(comment) }
        return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`
      }
    )
  )

const text = `/** Made by scripts/catalogue.mjs from the doc comments of the operations: do not edit. */

/** Where an operation is found, and its one sentence. @internal */
export interface Entry {
  readonly group: string
  readonly name: string
  readonly sentence: string
}

/** By method and path. @internal */
export const catalogue: Readonly<Record<string, Entry>> = {
${entries.join(",\n")}
}
`

// The formatter chooses line breaks and quotes.
const squeezed = (source) => source.replaceAll(/[\s"'\\]+/g, "").replaceAll(",}", "}")
if (squeezed(readFileSync(target, "utf8")) !== squeezed(text)) {
  if (process.argv.includes("--check")) {
    console.error("packages/api/src/operations/documentation.ts is out of date: run pnpm generate")
    process.exit(1)
  }
  writeFileSync(target, text)
}
