/** What a server can do, in its own words: read from its version. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { type Version, version } from "./Game.ts"
import { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"
import type { Kind } from "../config/Server.ts"

/**
 * What a server can do.
 *
 * **Details**
 *
 * What a server does not tell is `undefined`: official servers tell no `packageVersion`, `useNativeAuth` and
 * `socketUpdateThrottle`, private ones no `package` and `currentSeason`.
 */
export interface Capabilities {
  readonly kind: Kind
  readonly protocol: number
  /** Versions of features by name; those of mods are text, some features tell none. */
  readonly features: ReadonlyMap<string, number | string | undefined>
  /** Names of shards; none on plain private servers. */
  readonly shards: ReadonlyArray<string>
  /** How many ticks a chunk of room history holds. */
  readonly historyChunkSize: number
  /** The least time between two updates of a socket. */
  readonly socketUpdateThrottle: Duration.Duration | undefined
  /** Whether Steam tickets are encrypted app tickets rather than session tickets. */
  readonly useNativeAuth: boolean | undefined
  /** The version of a private server's package, such as `4.3.0`. */
  readonly packageVersion: string | undefined
  /** The number of an official server's package. */
  readonly package: number | undefined
  readonly currentSeason: string | undefined
}

/** What a server of a kind can do by its version. */
export const fromVersion = (kind: Kind, told: Version): Capabilities => {
  const { features, historyChunkSize, shards, socketUpdateThrottle } = told.serverData
  return {
    kind,
    protocol: told.protocol,
    features: new Map(features?.map((feature) => [feature.name, feature.version ?? undefined])),
    shards: (shards ?? []).filter((name) => name !== null),
    historyChunkSize,
    socketUpdateThrottle: socketUpdateThrottle == null ? undefined : Duration.millis(socketUpdateThrottle),
    useNativeAuth: told.useNativeAuth ?? undefined,
    packageVersion: told.packageVersion ?? undefined,
    package: told.package ?? undefined,
    currentSeason: told.currentSeason ?? undefined
  }
}

/**
 * Asks the server what it can do.
 *
 * **Source** `GET /api/version`, recorded from a server 4.3.0 with and without mods; official fields reported.
 */
export const read: Effect.Effect<Capabilities, ScreepsError, ScreepsClient> = Effect.gen(function* () {
  const { server } = yield* ScreepsClient
  return fromVersion(server.kind, yield* version())
})

/**
 * Whether the server announces a feature, such as `seasons`.
 *
 * **Gotchas**
 *
 * Private servers announce features, those of other mods among them, only with `screepsmod-admin-utils`. Whether there is
 * an auth mod tells `Auth.mod`.
 *
 * **Source** recorded from a server 4.3.0 with and without mods; official features reported.
 */
export const has = (self: Capabilities, feature: string): boolean => self.features.has(feature)

/**
 * Whether the server names shards.
 *
 * **Gotchas**
 *
 * Private servers with mods do so, too, and still take no shard: calls to them never carry one, whatever this says.
 */
export const isSharded = (self: Capabilities): boolean => self.shards.length > 0
