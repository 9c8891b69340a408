/** A player's script, as far as the world runs it. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"

/** What a player's script is run with in one tick. */
export interface Run {
  readonly user: UserId
  readonly username: string
  readonly shard: ShardName
  readonly time: number
  /** The branch that is active in the world, and its code. */
  readonly branch: string
  readonly modules: CodeModules
  /**
   * The player's Memory itself: what is changed stays changed. What was posted to be written is written after the
   * run.
   */
  readonly memory: Record<string, unknown>
  /** Console lines that wait for an answer, oldest first. */
  readonly expressions: ReadonlyArray<string>
}

/** What a run did. */
export interface Outcome {
  /** Lines printed with `console.log`: sockets send them escaped, as real servers do. */
  readonly log?: ReadonlyArray<string> | undefined
  /** Lines printed with `console.logUnsafe`: sent as they are. */
  readonly logUnsafe?: ReadonlyArray<string> | undefined
  /** One text per console line that was answered. */
  readonly results?: ReadonlyArray<string> | undefined
  /** What the script threw: with it, what was posted to be written into Memory is lost. */
  readonly error?: string | undefined
  /** Milliseconds, or `error` for a run that was killed; 1 by default. */
  readonly cpu?: number | "error" | undefined
  /** What was drawn, by room, as lines of JSON text; `""` for visuals without a room. */
  readonly visuals?: Readonly<Record<string, string>> | undefined
  /** What was drawn on the map, as lines of JSON text. */
  readonly mapVisual?: string | undefined
}

/** Stands for a player's script: runs once per tick. */
export type Evaluate = (run: Run) => Outcome
