// Checks what is inside a package's tarball, before it is installed or published.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { need } from "./report.mjs"
import { readJson } from "./workspace.mjs"

/** How much a package may have grown, in files and kilobytes, before somebody has to accept it. */
const tolerated = (limit) => Math.ceil(limit * 1.05) + 2

/** Unpacks a tarball below a folder; returns its folder, manifest, files and size in kB. */
export const unpack = async (tarball, below) => {
  mkdirSync(below, { recursive: true })
  const into = mkdtempSync(join(below, "package-"))
  await need("tar", ["-xzf", tarball, "-C", into])
  const dir = join(into, "package")
  const files = globSync("**", { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(dir, join(entry.parentPath, entry.name)))
  const kB = Math.ceil(statSync(tarball).size / 1000)
  return { dir, files, manifest: readJson(join(dir, "package.json")), size: { kB } }
}

/** All paths that a part of a manifest names. */
const pathsIn = (value) => {
  if (typeof value === "string") return [value]
  return value === undefined || value === null ? [] : Object.values(value).flatMap(pathsIn)
}

/** Files that do not belong, and those that are required. */
function* contents({ dir, files, manifest }) {
  const allowed = /^((src|dist|server)\/.*|package\.json|README\.md|AGENTS\.md|LICENSE|CHANGELOG\.md)$/
  for (const file of files) {
    if (
      !allowed.test(file) ||
      /\b(fixtures|test|tests|node_modules)\//.test(file) ||
      /\.test(-d)?\./.test(file)
    )
      yield `${file} does not belong in the package`
  }
  for (const file of files.filter((name) => statSync(join(dir, name)).size === 0)) yield `${file} is empty`
  for (const file of ["LICENSE", "README.md"]) if (!files.includes(file)) yield `${file} is missing`
  for (const path of pathsIn([manifest.exports, manifest.bin])) {
    if (!files.includes(posix.normalize(path))) yield `the manifest names ${path}, which is missing`
  }
}

/** Programs are at least what Node can read: no test imports them. */
function* commands({ dir, manifest }) {
  for (const path of pathsIn(manifest.bin)) {
    const { status, stderr } = spawnSync(process.execPath, ["--check", join(dir, path)], { encoding: "utf8" })
    if (status !== 0) yield `${path} is no program: ${stderr.trim()}`
  }
}

/** Each module has its types, and a map that leads to a source in the package. */
function* types({ dir, files, manifest }) {
  for (const [key, target] of Object.entries(manifest.exports ?? {})) {
    if (key !== "./package.json" && target?.types === undefined) yield `${key} has no types`
  }
  for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
    const map = `${file}.map`
    if (!files.includes(map)) {
      yield `${file} has no map to its source`
      continue
    }
    const { sources } = readJson(join(dir, map))
    const missing = sources.filter((source) => !files.includes(posix.join(posix.dirname(file), source)))
    if (missing.length > 0) yield `${map} leads to ${missing.join(", ")}, which is missing`
  }
}

/** Dependencies can be installed by somebody who has only the registry. */
function* dependencies({ manifest }, published) {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
    for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
      if (/^(workspace|catalog|link|file):/.test(range)) yield `${kind} has ${name} as ${range}`
      if (name.startsWith("@screeps-effect/") && !published.includes(name))
        yield `${kind} has ${name}, which is private`
    }
  }
}

/** A published text has no link that leads out of the package. */
function* links({ dir, files }) {
  for (const file of files.filter((name) => /^[^/]+\.md$/.test(name))) {
    const text = readFileSync(join(dir, file), "utf8").replaceAll(/^```[^]*?^```$|`[^`\n]*`/gm, "")
    for (const [, path] of text.matchAll(
      /(?:\]\(|^\[[^\]\n]{1,200}\]: |(?:src|href)=")(?!\w{1,20}:|#)([^()\s#"]+)/gm
    ))
      if (path.startsWith("..") || !existsSync(join(dir, path)))
        yield `${file} links ${path}, which is not packed`
  }
}

/** Neither files nor bytes grow unseen. */
function* bounds({ files, size }, limit) {
  if (limit === undefined) return yield "scripts/tarballs.json has no bounds for it"
  if (files.length > tolerated(limit.files)) yield `it has ${files.length} files, more than ${limit.files}`
  if (size.kB > tolerated(limit.kB)) yield `it has ${size.kB} kB, more than ${limit.kB}`
}

/** Returns what must not be published, as sentences. `limits` and `relative: true` leave out one check each. */
export const problemsOf = (one, { limits, published, relative = false }) =>
  [
    ...contents(one),
    ...commands(one),
    ...types(one),
    ...dependencies(one, published),
    ...(relative ? [] : links(one)),
    ...(limits === undefined ? [] : bounds(one, limits[one.manifest.name]))
  ].map((problem) => `${one.manifest.name}: ${problem}`)
