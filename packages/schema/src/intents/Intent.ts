/**
 * Intents: commands to objects, rooms and accounts for the next tick.
 *
 * **Details**
 *
 * `Intent.move({ direction: 1 })` is spread into a request, beside the object's id and room:
 * `{ _id, room, ...Intent.move({ direction: 1 }) }`. Intents of rooms are lists, and are sent with `roomId` as the id.
 * Intents of the account are sent without id and room.
 *
 * **Gotchas**
 *
 * Resources and names of other intents, which seasons and mods add, are written by hand: requests accept any
 * `name` and fields, such as `{ name: "transfer", intent: { id, resourceType: "score_x", amount: 1 } }`.
 *
 * Responses do not contain the outcome of an intent, and servers ignore unknown intents and fields. In the tick of an
 * intent, all intents of the player's script for the same object are dropped.
 */
import * as Schema from "effect/Schema"
import * as Account from "./Intent/Account.ts"
import * as Creep from "./Intent/Creep.ts"
import type { Kind } from "./Intent/Declare.ts"
import * as Room from "./Intent/Room.ts"
import * as Structure from "./Intent/Structure.ts"
import { oneOf } from "../values/family.ts"

export * from "./Intent/Account.ts"
export * from "./Intent/Creep.ts"
export * from "./Intent/Declare.ts"
export * from "./Intent/Room.ts"
export * from "./Intent/Structure.ts"

/** The intents of objects, by name. */
export const objectIntents = { ...Creep, ...Structure }

/** The name of an intent of an object. */
export type ObjectIntentName = keyof typeof objectIntents

/** An intent of an object: a creep, a power creep or a structure. */
export type ObjectIntent = ReturnType<(typeof objectIntents)[ObjectIntentName]>

/** Checks an intent of an object. */
export const ObjectIntent: Schema.Codec<ObjectIntent, unknown> = Schema.Union(
  Object.values(objectIntents).map(({ schema }) => schema)
).annotate({ identifier: "ObjectIntent" })

/** The intents of rooms, by name. */
export const roomIntents = { ...Room }

/** The name of an intent of a room. */
export type RoomIntentName = keyof typeof roomIntents

/** An intent of a room: a list whose items contain the name of the room. */
export type RoomIntent = ReturnType<(typeof roomIntents)[RoomIntentName]>

/**
 * Checks an intent of a room: a list of at least one item, all in the same room.
 *
 * **Gotchas**
 *
 * Servers check the room of the request, but build in the room of the items: send that of the items. If a request
 * about flags is not a list, all players in the room lose that tick.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const RoomIntent: Schema.Codec<RoomIntent, unknown> = Schema.Union(
  Object.values(roomIntents).map(({ schema }) => schema)
).annotate({ identifier: "RoomIntent" })

/**
 * The id to send with intents of rooms.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const roomId = "room"

/** The intents of the account, by name: for the market, power creeps and notifications. */
export const globalIntents = { ...Account }

/** The name of an intent of the account. */
export type GlobalIntentName = keyof typeof globalIntents

/** An intent of the account. */
export type GlobalIntent = ReturnType<(typeof globalIntents)[GlobalIntentName]>

/** Checks an intent of the account. */
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
 * The names of intents by kind: of objects, rooms and the account.
 *
 * **Source** read in the server's source, `claimReactor` in that of a season's mod.
 */
const names: {
  readonly object: ReadonlyArray<ObjectIntentName>
  readonly room: ReadonlyArray<RoomIntentName>
  readonly global: ReadonlyArray<GlobalIntentName>
} = { object: keys(objectIntents), room: keys(roomIntents), global: keys(globalIntents) }

/** Checks whether a value is the name of an intent. */
export const isIntentName: (value: unknown) => value is IntentName = oneOf([
  ...names.object,
  ...names.room,
  ...names.global
])

/** Returns the kind of an intent, which decides how it is sent. */
export const kind = (name: IntentName): Kind =>
  name in objectIntents ? "object" : name in roomIntents ? "room" : "global"
