/**
 * How a decoration is placed: where, and what was chosen about it.
 *
 * **Source** reported (official servers only).
 */
import * as Schema from "effect/Schema"

/**
 * The state of a placed decoration: one flat record of everything that was chosen, by name, with the place (`shard`
 * and `room`, absent for kinds that belong to the whole account) and `world` (whether the map shows it).
 *
 * **Gotchas**
 *
 * Numbers and booleans may come as text: read them with the functions of this module.
 */
export type ActiveState = { readonly [name: string]: unknown }

/** Decodes the state of a placed decoration. */
export const ActiveState: Schema.Codec<ActiveState> = Schema.Record(Schema.String, Schema.Unknown).annotate({
  identifier: "ActiveState"
})

/** The state in which callers place a decoration. */
export type ActiveStateInput = { readonly [name: string]: boolean | number | string }

/** Checks the state in which callers place a decoration: texts, numbers and booleans by name. */
export const ActiveStateInput: Schema.Codec<ActiveStateInput> = Schema.Record(
  Schema.String,
  Schema.Union([Schema.Boolean, Schema.Finite, Schema.String])
).annotate({ identifier: "ActiveStateInput" })

/**
 * The values of `animation`; the first one stands still.
 *
 * **Source** reported.
 */
export const animations = ["", "slow", "fast", "blink", "neon", "flash"] as const

const own = (state: ActiveState, name: string): unknown =>
  Object.hasOwn(state, name) ? state[name] : undefined

/** A text that was chosen, where there is one. */
export const text = (state: ActiveState, name: string): string | undefined => {
  const value = own(state, name)
  return typeof value === "string" ? value : undefined
}

/** A number that was chosen, be it written as number or as text. */
export const number = (state: ActiveState, name: string): number | undefined => {
  const value = own(state, name)
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof read === "number" && Number.isFinite(read) ? read : undefined
}

/** Something that was chosen to be so or not, be it written as boolean, as 1 and 0, or as text. */
export const flag = (state: ActiveState, name: string): boolean | undefined => {
  const value = own(state, name)
  if (value === true || value === 1 || value === "true" || value === "1") return true
  return value === false || value === 0 || value === "false" || value === "0" ? false : undefined
}

/** The room in which a decoration is placed; `undefined` for those that belong to the whole account. */
export const room = (state: ActiveState): string | undefined => text(state, "room")

/** The shard on which a decoration is placed, where it is known. */
export const shard = (state: ActiveState): string | undefined => text(state, "shard")

/** Checks whether the map shows a decoration. */
export const isOnMap = (state: ActiveState): boolean => flag(state, "world") === true

const separator = "!SEP!"

/** The parts of names by which creeps are chosen (`nameFilter`); none stands for all creeps. */
export const nameFilter = (state: ActiveState): ReadonlyArray<string> =>
  (text(state, "nameFilter") ?? "").split(separator).filter((part) => part !== "")

/** Writes parts of names as the text of a `nameFilter`. */
export const formatNameFilter = (parts: ReadonlyArray<string>): string => parts.join(separator)
