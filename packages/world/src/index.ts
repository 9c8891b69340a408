/** The Screeps world, kept in a store: rooms, terrain and users, waiters, and a collector. */
export {}
