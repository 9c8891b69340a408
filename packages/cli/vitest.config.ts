import { mergeConfig } from "vitest/config"
import { shared, strict } from "../../vitest.shared.ts"

export default mergeConfig(mergeConfig(shared, strict), {
  test: {
    name: "cli",
    globalSetup: ["test/support/program.ts"],
    // Modules are shared by the files of a worker: no test keeps anything in one.
    isolate: false,
    // The longest of all: much of it is waiting for processes.
    maxWorkers: 2
  }
})
