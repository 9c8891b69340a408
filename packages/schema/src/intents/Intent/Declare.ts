/**
 * One intent as one constant: it is called, and it is data.
 *
 * **Details**
 *
 * `Intent.move({ direction: 1 })` is `{ name: "move", intent: { direction: 1 } }`, which travels as it stands;
 * `Intent.move.kind`, `.intentName` and `.schema` describe it. Intents of mods are declared the same way.
 */
import * as Schema from "effect/Schema"
import type { RoomName } from "../../values/RoomName.ts"

/**
 * Who an intent is asked of, and hence how it is sent: an object or a room through `add-object-intent` (a room under
 * the id `room`), the account through `add-global-intent`.
 */
export type Kind = "object" | "room" | "global"

/** An intent as it travels: its name, and what it asks for. */
export interface NamedIntent<Name extends string, Intent> {
  readonly name: Name
  readonly intent: Intent
}

/** What an intent is, besides being callable. */
export interface Metadata<K extends Kind, Name extends string, Intent> {
  readonly kind: K
  readonly intentName: Name
  /** Checks the intent whole, name and all. */
  readonly schema: Schema.Codec<NamedIntent<Name, Intent>, unknown>
}

/** An intent that asks an object or the account for something: `Intent.move({ direction: 1 })`. */
export interface IntentConstructor<
  K extends "object" | "global",
  Name extends string,
  Intent
> extends Metadata<K, Name, Intent> {
  (intent: Intent): NamedIntent<Name, Intent>
}

/** The empty record. */
export type EmptyIntent = { readonly [key: string]: never }

/** An intent without input: `Intent.suicide()`. */
export interface NullaryIntentConstructor<Name extends string> extends Metadata<"object", Name, EmptyIntent> {
  (): NamedIntent<Name, EmptyIntent>
}

/**
 * An intent that asks a room for several things at once: `Intent.destroyStructure([{ roomName: "W1N1", id }])`.
 */
export interface RoomIntentConstructor<Name extends string, Item> extends Metadata<
  "room",
  Name,
  ReadonlyArray<Item>
> {
  (items: ReadonlyArray<Item>): NamedIntent<Name, ReadonlyArray<Item>>
}

const named = <Name extends string, Intent, Encoded>(
  name: Name,
  intent: Schema.Codec<Intent, Encoded>
): Schema.Codec<NamedIntent<Name, Intent>, unknown> => Schema.Struct({ name: Schema.Literal(name), intent })

/** Declares an intent that is asked of an object. */
export const declareObject = <const Name extends string, Intent, Encoded>(
  name: Name,
  parameters: Schema.Codec<Intent, Encoded>
): IntentConstructor<"object", Name, Intent> =>
  Object.assign((intent: Intent) => ({ name, intent }), {
    kind: "object" as const,
    intentName: name,
    schema: named(name, parameters)
  })

/** Declares an intent of an object without input. */
export const declareNullary = <const Name extends string>(name: Name): NullaryIntentConstructor<Name> =>
  Object.assign(() => ({ name, intent: {} }), {
    kind: "object" as const,
    intentName: name,
    schema: named(name, Schema.Record(Schema.String, Schema.Never))
  })

/** Declares an intent that is asked of the account. */
export const declareGlobal = <const Name extends string, Intent, Encoded>(
  name: Name,
  parameters: Schema.Codec<Intent, Encoded>
): IntentConstructor<"global", Name, Intent> =>
  Object.assign((intent: Intent) => ({ name, intent }), {
    kind: "global" as const,
    intentName: name,
    schema: named(name, parameters)
  })

/** What a room is asked for names the room, too. */
export interface InRoom {
  readonly roomName: RoomName
}

const inOneRoom = Schema.makeFilter(
  (items: ReadonlyArray<InRoom>) => items.every(({ roomName }) => roomName === items[0]?.roomName),
  { expected: "things of one room" }
)

/** Declares an intent that is asked of a room: always a list, never empty, all of it in one room. */
export const declareRoom = <const Name extends string, Item extends InRoom, Encoded>(
  name: Name,
  item: Schema.Codec<Item, Encoded>
): RoomIntentConstructor<Name, Item> =>
  Object.assign((items: ReadonlyArray<Item>) => ({ name, intent: items }), {
    kind: "room" as const,
    intentName: name,
    schema: named(
      name,
      Schema.Array(item).check(Schema.isMinLength(1, { expected: "at least one thing" }), inOneRoom)
    )
  })
