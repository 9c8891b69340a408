/** Fields that several kinds of room objects share. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectEffects } from "./ObjectEffect.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"
import { coordinate, hits } from "../values/numbers.ts"

/** What every object has. @internal */
export const located = {
  /** Missing only in room history, for one tick after the object was made. */
  _id: nullish(ObjectId),
  /** The room's name, as open text. */
  room: Schema.String,
  /** From the west, 0–49. */
  x: coordinate,
  /** From the north, 0–49. */
  y: coordinate
}

/** What can be owned. @internal */
export const owned = {
  /** The owner; `null` after it was given up, absent where there never was one. */
  user: nullish(UserId)
}

/** What can be damaged. @internal */
export const damageable = {
  /** Hit points, not always whole; zero or less in the tick of an object's death, in room history. */
  hits,
  /** The most hit points it can have. */
  hitsMax: hits,
  /** Whether the owner is notified of attacks by mail. */
  notifyWhenAttacked: nullish(Schema.Boolean)
}

/** What powers and strongholds act on. @internal */
export const affected = {
  /** Read it with `ObjectEffect.list`: a list, or a map by index. */
  effects: nullish(ObjectEffects)
}

/** What may be part of a stronghold. @internal */
export const fortified = {
  /** The stronghold it belongs to. */
  strongholdId: nullish(Schema.String),
  /** When it goes down with its stronghold. */
  decayTime: nullish(Tick)
}
