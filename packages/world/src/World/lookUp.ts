/** Looks records up in the store, and requests those that are missing or too old: many in few requests, none twice. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { BackingPersistence, PersistenceError } from "effect/persistence/Persistence"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"

/** The errors of a lookup. */
export type LookUpError = ScreepsError | PersistenceError

/** One kind of record: how it is stored, and how it is requested. */
export interface Kind<K, A extends object> {
  /** The name of the store; it contains the version of the schema, so that records of other versions are not found. */
  readonly storeId: string
  /** Without transformations: a record is stored as it is. */
  readonly schema: Schema.ConstraintCodec<A, unknown>
  /** Returns the key of a record in the store. */
  readonly idOf: (key: K) => string
  /** Returns what all keys of one request have in common, such as the shard. */
  readonly groupOf: (key: K) => string
  /** How many records one request returns. */
  readonly batchSize: number
  /** Requests records; returns one exit for each key, in the same order. */
  readonly request: (
    keys: ReadonlyArray<K>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, ScreepsError>>, ScreepsError>
}

/** The lookups of one kind of record. */
export interface LookUp<K, A> {
  /** Returns a record: the stored one if it is fresh, otherwise a new one. */
  readonly get: (key: K, isFresh: (record: A) => boolean) => Effect.Effect<A, LookUpError>
  /** Returns records in the order of the keys; if some fail, the others are requested and stored nevertheless. */
  readonly getAll: (
    keys: ReadonlyArray<K>,
    isFresh: (record: A) => boolean
  ) => Effect.Effect<ReadonlyArray<A>, LookUpError>
  /** Returns the stored records, however old they are; `undefined` for missing ones. */
  readonly stored: (keys: ReadonlyArray<K>) => Effect.Effect<ReadonlyArray<A | undefined>, PersistenceError>
  /** Removes all records. */
  readonly clear: Effect.Effect<void, PersistenceError>
}

/** How many records one statement reads or writes: databases limit the parameters of a statement. */
const storeBatch = 1000

/** How many requests are sent at once; the client's own limits apply, too. */
const concurrency = 4

const closed = Effect.suspend(() =>
  Effect.fail(new PersistenceError({ message: "the world was closed: its layer has ended" }))
)

/** Creates the lookups of one kind of record. */
export const make = Effect.fnUntraced(function* <K, A extends object>(
  kind: Kind<K, A>
): Effect.fn.Return<LookUp<K, A>, never, BackingPersistence | Scope.Scope> {
  const store = yield* (yield* BackingPersistence).make(kind.storeId)
  const scope = yield* Effect.scope
  const context = yield* Effect.context()
  const decode = Decoder.make(kind.schema)

  class Question extends Request.Class<
    {
      readonly key: K
      readonly isFresh: (record: A) => boolean
      readonly onLimit: "wait" | "fail" | undefined
    },
    A,
    LookUpError
  > {
    isCancelled = false
  }

  /** A record to request, with the questions about it. */
  interface Wanted {
    readonly id: string
    readonly key: K
    /** Callers that wait for quota share one request, and callers that do not, another one. */
    readonly onLimit: "wait" | "fail" | undefined
    readonly entries: ReadonlyArray<Request.Entry<Question>>
  }

  /** A record that is being requested; questions of later turns join. */
  interface Requested extends Wanted {
    readonly entries: Array<Request.Entry<Question>>
    readonly finished: Latch.Latch
  }

  const requested = new Map<string, Requested>()
  let isClosed = false
  yield* Effect.addFinalizer(() => Effect.sync(() => void (isClosed = true)))
  const unlessClosed = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | PersistenceError> => (isClosed ? closed : effect))
  const nameOf = ({ id, onLimit }: Wanted) => `${onLimit} ${id}`

  /** Returns stored records; one that does not match the schema counts as missing, and the next write replaces it. */
  const read = (ids: ReadonlyArray<string>) =>
    Effect.map(
      unlessClosed(Effect.forEach(Arr.chunksOf(ids, storeBatch), (chunk) => store.getMany(chunk))),
      (chunks) =>
        chunks.flat().map((found) => {
          const record = decode(found)
          return Result.isSuccess(record) ? record.success : undefined
        })
    )

  const write = (batch: ReadonlyArray<Wanted>, exits: ReadonlyArray<Exit.Exit<A, ScreepsError>>) => {
    const records = batch.flatMap(({ id }, i) => {
      const exit = exits[i]
      return exit !== undefined && Exit.isSuccess(exit) ? [[id, exit.value, undefined] as const] : []
    })
    return Effect.forEach(Arr.chunksOf(records, storeBatch), (chunk) => store.setMany(chunk), {
      discard: true
    })
  }

  const finish = (wanted: Requested, exit: Exit.Exit<A, LookUpError>) => {
    requested.delete(nameOf(wanted))
    for (const entry of wanted.entries) entry.completeUnsafe(exit)
    wanted.finished.openUnsafe()
  }

  /** Whether nobody waits for a record any more; then it is not requested. */
  const isCancelled = ({ entries }: Requested) => entries.every(({ request }) => request.isCancelled)

  /** Sends one request, and stores its records before they are returned; a failure concerns this request only. */
  const requestBatch = (all: ReadonlyArray<Requested>) =>
    Effect.suspend(() => {
      const batch = all.filter((wanted) => !isCancelled(wanted))
      for (const wanted of all) if (isCancelled(wanted)) finish(wanted, Exit.interrupt())
      const [first] = batch
      if (first === undefined) return Effect.void
      const request = kind.request(batch.map(({ key }) => key))
      const { onLimit } = first
      const limited =
        onLimit === undefined ? request : Effect.provideService(request, RateLimits.OnLimit, onLimit)
      return limited.pipe(
        Effect.tap((exits) => write(batch, exits)),
        Effect.exit,
        Effect.map((response) => {
          for (const [i, wanted] of batch.entries()) {
            const exit = Exit.isSuccess(response) ? response.value[i] : Exit.failCause(response.cause)
            finish(wanted, exit ?? Exit.die(new Error(`no record was returned for ${wanted.id}`)))
          }
        })
      )
    })

  const batchesOf = (all: ReadonlyArray<Requested>) =>
    Object.values(Arr.groupBy(all, ({ key, onLimit }) => `${onLimit} ${kind.groupOf(key)}`)).flatMap(
      (group) => Arr.chunksOf(group, kind.batchSize)
    )

  /** Requests what is not being requested, and waits for everything. */
  const obtain = (all: ReadonlyArray<Wanted>) =>
    Effect.suspend(() => {
      const [own, others]: [Array<Requested>, Array<Requested>] = [[], []]
      for (const wanted of all) {
        const running = requested.get(nameOf(wanted))
        if (running === undefined) {
          const mine = { ...wanted, entries: [...wanted.entries], finished: Latch.makeUnsafe(false) }
          requested.set(nameOf(wanted), mine)
          own.push(mine)
        } else {
          running.entries.push(...wanted.entries)
          others.push(running)
        }
      }
      return Effect.andThen(
        Effect.forEach(batchesOf(own), requestBatch, { concurrency, discard: true }),
        Effect.forEach(others, ({ finished }) => finished.await, { discard: true })
      )
    })

  const resolver = RequestResolver.make<Question>(
    Effect.fnUntraced(function* (entries) {
      const questions = Object.entries(Arr.groupBy(entries, ({ request }) => kind.idOf(request.key)))
      const records = yield* read(questions.map(([id]) => id))
      const missing: Array<Wanted> = []
      for (const [i, [id, same]] of questions.entries()) {
        const record = records[i]
        const open = same.filter(({ request }) => record === undefined || !request.isFresh(record))
        if (record !== undefined) {
          for (const entry of same) if (!open.includes(entry)) entry.completeUnsafe(Exit.succeed(record))
        }
        for (const onLimit of [undefined, "wait", "fail"] as const) {
          const entries = open.filter(({ request }) => request.onLimit === onLimit)
          const [first] = entries
          if (first !== undefined) missing.push({ id, key: first.request.key, onLimit, entries })
        }
      }
      // A batch has neither the settings of a caller nor its end, but those of the world.
      const obtaining = yield* Effect.forkIn(Effect.setContext(obtain(missing), context), scope)
      const exit = yield* Fiber.await(obtaining)
      // Only the end of the scope interrupts it.
      yield* Exit.hasInterrupts(exit) ? closed : exit
    })
  )

  const get: LookUp<K, A>["get"] = (key, isFresh) =>
    Effect.contextWith((own: Context.Context<never>) => {
      // Without a setting of the caller, that of the world's client counts.
      const onLimit = Context.getOrUndefined(own, RateLimits.OnLimit)
      const question = new Question({ key, isFresh, onLimit })
      const cancel = Effect.sync(() => void (question.isCancelled = true))
      return Effect.onInterrupt(Effect.request(question, resolver), () => cancel)
    })

  return {
    get,
    getAll: Effect.fnUntraced(function* (keys, isFresh) {
      const records: Array<A> = []
      const exits = yield* Effect.forEach(keys, (key) => Effect.exit(get(key, isFresh)), {
        concurrency: "unbounded"
      })
      for (const exit of exits) records.push(yield* exit)
      return records
    }),
    stored: (keys) => read(keys.map(kind.idOf)),
    clear: unlessClosed(store.clear)
  }
})
