import { mergeConfig } from "vitest/config"
import { shared, strict } from "../../vitest.shared.ts"

// Modules are shared by the files of a worker: no test keeps anything in one.
export default mergeConfig(mergeConfig(shared, strict), {
  // One file waits for a real Redis: others go on meanwhile.
  test: { name: "api", isolate: false, maxWorkers: 2 }
})
