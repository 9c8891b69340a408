/**
 * The server's storage: collections of documents, and values by key.
 *
 * **Details**
 *
 * Queries and changes are those of the game's storage, a subset of MongoDB's. Documents are decoded and encoded by schemas
 * of the caller. The fields `$loki` and `meta`, which the built-in storage adds, are left out.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type AdministrationError, UnexpectedResult } from "../AdministrationError.ts"
import { Command, define, defineVoid } from "./command.ts"
import { bounded, fail } from "./fail.ts"
import { plainDocuments } from "./snippets.ts"

/**
 * The collections of the game's own server.
 *
 * **Source** read in the server's source.
 */
export const collections = [
  "leaderboard.power",
  "leaderboard.seasons",
  "leaderboard.world",
  "market.orders",
  "market.stats",
  "rooms",
  "rooms.flags",
  "rooms.intents",
  "rooms.objects",
  "rooms.terrain",
  "transactions",
  "users",
  "users.code",
  "users.console",
  "users.intents",
  "users.messages",
  "users.money",
  "users.notifications",
  "users.power_creeps",
  "users.resources"
] as const

/** The name of a collection; mods add collections. */
export type Collection = (typeof collections)[number] | (string & {})

/** A query: fields with values, or with operators such as `{ $gt: 5 }` and `{ $in: [] }`; `{}` matches everything. */
export type Query = Schema.JsonObject

/** A schema whose encoded values are JSON documents. */
export type DocumentSchema<A> = Schema.ConstraintCodec<A, unknown>

/** Which documents to read. */
export interface FindOptions {
  readonly where?: Query | undefined
  /** Fields to sort by, in this order: 1 ascending, -1 descending. */
  readonly sort?: { readonly [field: string]: 1 | -1 } | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Changes of a document. */
export interface Changes {
  /** Fields with their new values. */
  readonly set?: Schema.JsonObject | undefined
  /** Fields to remove. */
  readonly unset?: ReadonlyArray<string> | undefined
  /** Fields with numbers to add to their values. */
  readonly increment?: { readonly [field: string]: number } | undefined
}

const collection = `
    const collection = (name) => {
      if (!Object.prototype.hasOwnProperty.call(storage.db, name)) throw new Error("there is no collection " + name)
      return storage.db[name]
    }`

const count0 = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const findDocuments = define({
  name: "Storage.find",
  changes: false,
  input: Schema.Struct({
    collection: Schema.String,
    where: Schema.JsonObject,
    sort: Schema.optional(Schema.Record(Schema.String, Schema.Literals([1, -1]))),
    limit: Schema.optional(count0),
    offset: Schema.optional(count0)
  }),
  output: Schema.Array(Schema.Json),
  code: `async ({ collection: name, where, sort, limit, offset }) => {${collection}${plainDocuments}
    const found = limit === 0 ? [] : sort || limit !== undefined || offset
      ? await collection(name).findEx(where, { sort, limit, offset })
      : await collection(name).find(where)
    return plain(found)
  }`
})

/** Changes how the result of a command is decoded. */
const mapResult = <A, B>(
  command: Command<A>,
  f: (value: A) => Effect.Effect<B, AdministrationError>
): Command<B> => new Command(command.statement, (result) => Effect.flatMap(command.decode(result), f))

const decodeWith = <A>(schema: DocumentSchema<A>, name: string) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (document: Schema.Json) =>
    Effect.catch(decode(document), ({ message }) =>
      fail(new UnexpectedResult({ command: name, detail: bounded(message) }))
    )
}

/**
 * Returns the documents that match, decoded by a schema.
 *
 * **Errors** `UnexpectedResult` when a document does not match the schema.
 */
export const find = <A>(
  collection: Collection,
  schema: DocumentSchema<A>,
  { where = {}, ...options }: FindOptions = {}
): Command<ReadonlyArray<A>> => {
  const decode = decodeWith(schema, "Storage.find")
  return mapResult(findDocuments({ ...options, collection, where }), (list) => Effect.forEach(list, decode))
}

