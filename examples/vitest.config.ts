import { mergeConfig } from "vitest/config"
import { shared, strict } from "../vitest.shared.ts"

export default mergeConfig(mergeConfig(shared, strict), {
  test: {
    name: "examples",
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    typecheck: { enabled: false },
    globalSetup: ["test/support/bundle.ts"],
    // Modules are shared by the files of a worker: no test keeps anything in one.
    isolate: false,
    // Much of it is waiting for processes.
    maxWorkers: 2
  }
})
