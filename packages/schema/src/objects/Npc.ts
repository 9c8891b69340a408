/** Users that are no players. */
import * as UserId from "../values/UserId.ts"

/** A user that is no player. */
export interface Npc {
  readonly _id: UserId.UserId
  readonly username: string
}

/**
 * The owner of invaders and strongholds; it has a badge of its own.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const invader: Npc = { _id: UserId.invader, username: "Invader" }

/**
 * The owner of source keepers; it has no badge.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const sourceKeeper: Npc = { _id: UserId.sourceKeeper, username: "Source Keeper" }

/** The users that are no players and have the same identity on every server. */
export const all: ReadonlyArray<Npc> = [invader, sourceKeeper]

/**
 * The name of the system's user, who owns the ruins that a respawn leaves; its identity differs between servers.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const systemUsername = "Screeps"

/** Checks whether a user is the invader or the source keeper. */
export const isNpc = (user: UserId.UserId): boolean => all.some(({ _id }) => _id === user)
