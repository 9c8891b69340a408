/**
 * Intents: what objects, rooms and accounts are asked to do in the next tick.
 *
 * **Details**
 *
 * `Intent.move({ direction: 1 })` is what the body of a request spreads beside the object's id and room:
 * `{ _id, room, ...Intent.move({ direction: 1 }) }`. Rooms are asked under the id `roomId`, in lists; accounts are
 * sent their intents as they are.
 *
 * **Gotchas**
 *
 * Servers answer nothing about what becomes of an intent, and drop what they do not know. In that tick the object
 * does only what it was asked here: what the player's script asks of it is dropped.
 */
import * as Schema from "effect/Schema"
import * as Account from "./Intent/Account.ts"
import * as Creep from "./Intent/Creep.ts"
import type { Kind } from "./Intent/Declare.ts"
import * as Room from "./Intent/Room.ts"
import * as Structure from "./Intent/Structure.ts"
import type { RoomName } from "../values/RoomName.ts"
import { oneOf } from "../values/family.ts"

export * from "./Intent/Account.ts"
export * from "./Intent/Creep.ts"
export * from "./Intent/Declare.ts"
export * from "./Intent/Room.ts"
export * from "./Intent/Structure.ts"

/** The intents that are asked of objects, by name. */
export const objectIntents = { ...Creep, ...Structure }

/** The name of an intent that is asked of an object. */
export type ObjectIntentName = keyof typeof objectIntents

/** An intent that is asked of an object: a creep, a power creep or a structure. */
export type ObjectIntent = ReturnType<(typeof objectIntents)[ObjectIntentName]>

/** Checks an intent that is asked of an object. */
export const ObjectIntent: Schema.Codec<ObjectIntent, unknown> = Schema.Union(
  Object.values(objectIntents).map(({ schema }) => schema)
).annotate({ identifier: "ObjectIntent" })

/** The intents that are asked of rooms, by name. */
export const roomIntents = { ...Room }

/** The name of an intent that is asked of a room. */
export type RoomIntentName = keyof typeof roomIntents

/** An intent that is asked of a room: a list, whose items name the room. */
export type RoomIntent = ReturnType<(typeof roomIntents)[RoomIntentName]>

/**
 * Checks an intent that is asked of a room: a list that is not empty, all of it in one room.
 *
 * **Gotchas**
 *
 * Servers build in the room that the items name, whatever room the request names, and check the latter only: name
 * the room of `roomOf`. A request about flags that is no list costs everyone in the room that tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const RoomIntent: Schema.Codec<RoomIntent, unknown> = Schema.Union(
  Object.values(roomIntents).map(({ schema }) => schema)
).annotate({ identifier: "RoomIntent" })

/**
 * The id under which rooms are asked for something.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const roomId = "room"

/**
 * The room that is asked for something, which the request must name, too; `undefined` when the list is empty.
 */
export const roomOf = ({ intent }: RoomIntent): RoomName | undefined => intent[0]?.roomName

/** The intents that are asked of accounts, by name: the market, power creeps and notifications. */
export const globalIntents = { ...Account }

/** The name of an intent that is asked of an account. */
export type GlobalIntentName = keyof typeof globalIntents

/** An intent that is asked of an account. */
export type GlobalIntent = ReturnType<(typeof globalIntents)[GlobalIntentName]>

/** Checks an intent that is asked of an account. */
export const GlobalIntent: Schema.Codec<GlobalIntent, unknown> = Schema.Union(
  Object.values(globalIntents).map(({ schema }) => schema)
).annotate({ identifier: "GlobalIntent" })

/** Any intent, distinguished by its `name`. */
export type Intent = ObjectIntent | RoomIntent | GlobalIntent

/** Checks any intent. */
export const Intent: Schema.Codec<Intent, unknown> = Schema.Union([
  ObjectIntent,
  RoomIntent,
  GlobalIntent
]).annotate({ identifier: "Intent" })

/** The name of an intent. */
export type IntentName = ObjectIntentName | RoomIntentName | GlobalIntentName

const keys = <Name extends string>(intents: { readonly [N in Name]: { readonly intentName: N } }) =>
  Object.values<{ readonly intentName: Name }>(intents).map(({ intentName }) => intentName)

/**
 * The names of intents by the kind of what is asked.
 *
 * **Source** read in the server's source, `claimReactor` in that of a season's mod.
 */
export const names: {
  readonly object: ReadonlyArray<ObjectIntentName>
  readonly room: ReadonlyArray<RoomIntentName>
  readonly global: ReadonlyArray<GlobalIntentName>
} = { object: keys(objectIntents), room: keys(roomIntents), global: keys(globalIntents) }

export const isIntentName: (value: unknown) => value is IntentName = oneOf([
  ...names.object,
  ...names.room,
  ...names.global
])

/** What an intent is asked of, and hence how it is sent. */
export const kind = (name: IntentName): Kind =>
  name in objectIntents ? "object" : name in roomIntents ? "room" : "global"
