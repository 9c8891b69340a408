import { mergeConfig } from "vitest/config"
import real from "../packages/private-server/vitest.real.config.ts"

/** The contract on the game's own server, which the package `private-server` installs. */
export default mergeConfig(real, { test: { name: "contract (real)" } })
