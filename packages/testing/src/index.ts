/**
 * Screeps without a server: an in-memory world, answers of a test's own, and suites that hold both to the real thing.
 */
export * as Contract from "./Contract.ts"
export * as Fake from "./Fake.ts"
export * as Faults from "./Faults.ts"
export * as Recording from "./Recording.ts"
export * as SampleWorld from "./SampleWorld.ts"
export * as ScreepsWorld from "./ScreepsWorld.ts"
export * as TestServer from "./TestServer.ts"
