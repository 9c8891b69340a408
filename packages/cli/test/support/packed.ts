/** Packs and installs the package as it is published. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bin } from "./binary.ts"

const own = fileURLToPath(new URL("../..", import.meta.url))

/** Runs a command to its successful end; servers of this process respond meanwhile. */
const run = (command: string, args: ReadonlyArray<string>) =>
  promisify(execFile)(command, args, { cwd: own, shell: process.platform === "win32" })

/** Installs the packed command alone into a folder; returns the path of the program. */
export const install = async (into: string): Promise<string> => {
  const tarball = join(into, "cli.tgz")
  // The build is not repeated if it is current: other tests use its result.
  const isBuilt = dirname(bin) === join(own, "dist")
  await run("pnpm", ["pack", "--out", tarball, ...(isBuilt ? ["--config.ignore-scripts=true"] : [])])
  await run("tar", ["-xzf", tarball, "-C", into])
  const manifest: unknown = JSON.parse(readFileSync(join(into, "package/package.json"), "utf8"))
  const { screeps } = (manifest as { readonly bin: { readonly screeps: string } }).bin
  return join(into, "package", screeps)
}
