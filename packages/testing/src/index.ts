/** Screeps without a server: an in-memory world and server, fixed responses, faults and recordings. */
export * as Fake from "./Fake.ts"
export * as Faults from "./faults/Faults.ts"
export * as Recording from "./recording/Recording.ts"
export * as SampleWorld from "./sample/SampleWorld.ts"
export * as ScreepsWorld from "./world/ScreepsWorld.ts"
export * as TestServer from "./server/TestServer.ts"
export * as TestTime from "./TestTime.ts"
