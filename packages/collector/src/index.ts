/** Collects a whole Screeps world into Postgres or an SQLite file. */
export * as Collector from "./Collector.ts"
