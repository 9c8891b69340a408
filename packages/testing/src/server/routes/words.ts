/** What routes share: responses, rejections, rooms of requests, passwords. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { Rejected } from "@screeps-effect/api/ScreepsError"
import type { DbInsert } from "@screeps-effect/schema/DbInsert"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { isOpen } from "../../world/rules/building.ts"
import type { User } from "../../world/state/accounts.ts"
import { seeded } from "../../world/state/landscape.ts"
import type { UserMemory } from "../../world/state/memory.ts"
import type { Room } from "../../world/state/rooms.ts"
import type { Shard } from "../../world/state/shard.ts"
import type { Dialect, RouteContext } from "../dialect.ts"

/** A field of any value that may be absent, as servers read most fields. @internal */
export const anything = Schema.optional(Schema.Unknown)

/** A text that may be absent. @internal */
export const maybeText = Schema.optional(Schema.String)

const reading =
  <F extends Schema.Struct.Fields[string]>(field: F) =>
  <O extends Pick<AnyOperation, "input">, N extends string>(operation: O, ...names: ReadonlyArray<N>) => {
    const fields = Object.fromEntries(names.map((name) => [name, field])) as { readonly [K in N]: F }
    const { input: _input, ...rest } = operation
    return { ...rest, input: Schema.Struct(fields) }
  }

/** Returns an operation as servers read its input: optional fields of any values. @internal */
export const values = reading(anything)

/** Returns an operation as servers read its input: optional fields that are text. @internal */
export const texts = reading(maybeText)

/** @internal */
export const ok = { ok: 1 } as const

/** Rejects a request as the game does: status 200 and an `error` text. @internal */
export const refuse = (text: string): Effect.Effect<never, Rejected> =>
  Effect.fail(new Rejected({ detail: text, status: 200 }))

/**
 * Waits where a private server waits for its storage between reading a record and writing it back: other requests are
 * handled meanwhile.
 *
 * @internal
 */
export const awaitStorage = ({ dialect }: RouteContext): Effect.Effect<void> =>
  dialect.losesWrites === true ? Effect.yieldNow : Effect.void

/**
 * Returns the response to a write that created a record: private servers respond with the record, as their storage keeps it.
 *
 * @internal
 */
export const created = (
  { dialect, shard }: Pick<RouteContext, "dialect" | "shard">,
  record: { readonly _id: ObjectId; readonly [field: string]: unknown },
  now: number
): DbInsert | Response =>
  dialect.kind === "private"
    ? Response.json({
        ...ok,
        ...record,
        meta: { revision: 0, created: now, version: 0 },
        $loki: shard.ids.document()
      })
    : dialect.inserted(record._id)

/**
 * Adds a console line or a write to Memory to the queue of the user's next run, and returns the response. Private servers
 * store both in one collection, which returns a whole queue in order or in reverse.
 *
 * @internal
 */
export const enqueue = (
  context: Pick<RouteContext, "dialect" | "shard">,
  user: User,
  item: UserMemory["queue"][number],
  record: { readonly expression: unknown; readonly hidden?: true },
  now: number
): DbInsert | Response => {
  const { dialect, shard } = context
  const userMemory = shard.memoryOf(user)
  if (userMemory.queue.length === 0)
    userMemory.reverses =
      dialect.reordersConsole === true &&
      seeded(`${shard.options.seed} ${user.username} ${shard.time}`, Random.nextBoolean)
  userMemory.queue.push(item)
  return created(context, { user: user._id, ...record, _id: shard.ids.object() }, now)
}

/** The server's error when a required field is missing. @internal */
export const fault = "TypeError: Cannot read properties of undefined (reading 'length')"

/** Several database results at once, one per number of records, with numbers as keys. @internal */
export const numbered = (dialect: Dialect, counts: Readonly<Record<number, number>>): Response => {
  const one = (matched: number) => {
    const { modified, result } = dialect.updated(matched)
    return dialect.kind === "private" ? { modified } : { ok: 1, n: result?.n, nModified: result?.nModified }
  }
  const answers = Object.entries(counts).map(([number, matched]) => [number, one(matched)])
  return Response.json({ ...Object.fromEntries(answers), ...ok })
}

/** Decodes assembled data with a record's schema; a mismatch is a mistake of the in-memory server. @internal */
export const decoded = <A>(record: Schema.ConstraintCodec<A, unknown>, data: unknown): Effect.Effect<A> =>
  Effect.orDie(Schema.decodeUnknownEffect(record)(data))

/** Returns an open room, or fails with the server's rejection. @internal */
export const openRoom = (shard: Shard, name: unknown, now: number): Effect.Effect<Room, Rejected> => {
  const room = shard.rooms.named(name)
  if (room === undefined) return refuse("invalid room")
  return isOpen(room, now) ? Effect.succeed(room) : refuse("out of borders")
}

/** A request that ends the process of a real server: a mistake of the test, not of the program. */
class ServerCrash extends Data.TaggedError("ServerCrash")<{
  readonly request: string
  /** What the request must contain instead. */
  readonly remedy: string
}> {
  override get message() {
    return `${this.request} crashes a real server: ${this.remedy}.`
  }
}

/**
 * Returns a password as it is kept. Numbers and lists are hashed to what no text matches; any other value throws where
 * the real server catches nothing.
 *
 * @internal
 */
export const hash = (
  { method, path }: Pick<AnyOperation, "method" | "path">,
  password: unknown
): Effect.Effect<string | undefined> => {
  if (typeof password === "string") return Effect.succeed(password)
  if (typeof password === "number" || Array.isArray(password)) return Effect.succeed(undefined)
  const request = `${method} ${path} with a password that is not text`
  return Effect.die(new ServerCrash({ request, remedy: "send a password of type string" }))
}
