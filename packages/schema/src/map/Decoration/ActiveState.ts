/**
 * States of placed decorations: their place and properties.
 *
 * **Source** reported (official servers only).
 */
import * as Schema from "effect/Schema"

/**
 * The state of a placed decoration: the values of its properties by name, its place (`shard` and `room`, absent for
 * types that belong to the whole account), and `world` (whether the map shows it).
 *
 * **Gotchas**
 *
 * Numbers and booleans may be sent as text.
 */
export type ActiveState = { readonly [name: string]: unknown }

/** Decodes the state of a placed decoration. */
export const ActiveState: Schema.Codec<ActiveState> = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "ActiveState"
})

/** The state in which a caller places a decoration. */
export type ActiveStateInput = { readonly [name: string]: boolean | number | string }

/** Checks the state in which a caller places a decoration: texts, numbers and booleans by name. */
export const ActiveStateInput: Schema.Codec<ActiveStateInput> = Schema.Record(
  Schema.String,
  Schema.Union([Schema.Boolean, Schema.Finite, Schema.String])
).annotate({ identifier: "ActiveStateInput" })

const own = (state: ActiveState, name: string): unknown =>
  Object.hasOwn(state, name) ? state[name] : undefined

/** Returns the value of a text property; `undefined` without one. */
const text = (state: ActiveState, name: string): string | undefined => {
  const value = own(state, name)
  return typeof value === "string" ? value : undefined
}

/** Returns the value of a boolean property, sent as a boolean, as 1 or 0, or as text; `undefined` without one. */
const flag = (state: ActiveState, name: string): boolean | undefined => {
  const value = own(state, name)
  if (value === true || value === 1 || value === "true" || value === "1") return true
  return value === false || value === 0 || value === "false" || value === "0" ? false : undefined
}

/** Returns the room in which a decoration is placed; `undefined` for decorations of the whole account. */
export const room = (state: ActiveState): string | undefined => text(state, "room")

/** Returns the shard on which a decoration is placed; `undefined` if it is not known. */
export const shard = (state: ActiveState): string | undefined => text(state, "shard")

/** Checks whether the map shows a decoration. */
export const isOnMap = (state: ActiveState): boolean => flag(state, "world") === true