/** A query for `count`: the built-in storage counts no documents for `{}`. */
const counted = `
      const counted = Object.keys(where).length === 0 ? { _id: { $ne: null } } : where`

const countDocuments = define({
  name: "Storage.count",
  changes: false,
  input: Schema.Struct({ collection: Schema.String, where: Schema.JsonObject }),
  output: Schema.Int,
  code: `({ collection: name, where }) => {${collection}${counted}
      return collection(name).count(counted)
  }`
})

/** Returns the number of documents that match. */
export const count = (collection: Collection, where: Query = {}): Command<number> =>
  countDocuments({ collection, where })

/**
 * Adds documents, encoded by a schema, and returns their ids; the server chooses the id of a document without one.
 *
 * **Gotchas**
 *
 * `Objects.insert` also makes the next tick process the rooms of the objects.
 */
export const insert = <A>(
  collection: Collection,
  schema: DocumentSchema<A>,
  documents: ReadonlyArray<A>
): Command<ReadonlyArray<string>> => insertDocuments(schema)({ collection, documents })

const insertDocuments = <A>(schema: DocumentSchema<A>) =>
  define({
    name: "Storage.insert",
    changes: true,
    input: Schema.Struct({ collection: Schema.String, documents: Schema.Array(schema) }),
    output: Schema.Array(Schema.String),
    code: `async ({ collection: name, documents }) => {${collection}
    if (documents.length === 0) return []
    const added = await collection(name).insert(documents)
    return [].concat(added).map(({ _id }) => String(_id))
  }`
  })

const updateDocuments = define({
  name: "Storage.update",
  changes: true,
  input: Schema.Struct({
    collection: Schema.String,
    where: Schema.JsonObject,
    set: Schema.optional(Schema.JsonObject),
    unset: Schema.optional(Schema.Array(Schema.String)),
    increment: Schema.optional(Schema.Record(Schema.String, Schema.Finite))
  }),
  output: Schema.Int,
  code: `async ({ collection: name, where, set, unset, increment }) => {${collection}
    const changes = {}
    if (set) changes.$set = set
    if (unset) changes.$unset = Object.assign({}, ...unset.map((field) => ({ [field]: true })))
    if (increment) changes.$inc = increment
    const { modified } = (await collection(name).update(where, changes)) || {}
    return modified || 0
  }`
})

/** Changes the documents that match, and returns their number. */
export const update = (
  collection: Collection,
  { where, ...changes }: Changes & { readonly where: Query }
): Command<number> => updateDocuments({ collection, where, ...changes })

const removeDocuments = define({
  name: "Storage.remove",
  changes: true,
  input: Schema.Struct({ collection: Schema.String, where: Schema.JsonObject }),
  output: Schema.Int,
  code: `async ({ collection: name, where }) => {${collection}${counted}
    const count = await collection(name).count(counted)
    await collection(name).removeWhere(where)
    return count
  }`
})

/** Removes the documents that match, and returns their number; `{}` matches all documents of the collection. */
export const remove = (collection: Collection, where: Query): Command<number> =>
  removeDocuments({ collection, where })

const getValue = define({
  name: "Storage.get",
  changes: false,
  input: Schema.Struct({ key: Schema.String }),
  output: Schema.NullOr(Schema.Json),
  code: `({ key }) => storage.env.get(key)`
})

/** Returns the value of a key, such as `gameTime`; `null` when the key has no value. */
export const get = (key: string): Command<Schema.Json> => getValue({ key })

const setValue = defineVoid({
  name: "Storage.set",
  input: Schema.Struct({ key: Schema.String, value: Schema.Json }),
  code: `({ key, value }) => storage.env.set(key, value)`
})

/** Sets the value of a key; most values of the game's own server are texts. */
export const set = (key: string, value: Schema.Json): Command<void> => setValue({ key, value })
