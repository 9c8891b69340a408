/** Non-player users: invaders, source keepers and the system user. */
import * as UserId from "../values/UserId.ts"

/** A non-player user. */
export interface Npc {
  /** Identifier of the user, the same on every server. */
  readonly _id: UserId.UserId
  readonly username: string
}

/**
 * The owner of invaders and strongholds; it has a badge.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const invader: Npc = { _id: UserId.invader, username: "Invader" }

/**
 * The owner of source keepers; it has no badge.
 *
 * **Source** recorded from a server 4.3.0.
 */
const sourceKeeper: Npc = { _id: UserId.sourceKeeper, username: "Source Keeper" }

/** The non-player users that have the same identifier on every server. */
export const all: ReadonlyArray<Npc> = [invader, sourceKeeper]

/**
 * The name of the system user, which owns ruins after a respawn; its identifier differs between servers.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const systemUsername = "Screeps"
