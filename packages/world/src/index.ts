/** The Screeps world, kept in a store: rooms, terrain and users, waiters, and a collector. */
export * as Collector from "./Collector.ts"
export * as MyRooms from "./MyRooms.ts"
export * as Until from "./Until.ts"
export * as World from "./World.ts"
