// Before tests: vitest runs also where no root task ran since a pull changed the sources.
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

export const setup = () => {
  const generate = fileURLToPath(new URL("../generate.mjs", import.meta.url))
  const { status } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", generate, "--sources"],
    {
      stdio: ["ignore", "ignore", "inherit"]
    }
  )
  if (status !== 0) throw new Error("The generated sources could not be written: run pnpm generate.")
}
