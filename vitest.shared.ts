import { fileURLToPath } from "node:url"
import type { ViteUserConfig } from "vitest/config"
import { SecretsReporter } from "./scripts/secrets/reporter.ts"

/**
 * What every package's tests share: one report per package, type tests that reuse the results of the check, generated
 * sources that are up to date, and a scanner that searches everything the tests show for their secrets.
 */
export const shared = {
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: [fileURLToPath(new URL("scripts/generate/setup.mjs", import.meta.url))],
    setupFiles: [fileURLToPath(new URL("scripts/secrets/setup.ts", import.meta.url))],
    typecheck: {
      enabled: true,
      build: true,
      include: ["test/**/*.test-d.ts"],
      tsconfig: "tsconfig.test.json"
    },
    sequence: { concurrent: true },
    // Ends what hangs; a busy machine must never fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "json", new SecretsReporter()],
    outputFile: { json: ".vitest/report.json" }
  }
} satisfies ViteUserConfig

/** Fails tests when a response of their own servers lacks a part that its schema expects. */
export const strict = {
  test: { setupFiles: [fileURLToPath(new URL("scripts/strict.ts", import.meta.url))] }
} satisfies ViteUserConfig
