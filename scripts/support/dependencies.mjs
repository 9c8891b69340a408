// What users install with the public packages: their dependencies, those of these, and what their bundles contain.
import { existsSync, globSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import ts from "typescript"
import { publicPackages, readJson } from "./workspace.mjs"

/** Licences that ask for no more than to be named. */
const licences = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"])

const ours = (name) => name.startsWith("@screeps-effect/")

/** Modules that a package's sources import, by the names of their packages; samples in comments do not count. */
const importedBy = (dir) =>
  new Set(
    globSync("src/**/*.ts", { cwd: dir })
      .flatMap((file) => ts.preProcessFile(readFileSync(join(dir, file), "utf8")).importedFiles)
      .map(({ fileName }) => /^(?:@[^/]+\/)?[^/]+/.exec(fileName)?.[0])
  )

const folderOf = (name, from) => {
  for (let dir = realpathSync(from); ; dir = dirname(dir)) {
    const found = join(dir, "node_modules", name)
    if (existsSync(join(found, "package.json"))) return realpathSync(found)
    if (dir === dirname(dir)) throw new Error(`${name}, which ${from} depends on, is not installed`)
  }
}

const hooksOf = (manifest, dir) => [
  ...["preinstall", "install", "postinstall"].filter((hook) => manifest.scripts?.[hook] !== undefined),
  ...(existsSync(join(dir, "binding.gyp")) ? ["binding.gyp"] : [])
]

/** Returns the names that a package brings: depended on, or bundled into it. */
const rootsOf = ({ dir, manifest }) => {
  const imported = importedBy(dir)
  const bundled = Object.keys(manifest.devDependencies ?? {}).filter(
    (name) => imported.has(name) && !(name in (manifest.peerDependencies ?? {}))
  )
  return [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), ...bundled]
    .filter((name) => !ours(name))
    .map((name) => ({ name, how: bundled.includes(name) ? "bundled" : "direct" }))
}

/** Lists what is installed, by name: version, licence, install scripts, and which packages bring it. */
export const runtimeDependencies = (root) => {
  const found = new Map()
  const visit = (name, from, by, isDirect, has) => {
    const dir = folderOf(name, from)
    const manifest = readJson(join(dir, "package.json"))
    const key = `${name} ${manifest.version}`
    const known = found.get(key)
    const entry = known ?? {
      name,
      version: manifest.version,
      licence: manifest.license ?? "none",
      hooks: hooksOf(manifest, dir),
      users: new Set(),
      isDirect: false
    }
    found.set(key, entry)
    const isNew = !entry.users.has(by)
    entry.users.add(by)
    entry.isDirect ||= isDirect
    if (!isNew) return
    // What tests with vitest have is installed with it by the user, whom it belongs to.
    if (name === "vitest") return
    for (const inner of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      visit(inner, dir, name, false, has)
    for (const peer of Object.keys(manifest.peerDependencies ?? {}))
      if (has.has(peer) && peer !== "effect") visit(peer, from, by, true, has)
  }
  for (const own of publicPackages(root)) {
    const has = new Set(Object.keys(own.manifest.devDependencies ?? {}))
    for (const { how, name } of rootsOf(own)) {
      const short = own.manifest.name.split("/")[1]
      visit(name, own.dir, how === "bundled" ? `${short} (bundled)` : short, true, has)
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Lists what is wrong with dependencies: scripts at installation, unusual licences, missing or stale notes. */
export const problemsOf = (all, { reasons, released }) => {
  const names = new Set(all.map(({ name }) => name))
  return [
    ...all.flatMap(({ hooks, isDirect, licence, name, version }) => [
      ...(hooks.length === 0 ? [] : [`${name} ${version} has install scripts: ${hooks.join(", ")}`]),
      ...(licences.has(licence)
        ? []
        : [`${name} ${version} has the licence ${licence}, which is not accepted`]),
      ...(isDirect && reasons[name] === undefined
        ? [`${name} has no reason in scripts/dependencies.json`]
        : []),
      ...(released[name] === undefined ? [`${name} has no date: run node scripts/dependencies.mjs`] : [])
    ]),
    ...[...new Set([...Object.keys(reasons), ...Object.keys(released)])]
      .filter((name) => !names.has(name))
      .map((name) => `${name} is no dependency: remove it from scripts/dependencies.json`)
  ]
}
