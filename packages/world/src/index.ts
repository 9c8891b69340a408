/** The Screeps world, kept in a store: rooms, terrain and users; the account's rooms, live; and waiters. */
export * as MyRooms from "./MyRooms.ts"
export * as Until from "./Until.ts"
export * as World from "./World.ts"
