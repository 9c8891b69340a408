/**
 * Declarations of intents: each intent is one constant, a constructor with metadata.
 *
 * **Details**
 *
 * `Intent.move({ direction: 1 })` is `{ name: "move", intent: { direction: 1 } }`, which is sent unchanged;
 * `Intent.move.kind`, `.intentName` and `.schema` describe it. Intents of mods are declared in the same way.
 */
import * as Schema from "effect/Schema"
import type { RoomName } from "../../values/RoomName.ts"

/**
 * The kind of an intent, which decides how it is sent: to an object or a room with `add-object-intent` (for a room with
 * the id `room`), to the account with `add-global-intent`.
 */
export type Kind = "object" | "room" | "global"

/** An intent as it is sent. */
export interface NamedIntent<Name extends string, Intent> {
  /** Name of the intent. */
  readonly name: Name
  /** Input of the intent. */
  readonly intent: Intent
}

/** The metadata of an intent. */
export interface Metadata<K extends Kind, Name extends string, Intent> {
  readonly kind: K
  readonly intentName: Name
  /** Checks the intent as it is sent, including its name. */
  readonly schema: Schema.Codec<NamedIntent<Name, Intent>, unknown>
}

/** The schema of an intent's input; the types of constructors contain it whole, so that editors show its comments. */
export type InputSchema = Schema.Codec<unknown, unknown>

/** A constructor for intents of an object or the account: `Intent.move({ direction: 1 })`. */
export interface IntentConstructor<
  K extends "object" | "global",
  Name extends string,
  Input extends InputSchema
> extends Metadata<K, Name, Input["Type"]> {
  (intent: Input["Type"]): NamedIntent<Name, Input["Type"]>
}

/** The empty record. */
export type EmptyIntent = { readonly [key: string]: never }

/** A constructor for intents without input: `Intent.suicide()`. */
export interface NullaryIntentConstructor<Name extends string> extends Metadata<"object", Name, EmptyIntent> {
  (): NamedIntent<Name, EmptyIntent>
}

/** An item of an intent of a room. */
export interface InRoom {
  /** Room of the item, the same for all items of an intent. */
  readonly roomName: RoomName
}

/** The schema of an item of an intent of a room. */
export type ItemSchema = Schema.Codec<InRoom, unknown>

/**
 * A constructor for intents of a room, which take a list: `Intent.destroyStructure([{ roomName: "W1N1", id }])`.
 */
export interface RoomIntentConstructor<Name extends string, Item extends ItemSchema> extends Metadata<
  "room",
  Name,
  ReadonlyArray<Item["Type"]>
> {
  (items: ReadonlyArray<Item["Type"]>): NamedIntent<Name, ReadonlyArray<Item["Type"]>>
}

const named = <Name extends string, Intent, Encoded>(
  name: Name,
  intent: Schema.Codec<Intent, Encoded>
): Schema.Codec<NamedIntent<Name, Intent>, unknown> => Schema.Struct({ name: Schema.Literal(name), intent })

/** Declares an intent of an object. @internal */
export const declareObject = <const Name extends string, Input extends InputSchema>(
  name: Name,
  parameters: Input
): IntentConstructor<"object", Name, Input> =>
  Object.assign((intent: Input["Type"]) => ({ name, intent }), {
    kind: "object" as const,
    intentName: name,
    schema: named(name, parameters)
  })

/** Declares an intent of an object that has no input. @internal */
export const declareNullary = <const Name extends string>(name: Name): NullaryIntentConstructor<Name> =>
  Object.assign(() => ({ name, intent: {} }), {
    kind: "object" as const,
    intentName: name,
    schema: named(name, Schema.Record(Schema.String, Schema.Never))
  })

/** Declares an intent of the account. @internal */
export const declareGlobal = <const Name extends string, Input extends InputSchema>(
  name: Name,
  parameters: Input
): IntentConstructor<"global", Name, Input> =>
  Object.assign((intent: Input["Type"]) => ({ name, intent }), {
    kind: "global" as const,
    intentName: name,
    schema: named(name, parameters)
  })

const inOneRoom = Schema.makeFilter(
  (items: ReadonlyArray<InRoom>) => items.every(({ roomName }) => roomName === items[0]?.roomName),
  { expected: "items of one room" }
)

/** Declares an intent of a room: a list of at least one item, all in the same room. @internal */
export const declareRoom = <const Name extends string, Item extends ItemSchema>(
  name: Name,
  item: Item
): RoomIntentConstructor<Name, Item> =>
  Object.assign((items: ReadonlyArray<Item["Type"]>) => ({ name, intent: items }), {
    kind: "room" as const,
    intentName: name,
    schema: named(
      name,
      Schema.Array(item).check(Schema.isMinLength(1, { expected: "at least one item" }), inOneRoom)
    )
  })
