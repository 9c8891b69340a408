/** The capabilities of a server, read from its version. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Game from "./Game.ts"
import { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"
import type { Kind } from "../config/Server.ts"

/**
 * The capabilities of a server.
 *
 * **Details**
 *
 * Fields that a server does not return are `undefined`: on official servers `packageVersion`, `useNativeAuth` and
 * `socketUpdateThrottle`, on private ones `package` and `currentSeason`.
 */
export interface Capabilities {
  readonly kind: Kind
  /** Version of the server's protocol, such as 14. */
  readonly protocol: number | undefined
  /** Versions of features by name: text for mods, `undefined` for features without a version. */
  readonly features: ReadonlyMap<string, number | string | undefined>
  /** Names of the shards; empty on private servers without mods. Those with mods may name some, but accept none. */
  readonly shards: ReadonlyArray<string>
  /** Length of a chunk of room history, in ticks; `undefined` on servers that do not report it. */
  readonly historyChunkSize: number | undefined
  /** Shortest time between two updates of a socket channel. */
  readonly socketUpdateThrottle: Duration.Duration | undefined
  /** Whether Steam tickets must be encrypted app tickets (`true`) or session tickets (`false`). */
  readonly useNativeAuth: boolean | undefined
  /** Version of a private server's package, such as `4.3.0`. */
  readonly packageVersion: string | undefined
  /** Number of an official server's package. */
  readonly package: number | undefined
  /** The current season of an official server. */
  readonly currentSeason: string | undefined
}

/**
 * Requests the server's version and returns its capabilities.
 *
 * **Source** `GET /api/version`, recorded from a server 4.3.0 with and without mods; official fields reported.
 */
export const read: Effect.Effect<Capabilities, ScreepsError, ScreepsClient> = Effect.gen(function* () {
  const { server } = yield* ScreepsClient
  const version = yield* Game.version()
  const { features, historyChunkSize, shards, socketUpdateThrottle } = version.serverData ?? {}
  return {
    kind: server.kind,
    protocol: version.protocol,
    features: new Map(features?.map((feature) => [feature.name, feature.version ?? undefined])),
    shards: (shards ?? []).filter((name) => name !== null),
    historyChunkSize,
    socketUpdateThrottle: socketUpdateThrottle == null ? undefined : Duration.millis(socketUpdateThrottle),
    useNativeAuth: version.useNativeAuth ?? undefined,
    packageVersion: version.packageVersion ?? undefined,
    package: version.package ?? undefined,
    currentSeason: version.currentSeason ?? undefined
  }
})

/**
 * Checks whether the server announces a feature, such as `seasons`.
 *
 * **Gotchas**
 *
 * Private servers announce features, also those of other mods, only with `screepsmod-admin-utils`. To find out
 * whether there is an auth mod, use `Auth.mod`.
 *
 * **Source** recorded from a server 4.3.0 with and without mods; official features reported.
 */
export const has = (self: Capabilities, feature: string): boolean => self.features.has(feature)
