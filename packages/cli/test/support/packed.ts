/** The packages as they are published, put where an installer would put them. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../../..", import.meta.url))
const own = join(packages, "cli")

const run = (command: string, args: ReadonlyArray<string>, cwd: string) => {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? ""}${stdout}${stderr}`)
}

/** Installs the packages of this repository into a folder, packed, and gives the path of the program. */
export const install = (into: string): string => {
  const modules = join(into, "node_modules")
  const scope = join(modules, "@screeps-effect")
  mkdirSync(scope, { recursive: true })
  // What is published is compiled; nothing happens when it is already.
  run(
    process.execPath,
    [join(packages, "../node_modules/typescript/bin/tsc"), "-b", "tsconfig.build.json"],
    own
  )
  for (const name of readdirSync(packages)) {
    const tarball = join(into, `${name}.tgz`)
    run("pnpm", ["pack", "--config.ignore-scripts=true", "--out", tarball], join(packages, name))
    run("tar", ["-xzf", tarball, "-C", scope], into)
    renameSync(join(scope, "package"), join(scope, name))
    // An installer would not see the sources of this repository.
    rmSync(join(scope, name, "src"), { recursive: true })
  }
  // The others, from where this repository has them.
  mkdirSync(join(modules, "@effect"))
  for (const name of ["effect", "@effect/platform-node"]) {
    symlinkSync(realpathSync(join(own, "node_modules", name)), join(modules, name))
  }
  const manifest: unknown = JSON.parse(readFileSync(join(scope, "cli/package.json"), "utf8"))
  const bin = (manifest as { readonly bin: { readonly screeps: string } }).bin.screeps
  return join(scope, "cli", bin)
}
