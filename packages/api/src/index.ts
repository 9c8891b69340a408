/**
 * The Screeps HTTP API as typed operations; every module is a namespace.
 *
 * @since 0.1.0
 */

// ---- who asks whom
export * as Credentials from "./Credentials.ts"
export * as ScreepsClient from "./ScreepsClient.ts"
export * as ScreepsError from "./ScreepsError.ts"
export * as Server from "./Server.ts"
export * as Session from "./Session.ts"

// ---- operations by path group
export * as Auth from "./Auth.ts"
export * as Code from "./Code.ts"
export * as Game from "./Game.ts"
export * as Memory from "./Memory.ts"
export * as Register from "./Register.ts"
export * as User from "./User.ts"

// ---- operations as data
export * as Endpoints from "./Endpoints.ts"
export * as Operation from "./Operation.ts"
