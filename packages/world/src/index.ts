/** The Screeps world, kept in a store: rooms, terrain and users, waiters, and a collector. */

// ---- the store
export * as World from "./World.ts"

// ---- the account's rooms
export * as MyRooms from "./MyRooms.ts"

// ---- waiting
export * as Until from "./Until.ts"
