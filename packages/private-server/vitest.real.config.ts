import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

/** Tests against the game's own server, which has to be installed once: not part of `pnpm test`. */
export default defineConfig({
  test: {
    name: "private-server (real)",
    include: ["test-real/**/*.test.ts"],
    globalSetup: [fileURLToPath(new URL("test-real/setup.ts", import.meta.url))],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    reporters: ["default", "json"],
    outputFile: { json: ".vitest/real.json" }
  }
})
