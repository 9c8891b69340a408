// Puts the lines of documented fields into a package's emitted declarations. TypeScript keeps a field's comment only where
// the field is declared in the file of its record. Fields that records share come from other files, and those of an
// operation's input are computed from its schemas: editors would show nothing about them.
//   node scripts/declarations.mjs packages/schema
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const root = join(import.meta.dirname, "..")
const from = async (file, name) => (await import(pathToFileURL(join(root, file)).href))[name]
const descriptions = {
  ...(await from("packages/schema/src/generated/descriptions.ts", "descriptions")),
  ...(await from("packages/api/src/generated/descriptions.ts", "records"))
}

const inputs = await from("packages/api/src/generated/descriptions.ts", "inputs")
const catalogue = await from("packages/api/src/generated/documentation.ts", "catalogue")
const inputsByName = Object.fromEntries(
  Object.entries(catalogue).map(([key, { group, name }]) => [`${group}.${name}`, inputs[key]])
)

const operation = /^export declare const (\w+): Operation\.\w+<\{$/
const record = /^declare const (\w+)_base: /
const field = /^ {4}((?:readonly )?(\w+|"[^"]+")\??: .*)$/

/** On the line of the field, so that the lines of declaration maps stay right. */
const documented = (text, group) => {
  let fields
  return text
    .split("\n")
    .map((line, index, lines) => {
      const begin = record.exec(line)
      const call = operation.exec(line)
      if (begin !== null) fields = descriptions[begin[1]]?.fields
      else if (call !== null) fields = inputsByName[`${group}.${call[1]}`]
      else if (/^\S/.test(line) && !line.startsWith("}")) fields = undefined
      const match = fields && field.exec(line)
      if (!match || lines[index - 1].trimEnd().endsWith("*/")) return line
      const said = fields[match[2].replaceAll('"', "")]
      return said === undefined ? line : `    /** ${said} */ ${match[1]}`
    })
    .join("\n")
}

const dist = resolve(process.argv[2], "dist")
let changed = 0
for (const file of globSync("**/*.d.ts", { cwd: dist })) {
  const before = readFileSync(join(dist, file), "utf8")
  const after = documented(before, /^operations[\\/](\w+)/.exec(file)?.[1])
  if (after === before) continue
  writeFileSync(join(dist, file), after)
  changed++
}
console.log(`${changed} declarations documented`)
