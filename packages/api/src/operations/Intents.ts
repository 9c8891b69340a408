/**
 * Intents: the actions that scripts order for objects, rooms and the account, sent by a client.
 *
 * **Gotchas**
 *
 * An accepted intent is executed in the next tick or silently ignored: only the room shows the result. In that tick
 * the object ignores the intents of the player's script.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpsert } from "@screeps-effect/schema/DbUpsert"
import * as Intent from "@screeps-effect/schema/Intent"
import { nullish, record } from "@screeps-effect/schema/Record"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** The fields of an intent for an object or the account: JSON values by name. */
export type IntentFields = { readonly [field: string]: Schema.Json }

/** Checks the fields of an intent. */
export const IntentFields: Schema.Codec<IntentFields> = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "IntentFields"
})

type Parsed = IntentFields | ReadonlyArray<IntentFields>

/** The body of an intent: fields for an object, a list of them for a room; or one of them as JSON text. */
export type IntentBody = Parsed | string

const Parsed: Schema.Codec<Parsed> = Schema.Union([
  IntentFields,
  Schema.Array(IntentFields).check(Schema.isMinLength(1, { expected: "at least one item" }))
])

const isParsed = Decoder.guard(Parsed)

/** Returns what a body contains; `undefined` for text that is not the JSON of one. */
const parsed = (body: IntentBody): Parsed | undefined => {
  if (typeof body !== "string") return body
  const read = Result.try((): unknown => JSON.parse(body))
  return Result.isSuccess(read) && isParsed(read.success) ? read.success : undefined
}

const isList = (intent: Parsed): intent is ReadonlyArray<IntentFields> => Array.isArray(intent)

/**
 * Checks the body of an intent: fields, or a list of them that is not empty. JSON text is sent as what it contains,
 * since servers accept text without effect.
 */
export const IntentBody: Schema.Codec<IntentBody, Parsed> = Schema.Union([
  Parsed,
  Parsed.pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.makeFilter(
          (text: string) =>
            parsed(text) !== undefined || "the text is not the JSON of fields or of a list of them",
          { arbitraryConstraint: { patterns: [{ source: '^[{]("[a-z]{1,8}":[0-9])?[}]$', flags: "" }] } }
        )
      ),
      SchemaTransformation.transform<string, Parsed>({
        decode: (body) => JSON.stringify(body),
        // The filter accepts no text that cannot be parsed.
        encode: (text) => parsed(text) ?? {}
      })
    )
  )
]).annotate({ identifier: "IntentBody" })

/** The target of an intent: an object by its id, or a whole room by the name `room`. */
const IntentTarget: Schema.Codec<ObjectId | "room", string> = Schema.Union([
  Schema.Literal("room"),
  ObjectId
]).annotate({ identifier: "IntentTarget" })

/** An intent for an object, or a list of intents for a room. */
export type ObjectIntent = {
  /** The room of the object. */
  readonly room: RoomName
  /** Name of the intent, such as `suicide`. */
  readonly name: string
} & Operation.ShardInput &
  (
    | {
        /** The whole room. */
        readonly _id: "room"
        /** A list of fields, one item for each intent; or its JSON text. */
        readonly intent: ReadonlyArray<IntentFields> | string
      }
    | {
        /** Id of the object. */
        readonly _id: ObjectId
        /** Fields of the intent, or their JSON text. */
        readonly intent: IntentBody
      }
  )

/** The operation that sends intents to objects and rooms; its input type requires a list for rooms. */
export interface AddObjectIntent<in out A> extends Operation.Definition<
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

/** Returns what is wrong with an intent that servers would accept without the expected effect. */
const violation = (_id: string, room: RoomName, name: string, body: IntentBody) => {
  const kind = Intent.isIntentName(name) ? Intent.kind(name) : undefined
  if (kind === "global")
    return { field: "name", detail: "it is an intent of the account: use addGlobalIntent" }
  if (_id !== Intent.roomId) {
    return kind === "room" ? { field: "_id", detail: 'it is an intent of rooms: expected "room"' } : undefined
  }
  if (kind === "object")
    return { field: "_id", detail: "it is an intent of objects: expected the id of an object" }
  const intent = parsed(body)
  if (intent === undefined || !isList(intent)) {
    return { field: "intent", detail: "intents of rooms are lists: a single object has no effect" }
  }
  return intent.some((item) => isElsewhere(room, item))
    ? { field: "intent", detail: "it names another room than the request, and the server would act there" }
    : undefined
}

/**
 * Sends an intent for an object, or a list of them for a room, to be executed in the next tick.
 *
 * **Details**
 *
 * `Intent` of the schema package creates `name` and `intent`: `{ _id, room, ...Intent.suicide() }`. JSON text, as other
 * clients write `intent`, is sent as the object or list that it contains: servers ignore text. Input that servers accept
 * but ignore is rejected before anything is sent: an empty list, a single object for a room, and a known name for the
 * wrong kind of target. So is a list that names another room, since the server would
 * act there.
 *
 * **Gotchas**
 *
 * Servers silently ignore names that they do not know. An intent that arrives while the server reads those of a tick
 * may be lost (seen on a server 4.3.0): check the effect, and send it again.
 *
 * **Errors** `InvalidInput` (nothing is sent); `Rejected` ("invalid room", "out of borders", "safe mode active
 * already"), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0, effects included; official form
 * reported. xxscreeps: recorded.
 */
