/** The Screeps real-time socket as typed streams; every module is a namespace. */

// ---- everything in one layer
export * as Screeps from "./Screeps.ts"

// ---- the connection
export * as ScreepsSocket from "./ScreepsSocket.ts"
export * as SocketError from "./SocketError.ts"

// ---- channels
export * as Channel from "./Channel.ts"
export * as Channels from "./Channels.ts"

// ---- rooms
export * as RoomFeed from "./rooms/RoomFeed.ts"
