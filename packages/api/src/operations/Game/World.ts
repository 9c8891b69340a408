/** Responses about the world as a whole, and about new objects in it. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { nullish } from "@screeps-effect/schema/Nullish"
import { Tick } from "@screeps-effect/schema/Tick"
import * as Schema from "effect/Schema"

/** The current game time. */
export class GameTime extends Schema.Opaque<GameTime>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /** The current tick. */
    time: Tick
  }).annotate({ identifier: "GameTime" })
) {}

/** The duration of a tick. */
export class TickLength extends Schema.Opaque<TickLength>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /** Duration of the shortest of the last 30 ticks, in milliseconds; `null` before the first tick after a start. */
    tick: Schema.NullOr(Schema.Finite)
  }).annotate({
    identifier: "TickLength"
  })
) {}

/** The size of the world. */
export class WorldSize extends Schema.Opaque<WorldSize>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /** Width of the world, in rooms. */
    width: Schema.Finite,
    /** Height of the world, in rooms. */
    height: Schema.Finite
  }).annotate({
    identifier: "WorldSize"
  })
) {}

/** A name that is still free. */
export class UniqueName extends Schema.Opaque<UniqueName>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    /** A name that none of the user's objects of this type has. */
    name: Schema.String
  }).annotate({ identifier: "UniqueName" })
) {}

/** The result of placing a first spawn. */
export class SpawnPlaced extends Schema.Opaque<SpawnPlaced>()(
  Schema.Struct({
    ...Ok.fields,
    /** `true` on known servers. */
    newbie: nullish(Schema.Boolean)
  }).annotate({ identifier: "SpawnPlaced" })
) {}
