/** What servers answer about themselves. */
import { nullish } from "@screeps-effect/schema/Nullish"
import * as Schema from "effect/Schema"

/** A feature that a server announces; mods write their versions as text. */
export class Feature extends Schema.Opaque<Feature>()(
  Schema.Struct({
    name: Schema.String,
    version: nullish(Schema.Union([Schema.Finite, Schema.String]))
  }).annotate({ identifier: "Feature" })
) {}

/**
 * What a server says about itself beyond its version.
 *
 * **Details**
 *
 * `historyChunkSize` is in ticks, `socketUpdateThrottle` in milliseconds. `shards` may hold `null` on private
 * servers with mods.
 */
export class ServerData extends Schema.Opaque<ServerData>()(
  Schema.Struct({
    historyChunkSize: Schema.Finite,
    shards: nullish(Schema.Array(Schema.NullOr(Schema.String))),
    features: nullish(Schema.Array(Feature)),
    customObjectTypes: nullish(Schema.Record(Schema.String, Schema.Unknown)),
    socketUpdateThrottle: nullish(Schema.Finite),
    welcomeText: nullish(Schema.String)
  }).annotate({ identifier: "ServerData" })
) {}

/**
 * A server's version: the protocol it speaks, how many users are active, and what it says about itself.
 *
 * **Details**
 *
 * `packageVersion` and `useNativeAuth` are told by private servers, `package`, `currentSeason` and the costs by
 * official ones (reported).
 */
export class Version extends Schema.Opaque<Version>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    protocol: Schema.Finite,
    users: nullish(Schema.Finite),
    package: nullish(Schema.Finite),
    packageVersion: nullish(Schema.String),
    useNativeAuth: nullish(Schema.Boolean),
    currentSeason: nullish(Schema.String),
    seasonAccessCost: nullish(Schema.Union([Schema.Finite, Schema.String])),
    decorationConvertationCost: nullish(Schema.Finite),
    decorationPixelizationCost: nullish(Schema.Finite),
    serverData: ServerData
  }).annotate({ identifier: "Version" })
) {}
