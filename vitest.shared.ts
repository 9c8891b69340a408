import type { ViteUserConfig } from "vitest/config"

/** What every package's tests share: one report per package, type tests run by the same compiler as the check. */
export const shared = {
  test: {
    include: ["test/**/*.test.ts"],
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], tsconfig: "tsconfig.test.json" },
    sequence: { concurrent: true },
    reporters: ["default", "json"],
    outputFile: { json: ".vitest/report.json" }
  }
} satisfies ViteUserConfig
