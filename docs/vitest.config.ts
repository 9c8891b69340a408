import { mergeConfig } from "vitest/config"
import { shared } from "../vitest.shared.ts"

export default mergeConfig(shared, {
  // Each test has a browser's page with a worker that computes.
  test: { name: "docs", typecheck: { enabled: false }, sequence: { concurrent: false } }
})
