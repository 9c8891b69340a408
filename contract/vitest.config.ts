import { mergeConfig } from "vitest/config"
import { shared, strict } from "../vitest.shared.ts"

// Modules are shared by the files of a worker: no test keeps anything in one.
export default mergeConfig(mergeConfig(shared, strict), { test: { name: "contract", isolate: false } })
