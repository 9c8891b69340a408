/** Workflows that combine HTTP and the socket; every module is a namespace. */
export * as CodeSync from "./workflows/CodeSync.ts"
export * as Console from "./workflows/Console.ts"
export * as HistoryReplay from "./workflows/HistoryReplay.ts"
export * as Listening from "./workflows/Listening.ts"
export * as MemoryWatch from "./workflows/MemoryWatch.ts"
export * as RoomLag from "./workflows/RoomLag.ts"
export * as ScriptErrors from "./workflows/ScriptErrors.ts"
