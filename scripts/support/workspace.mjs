// A copy of the working tree, as it stands, to be versioned, built and packed without touching what others work on.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { need } from "./report.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
export const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))

/** Packages that run on Node only, and applications: these export nothing. */
export const nodeOnly = new Set(["@screeps-effect/private-server", "@screeps-effect/cli"])
export const applications = new Set(["@screeps-effect/cli"])

/** A folder that is gone when the program ends. */
export const temporary = (name) => {
  const dir = mkdtempSync(join(tmpdir(), `${name}-`))
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Copies what git knows or would add, with its history, and installs it. */
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

/** The packages that are published: folder and manifest. */
export const publicPackages = (workspace) =>
  readdirSync(join(workspace, "packages"))
    .map((folder) => join(workspace, "packages", folder))
    .filter((dir) => existsSync(join(dir, "package.json")))
    .map((dir) => ({ dir, manifest: readJson(join(dir, "package.json")) }))
    .filter(({ manifest }) => !manifest.private)

/** The specifiers by which programs import a package's public modules. */
export const publicModules = ({ exports, name }) =>
  Object.keys(exports)
    .filter((key) => key !== "./package.json")
    .map((key) => `${name}${key.slice(1)}`)

/** A version of the workspace's catalog, such as `effect`, or a range of its named catalog. */
export const catalog = (name, of) => {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const from = of === undefined ? text.indexOf("\ncatalog:") : text.indexOf(`\n  ${of}:`)
  const found = new RegExp(`^ +"?${name}"?: (\\S+)$`, "m").exec(text.slice(from))
  if (from < 0 || found === null) throw new Error(`the workspace's catalog has no ${name}`)
  return found[1]
}
