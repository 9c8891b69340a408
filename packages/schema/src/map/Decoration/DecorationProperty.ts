/**
 * Properties that the owner of a decoration can set.
 *
 * **Source** reported (official servers only).
 */
import * as Schema from "effect/Schema"
import { DecorationPropertyType } from "../DecorationType.ts"
import * as Decoder from "../../wire/Decoder.ts"
import { nullish, record } from "../../values/Record.ts"

const ofType = <const T extends string>(type: T) =>
  ({
    /** Type of the property. */
    type: Schema.Literal(type)
  }) as const

const common = {
  /** Label of the property for users. */
  label: nullish(Schema.Union([Schema.String, Schema.Boolean])),
  /** Whether the property cannot be set. */
  readonly: nullish(Schema.Boolean)
} as const
// Some clients send numbers and booleans as text.
const flag = Schema.Union([Schema.Boolean, Schema.String])
const amount = Schema.Union([Schema.Finite, Schema.String])

const textDefault = {
  /** Default value. */
  default: nullish(Schema.String)
} as const

const bounds = {
  /** Default value; some clients send it as text. */
  default: nullish(amount),
  /** Minimum value. */
  min: nullish(Schema.Finite),
  /** Maximum value. */
  max: nullish(Schema.Finite)
} as const

/** A boolean property. */
export class BooleanProperty extends record<BooleanProperty>("BooleanProperty")({
  ...ofType("boolean"),
  ...common,
  /** Default value; some clients send it as text. */
  default: nullish(flag)
}) {}

/** A colour property. */
export class ColorProperty extends record<ColorProperty>("ColorProperty")({
  ...ofType("color"),
  ...common,
  ...textDefault
}) {}

/** A number property. */
export class NumberProperty extends record<NumberProperty>("NumberProperty")({
  ...ofType("number"),
  ...common,
  ...bounds
}) {}

/** A number property with two bounds and a step. */
export class RangeProperty extends record<RangeProperty>("RangeProperty")({
  ...ofType("range"),
  ...common,
  ...bounds,
  /** Difference between two adjacent values. */
  step: nullish(Schema.Finite)
}) {}

/** A text property. */
export class StringProperty extends record<StringProperty>("StringProperty")({
  ...ofType("string"),
  ...common,
  ...textDefault
}) {}

/** A property of an unknown type (an old client has `display`), or one of a known type in an unknown form. */
export class OtherProperty extends record<OtherProperty>("OtherProperty")({
  /** Type of the property. */
  type: DecorationPropertyType,
  /** Label of the property for users, in any form. */
  label: nullish(Schema.Unknown),
  /** Whether the property cannot be set, in any form. */
  readonly: nullish(Schema.Unknown),
  /** Default value, in any form. */
  default: nullish(Schema.Unknown)
}) {}

/**
 * A property of a decoration.
 *
 * **Gotchas**
 *
 * The last member can have any `type`, so `type` does not narrow the union: use the guards of this module.
 */
export type DecorationProperty =
  | BooleanProperty
  | ColorProperty
  | NumberProperty
  | RangeProperty
  | StringProperty
  | OtherProperty

/** Decodes a property of a decoration. */
export const DecorationProperty: Schema.Codec<DecorationProperty> = Schema.Union([
  BooleanProperty,
  ColorProperty,
  NumberProperty,
  RangeProperty,
  StringProperty,
  OtherProperty
]).annotate({ identifier: "DecorationProperty" })

/** Checks whether a property is a boolean. */
export const isBoolean: Decoder.Guard<BooleanProperty> = Decoder.guard(BooleanProperty)

/** Checks whether a property is a colour. */
export const isColor: Decoder.Guard<ColorProperty> = Decoder.guard(ColorProperty)

/** Checks whether a property is a number. */
export const isNumber: Decoder.Guard<NumberProperty> = Decoder.guard(NumberProperty)

/** Checks whether a property is a number with two bounds. */
export const isRange: Decoder.Guard<RangeProperty> = Decoder.guard(RangeProperty)

/** Checks whether a property is a text. */
export const isString: Decoder.Guard<StringProperty> = Decoder.guard(StringProperty)
