/** Responses about the world as a whole, and about new objects in it. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"
import { Tick } from "@screeps-effect/schema/Tick"
import * as Schema from "effect/Schema"

/** The current game time. */
export class GameTime extends answer<GameTime>("GameTime")({
  /** The current tick. */
  time: Tick
}) {}

/** The duration of a tick. */
export class TickLength extends answer<TickLength>("TickLength")({
  /** Duration of the shortest of the last 30 ticks, in milliseconds; `null` before the first tick after a start. */
  tick: Schema.NullOr(Schema.Finite)
}) {}

/** The size of the world. */
export class WorldSize extends answer<WorldSize>("WorldSize")({
  /** Width of the world, in rooms. */
  width: Schema.Finite,
  /** Height of the world, in rooms. */
  height: Schema.Finite
}) {}

/** A name that is still free. */
export class UniqueName extends answer<UniqueName>("UniqueName")({
  /** A name that none of the user's objects of this type has. */
  name: Schema.String
}) {}

/** The result of placing a first spawn. */
export class SpawnPlaced extends record<SpawnPlaced>("SpawnPlaced")({
  ...Ok.fields,
  /** `true` on known servers. */
  newbie: nullish(Schema.Boolean)
}) {}
