import { mergeConfig } from "vitest/config"
import { shared, strict } from "../vitest.shared.ts"

export default mergeConfig(mergeConfig(shared, strict), {
  // A language server that starts beside other tests on a small machine takes its time.
  test: {
    name: "examples",
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    typecheck: { enabled: false },
    globalSetup: ["test/support/bundle.ts"],
    // Modules are shared by the files of a worker: no test keeps anything in one.
    isolate: false,
    // Much of it is waiting for processes.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
