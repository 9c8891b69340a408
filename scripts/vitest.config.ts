import { mergeConfig } from "vitest/config"
import { shared } from "../vitest.shared.ts"

export default mergeConfig(shared, {
  // Node cannot load this package itself: it imports JSON without saying so.
  test: {
    name: "scripts",
    // Modules are shared by the files of a worker: no test keeps anything in one.
    isolate: false,
    typecheck: { enabled: false },
    server: { deps: { inline: ["@actions/workflow-parser", "@actions/expressions"] } }
  }
})
