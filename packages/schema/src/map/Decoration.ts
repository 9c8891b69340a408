/**
 * Decorations: images on rooms, creeps and objects, and special badges.
 *
 * **Source** reported (official servers only), unless stated otherwise.
 */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { BadgePaths } from "../account/Badge.ts"
import { ActiveState } from "./Decoration/ActiveState.ts"
import { DecorationPropertyType, DecorationType } from "./DecorationType.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { UserId } from "../values/UserId.ts"

/** Preview images of a decoration, in three sizes. */
export class DecorationPreview extends record<DecorationPreview>("DecorationPreview")({
  /** URL of the image in its original size. */
  original: nullish(Schema.String),
  /** URL of the image with 128 by 128 pixels. */
  "128x128": nullish(Schema.String),
  /** URL of the image with 256 by 256 pixels. */
  "256x256": nullish(Schema.String)
}) {}

/** A layer of a decoration's image. */
export class DecorationGraphic extends record<DecorationGraphic>("DecorationGraphic")({
  /** URL of the image. */
  url: Schema.String,
  /** Name of the property with the colour of the layer; empty for no property. */
  color: nullish(Schema.String),
  /** Name of the property with the opacity of the layer; empty for no property. */
  alpha: nullish(Schema.String),
  /** Name of the property that shows or hides the layer; empty for no property. */
  visible: nullish(Schema.String)
}) {}

const common = {
  /** Id of the decoration's definition. */
  _id: ObjectId,
  /** Name of the definition, such as `W-00031:WI:X`. */
  name: Schema.String,
  /** Whether the definition is enabled. */
  enabled: nullish(Schema.Boolean),
  /** Rarity from 1 to 5; 5 is the rarest. */
  rarity: nullish(Schema.Finite),
  /** Multiplier of the rarity. */
  rarityMultiplier: nullish(Schema.Finite),
  /** Name of the group of decorations. */
  group: nullish(Schema.String),
  /** Description of the group. */
  groupDescription: nullish(Schema.String),
  /** Id of the theme. */
  theme: nullish(Schema.String),
  /** Preview images. */
  preview: nullish(DecorationPreview),
  /** A number about Steam; its meaning is unknown. */
  steam: nullish(Schema.Finite),
  /** Item definition id in the Steam inventory. */
  steamItemDefId: nullish(Schema.Finite),
  /** Whether the decoration cannot be converted back into pixels. */
  restricted: nullish(Schema.Boolean)
} as const

const changes = {
  /** When the record was created, as ISO 8601 text. */
  createdAt: nullish(Schema.String),
  /** When the record was last changed, as ISO 8601 text. */
  updatedAt: nullish(Schema.String)
} as const

// Textures of walls and floors; shared with the short form of seasonal worlds.
const surface = {
  /** URL of the texture of walls. */
  foregroundUrl: nullish(Schema.String),
  /** URL of the texture of floors. */
  floorForegroundUrl: nullish(Schema.String),
  /** Whether the texture is repeated. */
  tiling: nullish(Schema.Boolean),
  /** Scale of the repeated texture. */
  tileScale: nullish(Schema.Finite)
} as const

/** A property that the owner of a decoration can set; some clients send numbers and booleans as text. */
export class DecorationProperty extends record<DecorationProperty>("DecorationProperty")({
  /** Type of the property. */
  type: DecorationPropertyType,
  /** Label of the property for users. */
  label: nullish(Schema.Union([Schema.String, Schema.Boolean])),
  /** Whether the property cannot be set. */
  readonly: nullish(Schema.Boolean),
  /** Default value. */
  default: nullish(Schema.Unknown),
  /** Minimum of a number or a range. */
  min: nullish(Schema.Finite),
  /** Maximum of a number or a range. */
  max: nullish(Schema.Finite),
  /** Difference between two adjacent values of a range. */
  step: nullish(Schema.Finite)
}) {}

