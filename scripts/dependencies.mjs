// Asks the registry for the day of the last release of everything that the public packages install, and writes it into
// dependencies.json. The table in SECURITY.md is made from that file and from what is installed, without a network.
//   node scripts/dependencies.mjs
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runtimeDependencies } from "./support/dependencies.mjs"
import { need } from "./support/report.mjs"

const root = join(import.meta.dirname, "..")
const file = join(import.meta.dirname, "dependencies.json")
const { reasons } = JSON.parse(readFileSync(file, "utf8"))

const released = {}
for (const name of new Set(runtimeDependencies(root).map((one) => one.name))) {
  const { "dist-tags.latest": latest, time } = JSON.parse(
    await need("npm", ["view", name, "dist-tags.latest", "time", "--json"])
  )
  released[name] = time[latest].slice(0, 10)
  console.log(`${name} ${latest} ${released[name]}`)
}
const asOf = new Date().toISOString().slice(0, 10)
writeFileSync(file, `${JSON.stringify({ reasons, asOf, released }, null, 2)}\n`)
