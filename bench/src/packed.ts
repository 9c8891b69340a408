/** Our packages as users get them: packed, and installed in a temporary folder beside the dependencies of this repository. */
import { execFileSync } from "node:child_process"
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")
const packages = ["schema", "api", "socket", "promise", "pictures", "testing", "cli"]

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Returns what npm installs with a package: its dependencies, and its peers unless they are optional. */
const dependenciesOf = (directory: string) => {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"))
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => manifest.peerDependenciesMeta?.[name]?.optional !== true
  )
  const optional = Object.keys(manifest.optionalDependencies ?? {})
  const required = [...Object.keys(manifest.dependencies ?? {}), ...peers]
  return { required: required.filter((name) => !optional.includes(name)), optional }
}

/** Packs and unpacks our packages; returns the folder of programs that use them. */
const install = () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  for (const name of packages) {
    const target = join(folder, "node_modules/@screeps-effect", name)
    mkdirSync(target, { recursive: true })
    const shell = process.platform === "win32"
    const tarball = join(folder, `${name}.tgz`)
    execFileSync("pnpm", ["pack", "--out", tarball], {
      cwd: join(root, "packages", name),
      stdio: "pipe",
      shell
    })
    execFileSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"])
  }
  for (const name of packages) {
    for (const dependency of dependenciesOf(join(folder, "node_modules/@screeps-effect", name)).required) {
      const link = join(folder, "node_modules", dependency)
      if (existsSync(link)) continue
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(realpathSync(join(root, "packages", name, "node_modules", dependency)), link, "junction")
    }
  }
  return folder
}
let installed: string | undefined

/** Returns the folder of programs that use our packed packages. */
export const folder = (): string => (installed ??= install())

/** Returns the folder of a package that another one imports; `undefined` if it is not installed here. */
const find = (from: string, name: string) =>
  createRequire(join(from, "package.json"))
    .resolve.paths(name)
    ?.map((path) => join(path, name))
    .find((path) => existsSync(join(path, "package.json")))

/** Adds a package and all that npm installs with it. */
const collect = (directory: string, found: Set<string>): ReadonlySet<string> => {
  const own = realpathSync(directory)
  if (found.has(own)) return found
  found.add(own)
  const { optional, required } = dependenciesOf(own)
  for (const name of [...required, ...optional]) {
    const next = find(own, name)
    if (next !== undefined) collect(next, found)
    else if (required.includes(name)) throw new Error(`${name}, on which ${own} depends, is not installed.`)
  }
  return found
}

/** Returns the bytes of a package's files, without those of its dependencies. */
const sizeOf = (directory: string) =>
  globSync("**/*", { cwd: directory, exclude: ({ name }) => name === "node_modules", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)

/** Returns the bytes of the files that a package contains when it is published. */
const publishedSize = (directory: string): number => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"]
  const shell = process.platform === "win32"
  const [{ unpackedSize }] = JSON.parse(
    execFileSync("npm", args, { cwd: directory, encoding: "utf8", shell })
  )
  return unpackedSize
}

/**
 * Returns the bytes that npm installs for a package: its files, and those of all its dependencies, once each. A folder in which
 * it was built contains more files than it publishes.
 */
export const installedSize = (directory: string): number => {
  const [own = directory, ...others] = collect(directory, new Set())
  const isBuilt = existsSync(join(own, "tsconfig.json"))
  return others.reduce((sum, other) => sum + sizeOf(other), isBuilt ? publishedSize(own) : sizeOf(own))
}
