/**
 * What objects, rooms and the account are told to do: the orders that scripts give, given from outside.
 *
 * **Gotchas**
 *
 * An accepted intent is carried out in the next tick, or passed over without a word: what became of it shows in the
 * room only. In that tick the object does nothing of what the player's script asks of it.
 */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Intent from "@screeps-effect/schema/Intent"
import { nullish } from "@screeps-effect/schema/Nullish"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** What an object or the account is asked for: fields of JSON by name. */
export type IntentFields = { readonly [field: string]: Schema.Json }

/**
 * Checks what an object or the account is asked for; JSON as text is refused, since servers take it and do nothing.
 */
export const IntentFields: Schema.Codec<IntentFields> = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "IntentFields"
})

/** What is asked for: of an object as fields, of a room as a list of them. */
export type IntentBody = IntentFields | ReadonlyArray<IntentFields>

const isList = (intent: IntentBody): intent is ReadonlyArray<IntentFields> => Array.isArray(intent)

/** Checks what is asked for: fields, or a list of them that is not empty. */
export const IntentBody: Schema.Codec<IntentBody> = Schema.Union([
  IntentFields,
  Schema.Array(IntentFields).check(Schema.isMinLength(1, { expected: "at least one thing" }))
]).annotate({ identifier: "IntentBody" })

/** Checks who is asked: an object by its identity, or a whole room under the name `room`. */
export const IntentTarget: Schema.Codec<ObjectId | "room", string> = Schema.Union([
  Schema.Literal("room"),
  ObjectId
]).annotate({ identifier: "IntentTarget" })

/** What is asked, of whom, where: a room is asked for a list. */
export type ObjectIntent = {
  readonly room: RoomName
  readonly name: string
  readonly shard?: ShardName | undefined
} & (
  | { readonly _id: "room"; readonly intent: ReadonlyArray<IntentFields> }
  | { readonly _id: ObjectId; readonly intent: IntentBody }
)

/** The endpoint that asks objects and rooms: a single object for a room is none of its inputs. */
export interface ObjectAsking<in out A> extends Operation.Definition<
  {
    readonly _id: ObjectId | "room"
    readonly room: RoomName
    readonly name: string
    readonly intent: IntentBody
    readonly shard?: ShardName | undefined
  },
  A
> {
  (intent: ObjectIntent): Effect.Effect<A, ScreepsError, ScreepsClient>
}

const isElsewhere = (room: RoomName, { roomName }: IntentFields) =>
  roomName !== undefined && roomName !== room

const refusal = (_id: string, room: RoomName, name: string, intent: IntentBody) => {
  const kind = Intent.isIntentName(name) ? Intent.kind(name) : undefined
  if (kind === "global") return { field: "name", detail: "the account is asked for it: use addGlobalIntent" }
  if (_id !== Intent.roomId) {
    return kind === "room" ? { field: "_id", detail: "a room is asked for it, by the id room" } : undefined
  }
  if (kind === "object") return { field: "_id", detail: "an object is asked for it, not a room" }
  if (!isList(intent)) {
    return { field: "intent", detail: "what a room is asked for is a list: a single object has no effect" }
  }
  return intent.some((item) => isElsewhere(room, item))
    ? { field: "intent", detail: "it names another room than the request, and the server would believe it" }
    : undefined
}

/**
 * Asks an object for something in the next tick, or, by the `_id` `room`, a room for a list of things.
 *
 * **Details**
 *
 * `Intent` of the schemas makes `name` and `intent`: `{ _id, room, ...Intent.suicide() }`. `intent` is an object, for
 * rooms a list of objects: what servers take and pass over in silence (JSON as text, an empty list, a single object
 * for a room, a known name asked of the wrong one) is refused before anything is sent, and so is a list that names
 * another room: the server would act there.
 *
 * **Gotchas**
 *
 * Names that the server does not know are passed over in silence, too. An intent that arrives while the server is
 * reading those of a tick may be lost (seen on a server 4.3.0): look at the effect, and ask again.
 *
 * **Errors** `InvalidInput` (nothing is sent); `Rejected` ("invalid room", "out of borders", "safe mode active
 * already"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0, effects included; official form
 * reported.
 */
