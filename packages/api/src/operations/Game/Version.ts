/** Responses about the server itself. */
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"
import * as Schema from "effect/Schema"

/** A feature that a server announces. */
export class Feature extends record<Feature>("Feature")({
  /** Name of the feature, such as `seasons`; for mods the name of the package. */
  name: Schema.String,
  /** Version of the feature: text for mods, a number for others; some have none. */
  version: nullish(Schema.Union([Schema.Finite, Schema.String]))
}) {}

/** Settings of a server. */
export class ServerData extends record<ServerData>("ServerData")({
  /** Length of a chunk of room history, in ticks. */
  historyChunkSize: expected(Schema.Finite),
  /** Names of the shards; absent on private servers without mods, and may contain `null` on those with mods. */
  shards: nullish(Schema.Array(Schema.NullOr(Schema.String))),
  /** Features that the server announces; absent on private servers without mods. */
  features: nullish(Schema.Array(Feature)),
  /** Room object types that mods added, by type, not decoded (private servers). */
  customObjectTypes: nullish(Schema.Record(Schema.String, Schema.Unknown)),
  /** Shortest time between two updates of a socket channel, in milliseconds (private servers). */
  socketUpdateThrottle: nullish(Schema.Finite),
  /** Welcome page for players, as HTML (private servers). */
  welcomeText: nullish(Schema.String)
}) {}

/**
 * A server's version and settings.
 *
 * **Details**
 *
 * `packageVersion` and `useNativeAuth` are returned by private servers; `package`, `currentSeason` and the costs by
 * official ones (reported).
 */
export class Version extends answer<Version>("Version")({
  /** Version of the server's protocol, such as 14. */
  protocol: expected(Schema.Finite),
  /** How many players are active. */
  users: nullish(Schema.Finite),
  /** Number of an official server's package. */
  package: nullish(Schema.Finite),
  /** Version of a private server's package, such as `4.3.0`. */
  packageVersion: nullish(Schema.String),
  /** Whether Steam tickets must be encrypted app tickets (`true`) or session tickets (`false`). */
  useNativeAuth: nullish(Schema.Boolean),
  /** The current season, as text. */
  currentSeason: nullish(Schema.String),
  /** Price of access to the season, as a number or text. */
  seasonAccessCost: nullish(Schema.Union([Schema.Finite, Schema.String])),
  /** How many pixels the conversion of a decoration returns. */
  decorationConvertationCost: nullish(Schema.Finite),
  /** How many pixels a new decoration costs. */
  decorationPixelizationCost: nullish(Schema.Finite),
  /** The server's settings. */
  serverData: expected(ServerData)
}) {}
