/** Packs and installs the package as it is published. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const own = fileURLToPath(new URL("../..", import.meta.url))

const run = (command: string, args: ReadonlyArray<string>) => {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    cwd: own,
    encoding: "utf8",
    shell: process.platform === "win32"
  })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? ""}${stdout}${stderr}`)
}

/** Installs the packed command alone into a folder; returns the path of the program. */
export const install = (into: string): string => {
  const tarball = join(into, "cli.tgz")
  run("pnpm", ["pack", "--out", tarball])
  run("tar", ["-xzf", tarball, "-C", into])
  const manifest: unknown = JSON.parse(readFileSync(join(into, "package/package.json"), "utf8"))
  const bin = (manifest as { readonly bin: { readonly screeps: string } }).bin.screeps
  return join(into, "package", bin)
}