export const addObjectIntent: ObjectAsking<DbUpsert> = Operation.post("/api/game/add-object-intent", {
  input: {
    _id: IntentTarget,
    room: RoomName,
    name: Schema.NonEmptyString,
    intent: IntentBody
  },
  shard: "required",
  output: DbUpsert,
  validate: ({ _id, intent, name, room }) => refusal(_id, room, name, intent)
})

/**
 * An intent of the account was stored: `intents` is what the server kept of it, empty when it does not know the name.
 *
 * **Details**
 *
 * Prices are kept in thousandths of a credit.
 */
export class GlobalIntentAdded extends Schema.Opaque<GlobalIntentAdded>()(
  Schema.Struct({
    ...DbInsert.fields,
    user: nullish(UserId),
    intents: nullish(Schema.Record(Schema.String, Schema.Array(Schema.Unknown)))
  }).annotate({ identifier: "GlobalIntentAdded" })
) {}

/**
 * Asks the account for something in the next tick: orders on the market, power creeps.
 *
 * **Details**
 *
 * `Intent` of the schemas makes `name` and `intent`: `Intent.cancelOrder({ orderId })`. Prices are in credits.
 *
 * **Gotchas**
 *
 * Names that the server does not know are passed over: `intents` of the answer is empty then.
 *
 * **Errors** `InvalidInput` (nothing is sent), `Unauthorized`.
 *
 * **Source** `POST /api/game/add-global-intent`, recorded from a server 4.3.0.
 */
export const addGlobalIntent = Operation.post("/api/game/add-global-intent", {
  input: { name: Schema.NonEmptyString, intent: IntentFields },
  shard: "optional",
  output: GlobalIntentAdded,
  inSpecification: false,
  validate: ({ name }) =>
    Intent.isIntentName(name) && Intent.kind(name) !== "global"
      ? { field: "name", detail: "an object or a room is asked for it: use addObjectIntent" }
      : undefined
})

type Added = Effect.Effect<DbUpsert, ScreepsError, ScreepsClient>

/** The room in which something is asked for. */
export interface Place {
  readonly room: RoomName
  readonly shard?: ShardName | undefined
}

/**
 * Removes a flag; `Flags.remove` does so at once, this in the next tick.
 *
 * **Errors** those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const removeFlag = ({ name, room, shard }: Place & { readonly name: string }): Added =>
  addObjectIntent({ _id: Intent.roomId, room, ...Intent.removeFlag([{ roomName: room, name }]), shard })

/**
 * Removes construction sites of the user; no other request does.
 *
 * **Errors** those of `addObjectIntent`; `InvalidInput` for no site at all.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const removeSites = ({
  room,
  shard,
  sites
}: Place & { readonly sites: ReadonlyArray<ObjectId> }): Added =>
  addObjectIntent({
    _id: Intent.roomId,
    room,
    ...Intent.removeConstructionSite(sites.map((id) => ({ id, roomName: room }))),
    shard
  })

/**
 * Destroys structures in a room of the user; ruins are left.
 *
 * **Details**
 *
 * `user` is the signed-in user, as `Auth.me` tells.
 *
 * **Errors** those of `addObjectIntent`; `InvalidInput` for no structure at all.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const destroyStructures = ({
  room,
  shard,
  structures,
  user
}: Place & { readonly structures: ReadonlyArray<ObjectId>; readonly user: UserId }): Added =>
  addObjectIntent({
    _id: Intent.roomId,
    room,
    ...Intent.destroyStructure(structures.map((id) => ({ id, roomName: room, user }))),
    shard
  })

/**
 * Has a creep of the user die.
 *
 * **Errors** those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const suicide = ({ creep, room, shard }: Place & { readonly creep: ObjectId }): Added =>
  addObjectIntent({ _id: creep, room, ...Intent.suicide(), shard })

/**
 * Gives up a room by its controller.
 *
 * **Errors** those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const unclaim = ({ controller, room, shard }: Place & { readonly controller: ObjectId }): Added =>
  addObjectIntent({ _id: controller, room, ...Intent.unclaim(), shard })

/**
 * Puts a room of the user into safe mode by its controller.
 *
 * **Errors** `Rejected` ("safe mode active already": in any room of the user), and those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const activateSafeMode = ({
  controller,
  room,
  shard
}: Place & { readonly controller: ObjectId }): Added =>
  addObjectIntent({ _id: controller, room, ...Intent.activateSafeMode(), shard })
