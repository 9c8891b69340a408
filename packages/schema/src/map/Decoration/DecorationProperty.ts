/**
 * What can be chosen about a decoration when it is placed.
 *
 * **Source** reported (official servers only).
 */
import * as Schema from "effect/Schema"
import { DecorationPropertyType } from "../DecorationType.ts"
import * as Decoder from "../../wire/Decoder.ts"
import { nullish } from "../../values/Nullish.ts"

const common = {
  label: nullish(Schema.Union([Schema.String, Schema.Boolean])),
  readonly: nullish(Schema.Boolean)
}
// Clients were seen to write numbers and booleans as text.
const flag = Schema.Union([Schema.Boolean, Schema.String])
const amount = Schema.Union([Schema.Finite, Schema.String])

/** Something that is so or not. */
export class BooleanProperty extends Schema.Opaque<BooleanProperty>()(
  Schema.Struct({ type: Schema.Literal("boolean"), ...common, default: nullish(flag) }).annotate({
    identifier: "BooleanProperty"
  })
) {}

/** A colour. */
export class ColorProperty extends Schema.Opaque<ColorProperty>()(
  Schema.Struct({ type: Schema.Literal("color"), ...common, default: nullish(Schema.String) }).annotate({
    identifier: "ColorProperty"
  })
) {}

/** A number. */
export class NumberProperty extends Schema.Opaque<NumberProperty>()(
  Schema.Struct({
    type: Schema.Literal("number"),
    ...common,
    default: nullish(amount),
    min: nullish(Schema.Finite),
    max: nullish(Schema.Finite)
  }).annotate({ identifier: "NumberProperty" })
) {}

/** A number between two bounds, in steps. */
export class RangeProperty extends Schema.Opaque<RangeProperty>()(
  Schema.Struct({
    type: Schema.Literal("range"),
    ...common,
    default: nullish(amount),
    min: nullish(Schema.Finite),
    max: nullish(Schema.Finite),
    step: nullish(Schema.Finite)
  }).annotate({ identifier: "RangeProperty" })
) {}

/** A text. */
export class StringProperty extends Schema.Opaque<StringProperty>()(
  Schema.Struct({ type: Schema.Literal("string"), ...common, default: nullish(Schema.String) }).annotate({
    identifier: "StringProperty"
  })
) {}

/**
 * A property of another type (one old client knows `display`), or one of a known type that is written in another way.
 */
export class OtherProperty extends Schema.Opaque<OtherProperty>()(
  Schema.Struct({
    type: DecorationPropertyType,
    label: nullish(Schema.Unknown),
    readonly: nullish(Schema.Unknown),
    default: nullish(Schema.Unknown)
  }).annotate({ identifier: "OtherProperty" })
) {}

/**
 * What can be chosen, by type.
 *
 * **Gotchas**
 *
 * The last member stands for any `type`: distinguish the others with the guards of this module.
 */
export type DecorationProperty =
  | BooleanProperty
  | ColorProperty
  | NumberProperty
  | RangeProperty
  | StringProperty
  | OtherProperty

/** Decodes what can be chosen, by type. */
export const DecorationProperty: Schema.Codec<DecorationProperty> = Schema.Union([
  BooleanProperty,
  ColorProperty,
  NumberProperty,
  RangeProperty,
  StringProperty,
  OtherProperty
]).annotate({ identifier: "DecorationProperty" })

/** Checks whether a property is something that is so or not. */
export const isBoolean: Decoder.Guard<BooleanProperty> = Decoder.guard(BooleanProperty)

/** Checks whether a property is a colour. */
export const isColor: Decoder.Guard<ColorProperty> = Decoder.guard(ColorProperty)

/** Checks whether a property is a number. */
export const isNumber: Decoder.Guard<NumberProperty> = Decoder.guard(NumberProperty)

/** Checks whether a property is a number between two bounds. */
export const isRange: Decoder.Guard<RangeProperty> = Decoder.guard(RangeProperty)

/** Checks whether a property is a text. */
export const isString: Decoder.Guard<StringProperty> = Decoder.guard(StringProperty)

const within = (value: number, { max, min }: NumberProperty | RangeProperty) =>
  value >= (min ?? -Infinity) && value <= (max ?? Infinity)

/**
 * Checks whether a value can be chosen for a property: of its type, and within its bounds.
 *
 * **Details**
 *
 * Properties of other types take any value; those marked as `readonly` take none.
 */
export const accepts = (property: DecorationProperty, value: boolean | number | string): boolean => {
  if (property.readonly === true) return false
  if (isBoolean(property)) return typeof value === "boolean"
  if (isNumber(property) || isRange(property)) return typeof value === "number" && within(value, property)
  return isColor(property) || isString(property) ? typeof value === "string" : true
}
