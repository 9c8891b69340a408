/** The Screeps HTTP API as typed operations; every module is a namespace. */

// ---- client, session and configuration
export * as Capabilities from "./operations/Capabilities.ts"
export * as ConfigFile from "./config/ConfigFile.ts"
export * as Credentials from "./session/Credentials.ts"
export * as LocalFile from "./files/LocalFile.ts"
export * as RateLimits from "./limits/RateLimits.ts"
export * as Retry from "./client/Retry.ts"
export * as Drift from "./client/Drift.ts"
export * as ScreepsClient from "./client/ScreepsClient.ts"
export * as ScreepsError from "./ScreepsError.ts"
export * as ScreepsEvents from "./ScreepsEvents.ts"
export * as Server from "./config/Server.ts"
export * as Session from "./session/Session.ts"

// ---- operations by path group
export * from "./operations/index.ts"

// ---- operations as data
export * as Catalogue from "./Catalogue.ts"
export * as Endpoints from "./Endpoints.ts"
export * as OpenApi from "./OpenApi.ts"
export * as Operation from "./Operation.ts"
