// Writes AGENTS.md of the packages that ship it: docs/guide/agents.md, without links, which packages cannot resolve.
//   node scripts/agents.mjs             writes the files that are out of date
//   node scripts/agents.mjs --check     fails if one is out of date
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const packages = ["schema", "pictures", "api", "socket", "testing"]

const text = readFileSync(join(root, "docs/guide/agents.md"), "utf8").replaceAll(
  /\[([^[\]]+)\]\([^()]+\)/g,
  "$1"
)

for (const name of packages) {
  const file = join(root, "packages", name, "AGENTS.md")
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue
  if (process.argv.includes("--check")) {
    console.error(`packages/${name}/AGENTS.md is out of date: run pnpm generate`)
    process.exit(1)
  }
  writeFileSync(file, text)
}
