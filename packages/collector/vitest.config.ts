import { mergeConfig } from "vitest/config"
import { shared } from "../../vitest.shared.ts"

// Modules are shared by the files of a worker: no test keeps anything in one.
export default mergeConfig(shared, { test: { name: "collector", isolate: false } })
