/** Tools for AI agents that play Screeps; every module is a namespace. */
export * as Access from "./Access.ts"
export * as AuditLog from "./AuditLog.ts"
export * as Deployments from "./Deployments.ts"
export * as ScreepsMcp from "./ScreepsMcp.ts"
export * as ScreepsToolkit from "./ScreepsToolkit.ts"
export * as TokenBudget from "./TokenBudget.ts"
export { ToolFailure } from "./ToolFailure.ts"
