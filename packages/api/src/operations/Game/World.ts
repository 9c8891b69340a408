/** What servers answer about the world as a whole, and about what is new in it. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { nullish } from "@screeps-effect/schema/Nullish"
import { Tick } from "@screeps-effect/schema/Tick"
import * as Schema from "effect/Schema"

/** The game's clock. */
export class GameTime extends Schema.Opaque<GameTime>()(
  Schema.Struct({ ok: Schema.Literal(1), time: Tick }).annotate({ identifier: "GameTime" })
) {}

/** The length of a tick in milliseconds; `null` before the first one. */
export class TickLength extends Schema.Opaque<TickLength>()(
  Schema.Struct({ ok: Schema.Literal(1), tick: Schema.NullOr(Schema.Finite) }).annotate({
    identifier: "TickLength"
  })
) {}

/** The size of the world in rooms. */
export class WorldSize extends Schema.Opaque<WorldSize>()(
  Schema.Struct({ ok: Schema.Literal(1), width: Schema.Finite, height: Schema.Finite }).annotate({
    identifier: "WorldSize"
  })
) {}

/** A name that the user has not given yet. */
export class UniqueName extends Schema.Opaque<UniqueName>()(
  Schema.Struct({ ok: Schema.Literal(1), name: Schema.String }).annotate({ identifier: "UniqueName" })
) {}

/** A first spawn was placed. */
export class SpawnPlaced extends Schema.Opaque<SpawnPlaced>()(
  Schema.Struct({ ...Ok.fields, newbie: nullish(Schema.Boolean) }).annotate({ identifier: "SpawnPlaced" })
) {}
