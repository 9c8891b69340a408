// Copies the present working tree, to be versioned, built and packed without changing the original.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { need } from "./report.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

/** Packages that run on Node only, and applications, which export nothing. */
export const nodeOnly = new Set([
  "@screeps-effect/private-server",
  "@screeps-effect/lab",
  "@screeps-effect/cli",
  "@screeps-effect/rollup-plugin"
])
export const applications = new Set(["@screeps-effect/cli"])

/** Modules that run on Node only, of packages that run elsewhere, too. */
export const nodeOnlyModules = new Map([["@screeps-effect/collector", ["dist/NodeSqlite.js"]]])

/** Packages for programs that do not use Effect, with what they bring themselves. */
export const withEffect = new Map([
  ["@screeps-effect/promise", ["effect", "@effect/platform-node-shared"]],
  ["@screeps-effect/rollup-plugin", ["effect", "@effect/platform-node-shared"]]
])

/** Libraries beside Effect that packages depend on. */
export const libraries = new Map([
  ["@screeps-effect/mcp", ["acorn"]],
  ["@screeps-effect/lab", ["yaml", "@effect/platform-node-shared"]],
  ["@screeps-effect/private-server", ["@effect/platform-node-shared"]],
  ["@screeps-effect/socket", ["@jridgewell/trace-mapping"]]
])

/** Packages that only some of a package's modules need, and that users install themselves. */
export const optionalPeers = new Map([
  ["@screeps-effect/api", { undici: "^8.0.0" }],
  ["@screeps-effect/lab", { vitest: "^5.0.0" }],
  ["@screeps-effect/promise", { undici: "^8.0.0" }]
])

const folders = []
process.on("exit", () => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })))

/** Creates a folder that is removed when the program ends. */
export const temporary = (name) => {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`))
  folders.push(dir)
  return dir
}

/** Copies all files that git tracks or would add, with the history, and installs the workspace. */
export const copyWorkspace = async () => {
  const copy = join(temporary("workspace"), "copy")
  await need("git", ["clone", "--quiet", root, copy])
  const listed = await need("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root
  })
  for (const file of listed.split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
    else rmSync(join(copy, file), { force: true })
  }
  await need("pnpm", ["install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts"], { cwd: copy })
  return copy
}

/** Lists the published packages: folder and manifest. */
export const publicPackages = (workspace) =>
  readdirSync(join(workspace, "packages"))
    .map((folder) => join(workspace, "packages", folder))
    .filter((dir) => existsSync(join(dir, "package.json")))
    .map((dir) => ({ dir, manifest: readJson(join(dir, "package.json")) }))
    .filter(({ manifest }) => !manifest.private)

/** Returns packages by name, with those of the workspace that they depend on. */
export const withDependencies = (packages, names, found = new Set()) => {
  for (const name of names) {
    const own = packages.find(({ manifest }) => manifest.name === name)
    if (own === undefined || found.has(own)) continue
    found.add(own)
    withDependencies(packages, Object.keys(own.manifest.dependencies ?? {}), found)
  }
  return [...found]
}

/** Returns the import specifiers of a package's public modules. */
export const publicModules = ({ exports, name }) =>
  Object.keys(exports)
    .filter((key) => key !== "./package.json")
    .map((key) => `${name}${key.slice(1)}`)

/** Returns a version of the workspace's catalog, such as that of `effect`, or a range of its named catalog. */
export const catalog = (name, of) => {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const from = of === undefined ? text.indexOf("\ncatalog:") : text.indexOf(`\n  ${of}:`)
  const found = new RegExp(`^ +"?${name}"?: (\\S+)$`, "m").exec(text.slice(from))
  if (from < 0 || found === null) throw new Error(`The workspace's catalog has no ${name}.`)
  return found[1]
}