// Images; shared with the short form, too.
const images = {
  /** Layers of the image. */
  graphics: nullish(Schema.Array(DecorationGraphic)),
  /** Properties that the owner can set, and layout values, by name. */
  props: nullish(
    Schema.Record(Schema.String, Schema.Union([DecorationProperty, Schema.Boolean, Schema.Finite]))
  ),
  /** Type of the object that is decorated, for the types `object` and `metadata`. */
  objectType: nullish(Schema.String)
} as const

/** A decoration that is a badge. */
export class BadgeDecoration extends record<BadgeDecoration>("BadgeDecoration")({
  /** Type of the decoration. */
  type: Schema.Literal("badge"),
  ...common,
  /** Paths of the badge. */
  badge: BadgePaths
}) {}

/**
 * A decoration that is not a badge: images with properties that the owner can set.
 *
 * **Details**
 *
 * `props` also contains plain values about the layout (`proportional`, `minWidth`, …).
 */
export class OtherDecoration extends record<OtherDecoration>("OtherDecoration")({
  /** Type of the decoration, such as `creep` or `wallGraffiti`. */
  type: DecorationType,
  ...common,
  ...surface,
  /** Description of the decoration. */
  description: nullish(Schema.String),
  ...images
}) {}

/** The definition of a decoration; one with a `badge` is a badge. */
export type Decoration = BadgeDecoration | OtherDecoration

/** Decodes the definition of a decoration. */
export const Decoration: Schema.Codec<Decoration, unknown> = Schema.Union([
  BadgeDecoration,
  OtherDecoration
]).annotate({ identifier: "Decoration" })

/** A decoration that a user owns, placed or not. */
export class DecorationInstance extends record<DecorationInstance>("DecorationInstance")({
  /** Id of the owned decoration, not of its definition. */
  _id: ObjectId,
  /** Id of the owner; absent on xxscreeps. */
  user: expected(UserId),
  /** State of the placed decoration; absent while it is not placed. */
  active: nullish(ActiveState),
  /** Definition of the decoration. */
  decoration: Decoration,
  ...changes,
  /** When the decoration was last placed, as ISO 8601 text. */
  activatedAt: nullish(Schema.String),
  /** When the decoration was last removed from its place, as ISO 8601 text. */
  deactivatedAt: nullish(Schema.String)
}) {}

/** The short definition of a decoration in rooms of seasonal worlds: without id, only the fields for drawing. */
export class ThinDecoration extends record<ThinDecoration>("ThinDecoration")({
  /** Type of the decoration, such as `creep` or `wallGraffiti`. */
  type: DecorationType,
  /** Name of the definition. */
  name: nullish(Schema.String),
  ...surface,
  ...images
}) {}

/** A decoration that is placed in a room. */
export class RoomDecoration extends record<RoomDecoration>("RoomDecoration")({
  /** Id of the owned decoration; absent in seasonal worlds. */
  _id: nullish(ObjectId),
  /** Id of the owner; absent in seasonal worlds. */
  user: nullish(UserId),
  /** State of the placed decoration. */
  active: ActiveState,
  /** Definition of the decoration. */
  decoration: Schema.Union([BadgeDecoration, OtherDecoration, ThinDecoration])
}) {}

/** A decoration on the world map. */
export class MapDecoration extends record<MapDecoration>("MapDecoration")({
  /** Id of the owned decoration. */
  _id: ObjectId,
  /** Id of the owner. */
  user: UserId,
  /** Id of the decoration's definition. */
  decoration: ObjectId,
  /** State of the placed decoration. */
  active: ActiveState
}) {}

/** A theme of decorations. */
export class DecorationTheme extends record<DecorationTheme>("DecorationTheme")({
  /** Id of the theme. */
  _id: ObjectId,
  /** Name of the theme. */
  name: expected(Schema.String),
  /** Colour of the theme. */
  color: nullish(Schema.String),
  ...changes,
  /** Whether the theme is hidden. */
  hidden: nullish(Schema.Boolean),
  /** Whether the theme is restricted. */
  restricted: nullish(Schema.Boolean)
}) {}