export const addObjectIntent: AddObjectIntent<DbUpsert> = Operation.post("/api/game/add-object-intent", {
  input: {
    /** Id of the object, or `room` for the whole room. */
    _id: IntentTarget,
    /** The room of the object. */
    room: RoomName,
    /** Name of the intent, such as `suicide`. */
    name: Schema.NonEmptyString,
    /** Fields of the intent; for a room a list of them. As data, or as JSON text. */
    intent: IntentBody
  },
  shard: "required",
  output: DbUpsert,
  validate: ({ _id, intent, name, room }) => violation(_id, room, name, intent)
})

/** The stored intent of the account. */
export class GlobalIntentAdded extends record<GlobalIntentAdded>("GlobalIntentAdded")({
  ...DbInsert.fields,
  /** Id of the user. */
  user: nullish(UserId),
  /**
   * The stored intents by name, with prices in thousandths of a credit; empty when the server does not know the
   * name.
   */
  intents: nullish(Schema.Record(Schema.String, Schema.Array(Schema.Unknown)))
}) {}

/**
 * Sends an intent for the account, to be executed in the next tick: market orders, power creeps.
 *
 * **Details**
 *
 * `Intent` of the schema package creates `name` and `intent`: `Intent.cancelOrder({ orderId })`. Prices are in
 * credits.
 *
 * **Gotchas**
 *
 * Servers ignore names that they do not know: `intents` of the response is empty then.
 *
 * **Errors** `InvalidInput` (nothing is sent), `Unauthorized`.
 *
 * **Source** `POST /api/game/add-global-intent`, recorded from a server 4.3.0. xxscreeps: absent.
 */
export const addGlobalIntent = Operation.post("/api/game/add-global-intent", {
  input: {
    /** Name of the intent, such as `cancelOrder`. */
    name: Schema.NonEmptyString,
    /** Fields of the intent. */
    intent: IntentFields
  },
  shard: "optional",
  output: GlobalIntentAdded,
  validate: ({ name }) =>
    Intent.isIntentName(name) && Intent.kind(name) !== "global"
      ? { field: "name", detail: "it is an intent of objects or rooms: use addObjectIntent" }
      : undefined,
  provenance: { xxscreeps: "absent" }
})

/** A room and its shard. */
export interface Place extends Operation.ShardInput {
  readonly room: RoomName
}

/**
 * Removes a flag in the next tick; `Flags.remove` does so at once.
 *
 * **Errors** those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const removeFlag = ({
  name,
  room,
  shard
}: Place & { readonly name: string }): Effect.Effect<DbUpsert, ScreepsError, ScreepsClient> =>
  addObjectIntent({ _id: Intent.roomId, room, ...Intent.removeFlag([{ roomName: room, name }]), shard })

/**
 * Removes construction sites of the user; no other request does.
 *
 * **Errors** those of `addObjectIntent`; `InvalidInput` for an empty list.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const removeSites = ({
  room,
  shard,
  sites
}: Place & { readonly sites: ReadonlyArray<ObjectId> }): Effect.Effect<
  DbUpsert,
  ScreepsError,
  ScreepsClient
> =>
  addObjectIntent({
    _id: Intent.roomId,
    room,
    ...Intent.removeConstructionSite(sites.map((id) => ({ id, roomName: room }))),
    shard
  })

/**
 * Destroys structures in a room of the user; ruins remain.
 *
 * **Details**
 *
 * `user` is the id of the signed-in user, as in `Auth.me`.
 *
 * **Errors** those of `addObjectIntent`; `InvalidInput` for an empty list.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const destroyStructures = ({
  room,
  shard,
  structures,
  user
}: Place & { readonly structures: ReadonlyArray<ObjectId>; readonly user: UserId }): Effect.Effect<
  DbUpsert,
  ScreepsError,
  ScreepsClient
> =>
  addObjectIntent({
    _id: Intent.roomId,
    room,
    ...Intent.destroyStructure(structures.map((id) => ({ id, roomName: room, user }))),
    shard
  })

/**
 * Gives up a room of the user through its controller.
 *
 * **Errors** those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const unclaim = ({
  controller,
  room,
  shard
}: Place & { readonly controller: ObjectId }): Effect.Effect<DbUpsert, ScreepsError, ScreepsClient> =>
  addObjectIntent({ _id: controller, room, ...Intent.unclaim(), shard })

/**
 * Activates safe mode in a room of the user through its controller.
 *
 * **Errors** `Rejected` ("safe mode active already": in any room of the user), and those of `addObjectIntent`.
 *
 * **Source** `POST /api/game/add-object-intent`, recorded from a server 4.3.0 with its effect.
 */
export const activateSafeMode = ({
  controller,
  room,
  shard
}: Place & { readonly controller: ObjectId }): Effect.Effect<DbUpsert, ScreepsError, ScreepsClient> =>
  addObjectIntent({ _id: controller, room, ...Intent.activateSafeMode(), shard })
