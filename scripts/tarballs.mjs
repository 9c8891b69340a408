// Packs every public package into a folder, and prints the commands that install them from there: until they are on npm,
// and for trying a change in a program of one's own.
//   pnpm tarballs [folder]     `tarballs` by default, seen from where the command was typed
import { mkdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { need, step } from "./support/report.mjs"
import { catalog, publicPackages, withDependencies } from "./support/workspace.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = resolve(process.env.DEV_CWD ?? process.cwd(), process.argv[2] ?? "tarballs")
mkdirSync(folder, { recursive: true })

const packages = publicPackages(root)
const tarball = ({ dir }) => join(folder, `${basename(dir)}.tgz`)
for (const one of packages) {
  step(one.manifest.name)
  await need("pnpm", ["pack", "--out", tarball(one)], { cwd: one.dir })
}

const line = (...names) =>
  withDependencies(
    packages,
    names.map((name) => `@screeps-effect/${name}`)
  )
    .map(tarball)
    .join(" ")
const effect = ["effect", "@effect/platform-node"].map((name) => `${name}@${catalog("effect", "peer")}`)
const overrides = packages.map((one) => `  "${one.manifest.name}": "file:${tarball(one)}"`)
console.log(`
In your project:

npm install ${effect.join(" ")} ${line("api", "socket", "testing")}

Without Effect:

npm install ${line("promise")}

The command:

npm install --global ${line("cli")}

Other packages are beside them; each needs those that its \`dependencies\` name.

pnpm looks for these on npm: use \`pnpm add\` after adding to pnpm-workspace.yaml

overrides:
${overrides.join("\n")}
`)
