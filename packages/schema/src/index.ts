/**
 * What Screeps servers send and accept, as typed schemas and pure functions; every module is a namespace.
 *
 * @since 0.1.0
 */

// ---- names and places
export * as RoomName from "./RoomName.ts"
export * as RoomPosition from "./RoomPosition.ts"
export * as ShardName from "./ShardName.ts"

// ---- time and identity
export * as Millis from "./Millis.ts"
export * as ObjectId from "./ObjectId.ts"
export * as Tick from "./Tick.ts"
export * as UserId from "./UserId.ts"

// ---- rooms
export * as RoomStat from "./RoomStat.ts"
export * as RoomStatus from "./RoomStatus.ts"
export * as Terrain from "./Terrain.ts"

// ---- users, code and memory
export * as Badge from "./Badge.ts"
export * as Branch from "./Branch.ts"
export * as CodeModules from "./CodeModules.ts"
export * as MemoryPath from "./MemoryPath.ts"
export * as UserBrief from "./UserBrief.ts"
export * as WorldStatus from "./WorldStatus.ts"

// ---- the wire
export * as DbInsert from "./DbInsert.ts"
export * as Decoder from "./Decoder.ts"
export * as Envelope from "./Envelope.ts"
export * as GzipJson from "./GzipJson.ts"
export * as Nullish from "./Nullish.ts"
