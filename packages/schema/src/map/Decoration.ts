/**
 * Decorations: pictures on rooms, creeps and objects, and badges that can be won.
 *
 * **Source** reported (official servers only), unless said otherwise.
 */
import * as Schema from "effect/Schema"
import { BadgePaths } from "../account/Badge.ts"
import { ActiveState } from "./Decoration/ActiveState.ts"
import { DecorationProperty } from "./Decoration/DecorationProperty.ts"
import { DecorationType } from "./DecorationType.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { UserId } from "../values/UserId.ts"

/** Addresses of small pictures of a decoration, in three sizes. */
export class DecorationPreview extends Schema.Opaque<DecorationPreview>()(
  Schema.Struct({
    original: nullish(Schema.String),
    "128x128": nullish(Schema.String),
    "256x256": nullish(Schema.String)
  }).annotate({ identifier: "DecorationPreview" })
) {}

/**
 * One layer of a decoration's picture; the other fields name the properties that give its colour and transparency
 * and say whether it is shown. Empty text names none.
 */
export class DecorationGraphic extends Schema.Opaque<DecorationGraphic>()(
  Schema.Struct({
    url: Schema.String,
    color: nullish(Schema.String),
    alpha: nullish(Schema.String),
    visible: nullish(Schema.String)
  }).annotate({ identifier: "DecorationGraphic" })
) {}

const common = {
  _id: ObjectId,
  name: Schema.String,
  enabled: nullish(Schema.Boolean),
  rarity: nullish(Schema.Finite),
  rarityMultiplier: nullish(Schema.Finite),
  group: nullish(Schema.String),
  groupDescription: nullish(Schema.String),
  theme: nullish(Schema.String),
  preview: nullish(DecorationPreview),
  steam: nullish(Schema.Finite),
  steamItemDefId: nullish(Schema.Finite),
  restricted: nullish(Schema.Boolean)
}

// How a picture fills its place; shared with the thin form of seasonal worlds.
const surface = {
  foregroundUrl: nullish(Schema.String),
  floorForegroundUrl: nullish(Schema.String),
  tiling: nullish(Schema.Boolean),
  tileScale: nullish(Schema.Finite)
}

/**
 * A decoration that is a badge: two paths for the user's icon.
 *
 * **Details**
 *
 * `rarity` goes from 1 to 5, 5 being the rarest; `theme` is a theme's identity; a `restricted` one cannot be turned
 * back into pixels.
 */
export class BadgeDecoration extends Schema.Opaque<BadgeDecoration>()(
  Schema.Struct({ type: Schema.Literal("badge"), ...common, badge: BadgePaths }).annotate({
    identifier: "BadgeDecoration"
  })
) {}

/**
 * A decoration that is no badge: pictures, and what can be chosen about them by name (`props`).
 *
 * **Details**
 *
 * Among the properties stand plain values about the layout (`proportional`, `minWidth`, …): `properties` and
 * `layout` distinguish them. `objectType` is the type of object that an `object` decorates.
 */
export class OtherDecoration extends Schema.Opaque<OtherDecoration>()(
  Schema.Struct({
    type: DecorationType,
    ...common,
    ...surface,
    description: nullish(Schema.String),
    graphics: nullish(Schema.Array(DecorationGraphic)),
    props: nullish(
      Schema.Record(Schema.String, Schema.Union([DecorationProperty, Schema.Boolean, Schema.Finite]))
    ),
    objectType: nullish(Schema.String)
  }).annotate({ identifier: "OtherDecoration" })
) {}

/** A decoration as it is defined for everybody. */
export type Decoration = BadgeDecoration | OtherDecoration

/** Decodes a decoration as it is defined for everybody. */
export const Decoration: Schema.Codec<Decoration, unknown> = Schema.Union([
  BadgeDecoration,
  OtherDecoration
]).annotate({ identifier: "Decoration" })

/**
 * A decoration that a user owns; `active` is how it is placed, absent while it is not. Moments are ISO 8601 text.
 */
export class DecorationInstance extends Schema.Opaque<DecorationInstance>()(
  Schema.Struct({
    _id: ObjectId,
    user: UserId,
    active: nullish(ActiveState),
    decoration: Decoration,
    createdAt: nullish(Schema.String),
    updatedAt: nullish(Schema.String),
    activatedAt: nullish(Schema.String),
    deactivatedAt: nullish(Schema.String)
  }).annotate({ identifier: "DecorationInstance" })
) {}

/** A decoration as seasonal worlds define it in rooms: without identity, only what drawing needs. */
export class ThinDecoration extends Schema.Opaque<ThinDecoration>()(
  Schema.Struct({
    type: DecorationType,
    name: nullish(Schema.String),
    graphics: nullish(Schema.Array(DecorationGraphic)),
    ...surface
  }).annotate({ identifier: "ThinDecoration" })
) {}

/** A decoration that is placed in a room. Seasonal worlds name neither identity nor user. */
export class RoomDecoration extends Schema.Opaque<RoomDecoration>()(
  Schema.Struct({
    _id: nullish(ObjectId),
    user: nullish(UserId),
    active: ActiveState,
    decoration: Schema.Union([BadgeDecoration, OtherDecoration, ThinDecoration])
  }).annotate({ identifier: "RoomDecoration" })
) {}

/** A decoration on the map: the definition is named by its identity. */
export class MapDecoration extends Schema.Opaque<MapDecoration>()(
  Schema.Struct({ _id: ObjectId, user: UserId, decoration: ObjectId, active: ActiveState }).annotate({
    identifier: "MapDecoration"
  })
) {}

/** A theme to which decorations belong. */
export class DecorationTheme extends Schema.Opaque<DecorationTheme>()(
  Schema.Struct({
    _id: ObjectId,
    name: Schema.String,
    color: nullish(Schema.String),
    createdAt: nullish(Schema.String),
    updatedAt: nullish(Schema.String),
    hidden: nullish(Schema.Boolean),
    restricted: nullish(Schema.Boolean)
  }).annotate({ identifier: "DecorationTheme" })
) {}

/** Checks whether a decoration is a badge. */
export const isBadge = (decoration: Decoration): decoration is BadgeDecoration =>
  decoration.type === "badge" && "badge" in decoration

/** Checks whether an owned decoration is placed. */
export const isPlaced = (instance: DecorationInstance): boolean =>
  (instance.active ?? undefined) !== undefined

const props = (decoration: Decoration) =>
  Object.entries("props" in decoration ? (decoration.props ?? {}) : {})

/** What can be chosen about a decoration, by name. */
export const properties = (decoration: Decoration): { readonly [name: string]: DecorationProperty } =>
  Object.fromEntries(
    props(decoration).flatMap(([name, value]) => (typeof value === "object" ? [[name, value]] : []))
  )

/**
 * The plain values about a decoration's layout, by name: `proportional`, `minWidth`, `maxWidth`, `minHeight`,
 * `maxHeight`.
 */
export const layout = (decoration: Decoration): { readonly [name: string]: boolean | number } =>
  Object.fromEntries(
    props(decoration).flatMap(([name, value]) => (typeof value === "object" ? [] : [[name, value]]))
  )
