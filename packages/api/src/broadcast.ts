/** Values published to any number of listeners, none of which delays the publisher. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** How many values wait for one listener; a listener that is further behind misses the oldest ones. */
const capacity = 256

/** A source of values with several listeners. */
export interface Broadcast<in out A> {
  readonly publish: (value: A) => void
  readonly listeners: { readonly size: number }
  /** Adds a listener, until the scope is closed; returns what it receives. */
  readonly listen: Effect.Effect<Stream.Stream<A>, never, Scope.Scope>
  /** Emits the values that are published while it runs. */
  readonly stream: Stream.Stream<A>
}

/** The values that wait for one listener. */
const makeQueue = <A>(waiting: Array<A>) => {
  let resume: (() => void) | undefined
  const take: Effect.Effect<Arr.NonEmptyReadonlyArray<A>> = Effect.suspend(() => {
    const values = waiting.splice(0)
    if (Arr.isArrayNonEmpty(values)) return Effect.succeed(values)
    return Effect.callback<Arr.NonEmptyReadonlyArray<A>>((done) => {
      resume = () => done(take)
      return Effect.sync(() => (resume = undefined))
    })
  })
  const offer = (value: A) => {
    if (waiting.length >= capacity) waiting.shift()
    waiting.push(value)
    const waiter = resume
    resume = undefined
    waiter?.()
  }
  return { offer, take }
}

/** Creates a source, whose listeners first receive what `latest` returns. Effect's `PubSub` is ten times its size. */
export const make = <A>(latest: () => ReadonlyArray<A> = () => []): Broadcast<A> => {
  const listeners = new Set<(value: A) => void>()
  const listen = Effect.acquireRelease(
    Effect.sync(() => {
      const queue = makeQueue([...latest()])
      listeners.add(queue.offer)
      return queue
    }),
    ({ offer }) => Effect.sync(() => listeners.delete(offer))
  ).pipe(Effect.map(({ take }) => Stream.fromPull(Effect.succeed(take))))
  return {
    publish: (value) => {
      // A listener's fiber runs at once, and may add listeners, which start with `latest`.
      for (const offer of Array.from(listeners)) offer(value)
    },
    listeners,
    listen,
    stream: Stream.unwrap(listen)
  }
}
