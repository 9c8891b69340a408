/** A player's script as far as the world runs it. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"

/** Input of one run of a player's script. */
export interface Run {
  /** Id of the player. */
  readonly user: UserId
  readonly username: string
  readonly shard: ShardName
  /** The current tick. */
  readonly time: number
  /** Name of the branch that is active in the world. */
  readonly branch: string
  /** Modules of the branch by name. */
  readonly modules: CodeModules
  /**
   * The player's Memory; changes are kept. Writes sent by request are performed after the run.
   */
  readonly memory: Record<string, unknown>
  /** Console lines to run, oldest first. */
  readonly expressions: ReadonlyArray<string>
}

/** Result of a run. */
export interface Outcome {
  /** Lines printed with `console.log`; sockets send them escaped, as real servers do. */
  readonly log?: ReadonlyArray<string> | undefined
  /** Lines printed with `console.logUnsafe`; sent unescaped. */
  readonly logUnsafe?: ReadonlyArray<string> | undefined
  /** One text per console line. */
  readonly results?: ReadonlyArray<string> | undefined
  /** Error that the script threw: writes to Memory sent by request are then lost. */
  readonly error?: string | undefined
  /** CPU used in milliseconds, or `error` for a killed run; 1 by default. */
  readonly cpu?: number | "error" | undefined
  /** Visuals by room, as lines of JSON text; `""` for visuals without a room. */
  readonly visuals?: Readonly<Record<string, string>> | undefined
  /** Visuals on the map, as lines of JSON text. */
  readonly mapVisual?: string | undefined
}

/** Runs a player's script for one tick. */
export type Evaluate = (run: Run) => Outcome
