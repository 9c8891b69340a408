/** Functions of the SDK as methods that return promises and async iterables. */
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** Options of every method, as its last argument. */
export interface CallOptions {
  /** Cancels the call, or ends the iteration; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** An `Option` becomes its value or `undefined`, also in lists; other values stay as they are. */
export type Value<A> =
  A extends Option.Option<infer B>
    ? B | undefined
    : A extends ReadonlyArray<Option.Option<infer B>>
      ? ReadonlyArray<B | undefined>
      : A

/** The arguments of a function, then the options. */
export type Arguments<P extends ReadonlyArray<unknown>> = [...P, options?: CallOptions]

/** A function that returns an effect or a stream as a method that returns a promise or an async iterable. */
export type Method<F> = F extends (...args: infer P) => Effect.Effect<infer A, unknown, Services>
  ? (...args: Arguments<P>) => Promise<Value<A>>
  : F extends (...args: infer P) => Stream.Stream<infer A, unknown, Services>
    ? (...args: Arguments<P>) => AsyncIterable<A>
    : F extends Effect.Effect<infer A, unknown, Services>
      ? (options?: CallOptions) => Promise<Value<A>>
      : never

type MethodKeys<G> = { [K in keyof G]: Method<G[K]> extends never ? never : K }[keyof G]

// Mapped over a type parameter: only then do methods keep the doc comments of the functions they are made from.
type Mapped<G, Keys extends keyof G> = { readonly [K in Keys]: Method<G[K]> }

/** All functions of a module that return effects or streams, as methods. */
export type Methods<G> = Mapped<G, MethodKeys<G>>

/** The connection was closed before the call or while it was running. */
export class ConnectionClosed extends Data.TaggedError("ConnectionClosed") {
  override readonly message = "The connection is closed."
}

/** Runs effects and streams with the services of one connection. @internal */
export interface Runner {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>, options?: CallOptions) => Promise<Value<A>>
  readonly iterate: <A, E>(stream: Stream.Stream<A, E, Services>, options?: CallOptions) => AsyncIterable<A>
  readonly close: () => Promise<void>
}

/** Ends when the connection is closed, and fails with the signal's reason when the signal is aborted. */
const ending = (closing: AbortSignal, signal: AbortSignal | undefined) =>
  Effect.callback<void, unknown>((resume) => {
    const fail = () => resume(Effect.fail(signal?.reason))
    const end = () => resume(Effect.void)
    if (signal?.aborted) return fail()
    if (closing.aborted) return end()
    signal?.addEventListener("abort", fail, { once: true })
    closing.addEventListener("abort", end, { once: true })
    return Effect.sync(() => {
      signal?.removeEventListener("abort", fail)
      closing.removeEventListener("abort", end)
    })
  })

// The compiler does not narrow a conditional type by what was found out about the value.
const valueOf = <A>(value: A): Value<A> =>
  (Option.isOption(value)
    ? Option.getOrUndefined(value)
    : Array.isArray(value) && value.every(Option.isOption)
      ? value.map(Option.getOrUndefined)
      : value) as Value<A>

/**
 * Calls of `next` run one after another: Effect's iterator starts the stream again for a call that does not wait for the
 * one before. `return` waits for none of them, unlike that of a generator, and so closes a stream that is silent.
 */
const inOrder = <A>(iterable: AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const iterator = iterable[Symbol.asyncIterator]()
    let last: Promise<unknown> = Promise.resolve()
    const next = () => {
      const result = last.then(() => iterator.next())
      last = result.catch(() => {})
      return result
    }
    return { ...iterator, next }
  }
})

/** @internal */
export const makeRunner = (runtime: ManagedRuntime.ManagedRuntime<Services, unknown>): Runner => {
  const closing = new AbortController()
  const running = new Set<Fiber.Fiber<unknown, unknown>>()
  const checkOpen = (signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    if (closing.signal.aborted) throw new ConnectionClosed()
  }
  return {
    run: async (effect, { signal } = {}) => {
      checkOpen(signal)
      const fiber = runtime.runFork(effect, { signal })
      running.add(fiber)
      const exit = await Effect.runPromise(Fiber.await(fiber))
      running.delete(fiber)
      if (Exit.isSuccess(exit)) return valueOf(exit.value)
      if (Cause.hasInterruptsOnly(exit.cause)) checkOpen(signal)
      throw Cause.squash(exit.cause)
    },
    iterate: (stream, { signal } = {}) => {
      const opened = Effect.suspend(() => {
        if (signal?.aborted) return Effect.fail(signal.reason)
        if (closing.signal.aborted) return Effect.fail(new ConnectionClosed())
        return runtime.contextEffect
      })
      const ended = Stream.interruptWhen(stream, ending(closing.signal, signal))
      const provided = Effect.map(opened, (context) => Stream.provideContext(ended, context))
      return inOrder(Stream.toAsyncIterableWith(Stream.unwrap(provided), Context.empty()))
    },
    close: async () => {
      closing.abort()
      await Effect.runPromise(Fiber.interruptAll(running))
      await runtime.dispose()
    }
  }
}

/** No input has a field `signal`, so an object with this key alone is the options. */
const isOptions = (value: unknown): value is CallOptions =>
  typeof value === "object" && value !== null && "signal" in value && Object.keys(value).length === 1

/** Returns the functions of a module as methods. @internal */
export const methods = <G extends object>(module: G, { iterate, run }: Runner): Methods<G> => {
  const start = (value: unknown, options?: CallOptions): unknown =>
    // The types of `Methods` admit only members that need no more than the connection's services.
    Stream.isStream(value)
      ? iterate(value as Stream.Stream<unknown, unknown, Services>, options)
      : run(value as Effect.Effect<unknown, unknown, Services>, options)
  const method =
    (name: string) =>
    (...args: ReadonlyArray<unknown>): unknown => {
      // Read by the call: the bundle for Node builds operations when they are first used.
      const member: unknown = Reflect.get(module, name)
      const last = args.at(-1)
      const options = isOptions(last) ? last : undefined
      const input = options === undefined ? args : args.slice(0, -1)
      return start(typeof member === "function" ? member(...input) : member, options)
    }
  // The compiler cannot follow a mapped type through `Object.keys`.
  return Object.fromEntries(Object.keys(module).map((name) => [name, method(name)])) as unknown as Methods<G>
}
