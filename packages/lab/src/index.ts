/** Runs, compares and tests bots on the game's own server, tick by tick. */
export * as BotCode from "./BotCode.ts"
export * as Duel from "./Duel.ts"
export * as Lab from "./Lab.ts"
export * as LabResult from "./LabResult.ts"
export * as Milestone from "./Milestone.ts"
export * as Report from "./Report.ts"
export * as Sample from "./Sample.ts"
export * as Scenario from "./Scenario.ts"
