import { mergeConfig } from "vitest/config"
import { shared } from "../vitest.shared.ts"

// Exceptions and processor time are measured for the whole process.
export default mergeConfig(shared, { test: { name: "fuzz", sequence: { concurrent: false }, maxWorkers: 1 } })
