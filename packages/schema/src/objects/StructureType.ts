/** Types of structures, their costs, and the numbers that a room allows. */
import * as Schema from "effect/Schema"
import type { ControllerLevel } from "./ControllerLevel.ts"
import { literals, oneOf } from "../values/family.ts"

/**
 * The types of structures that players build.
 *
 * **Source** read in the server's source.
 */
export const buildable = [
  "spawn",
  "extension",
  "road",
  "constructedWall",
  "rampart",
  "link",
  "storage",
  "tower",
  "observer",
  "powerSpawn",
  "extractor",
  "lab",
  "terminal",
  "container",
  "nuker",
  "factory"
] as const

/** The type of a structure that players build. */
export type Buildable = (typeof buildable)[number]

/** Checks whether a value is a type of structure that players can build. */
export const isBuildable: (value: unknown) => value is Buildable = oneOf(buildable)

/**
 * All types of structures, including those that players cannot build.
 *
 * **Source** read in the server's source.
 */
export const all = [...buildable, "controller", "keeperLair", "portal", "powerBank", "invaderCore"] as const

/** A known type of structure. */
export type Known = (typeof all)[number]

/** Checks whether a value is a known type of structure. */
export const isKnown: (value: unknown) => value is Known = oneOf(all)

/** The type of a structure, as servers write it; mods add types. */
export type StructureType = Known | (string & {})

/** Decodes the type of a structure; unknown types are accepted. */
export const StructureType: Schema.Codec<StructureType, string> = Schema.String.annotate({
  identifier: "StructureType"
})

/** Checks the type of a structure to build that a caller sends. */
export const BuildableInput: Schema.Codec<Buildable> = literals("BuildableInput", buildable)

const costs: { readonly [S in Buildable]: number } = {
  spawn: 15000,
  extension: 3000,
  road: 300,
  constructedWall: 1,
  rampart: 1,
  link: 5000,
  storage: 30000,
  tower: 5000,
  observer: 8000,
  powerSpawn: 100000,
  extractor: 5000,
  lab: 50000,
  terminal: 100000,
  container: 5000,
  nuker: 100000,
  factory: 100000
}

/**
 * Returns the energy that a structure costs.
 *
 * **Gotchas**
 *
 * A road costs five times as much on a swamp, and 150 times as much in a wall.
 *
 * **Source** read in the server's source.
 */
export const cost = (type: Buildable): number => costs[type]

type ByLevel = readonly [number, number, number, number, number, number, number, number, number]

const limits: { readonly [S in Buildable]: ByLevel } = {
  spawn: [0, 1, 1, 1, 1, 1, 1, 2, 3],
  extension: [0, 0, 5, 10, 20, 30, 40, 50, 60],
  road: [2500, 2500, 2500, 2500, 2500, 2500, 2500, 2500, 2500],
  constructedWall: [0, 0, 2500, 2500, 2500, 2500, 2500, 2500, 2500],
  rampart: [0, 0, 2500, 2500, 2500, 2500, 2500, 2500, 2500],
  link: [0, 0, 0, 0, 0, 2, 3, 4, 6],
  storage: [0, 0, 0, 0, 1, 1, 1, 1, 1],
  tower: [0, 0, 0, 1, 1, 2, 2, 3, 6],
  observer: [0, 0, 0, 0, 0, 0, 0, 0, 1],
  powerSpawn: [0, 0, 0, 0, 0, 0, 0, 0, 1],
  extractor: [0, 0, 0, 0, 0, 0, 1, 1, 1],
  lab: [0, 0, 0, 0, 0, 0, 3, 6, 10],
  terminal: [0, 0, 0, 0, 0, 0, 1, 1, 1],
  container: [5, 5, 5, 5, 5, 5, 5, 5, 5],
  nuker: [0, 0, 0, 0, 0, 0, 0, 0, 1],
  factory: [0, 0, 0, 0, 0, 0, 0, 1, 1]
}

/**
 * Returns the number of structures of a type that a room allows at a controller level; 0 for types that players cannot
 * build.
 *
 * **Details**
 *
 * Level 0 means a room without an owner, with or without a controller: only roads and containers can be built there.
 *
 * **Source** read in the server's source.
 */
export const allowed = (type: StructureType, level: ControllerLevel): number =>
  isBuildable(type) ? limits[type][level] : 0
