// Packs every public package into a folder, and prints the command that installs them from there: until they are on npm,
// and for trying a change in a program of one's own.
//   pnpm tarballs [folder]     `tarballs` by default, seen from where the command was typed
import { mkdirSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { need, step } from "./support/report.mjs"
import { publicPackages, withDependencies } from "./support/workspace.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = resolve(process.env.DEV_CWD ?? process.cwd(), process.argv[2] ?? "tarballs")
mkdirSync(folder, { recursive: true })

const packages = publicPackages(root)
const tarball = ({ dir }) => join(folder, `${basename(dir)}.tgz`)
for (const one of packages) {
  step(one.manifest.name)
  await need("pnpm", ["pack", "--out", tarball(one)], { cwd: one.dir })
}

const sdk = ["api", "socket", "testing"].map((name) => `@screeps-effect/${name}`)
console.log(`
In your project:

npm install effect @effect/platform-node ${withDependencies(packages, sdk).map(tarball).join(" ")}

Other packages are beside them; each needs those that its \`dependencies\` name.`)
