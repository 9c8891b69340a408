/** Delivers the items of one source to several listeners, each with a queue and a policy for when the queue is full. */
import * as Arr from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { SocketError, TooSlow } from "../SocketError.ts"
import * as WakeUp from "../wakeUp.ts"

/** A receiver of items, until it fails. */
export interface Listener<in A> {
  /** Receives an item, and how many bytes of the server it stands for. */
  readonly offer: (item: A, bytes: number) => void
  readonly fail: (error: SocketError) => void
}

/** The items that are waiting for one listener; `offer` never waits. */
export interface Queue<in out A> extends Listener<A> {
  /** Takes all waiting items, as soon as there is one; fails after the last item. For one fiber. */
  readonly take: Effect.Effect<Arr.NonEmptyReadonlyArray<A>, SocketError>
}

/** How much may wait for one listener. */
export interface Bounds {
  readonly items: number
  readonly bytes: number
}

/** What happens to the items that wait for one listener. */
export interface Policy<A> {
  readonly bounds: Bounds
  /**
   * Adds an item to the waiting ones and returns the new list, which may be the given one, changed in place. An error
   * fails the queue after the waiting items. `bytes` is the sum of all items that were offered since the last `take`,
   * this one included.
   */
  readonly add: (waiting: Array<A>, item: A, bytes: number) => Array<A> | SocketError
}

/** Whether another item is one too many; a single item always fits. */
export const isFull = (waiting: ReadonlyArray<unknown>, bytes: number, bounds: Bounds): boolean =>
  waiting.length >= bounds.items || (waiting.length > 0 && bytes > bounds.bytes)

/** Keeps every item; fails the listener with `TooSlow` when more are waiting than its bounds allow. */
export const every = <A>(channel: string, bounds: Bounds): Policy<A> => ({
  bounds,
  add: (waiting, item, bytes) => {
    if (isFull(waiting, bytes, bounds)) {
      const unit = waiting.length >= bounds.items ? "items" : "bytes"
      return new SocketError({ reason: new TooSlow({ channel, bound: bounds[unit], unit }) })
    }
    waiting.push(item)
    return waiting
  }
})

/**
 * Creates a queue; `onTaken` is called whenever all waiting items were taken, until the queue fails.
 *
 * The listener is woken once per turn of the event loop, or when its bounds are reached: only a listener that was woken
 * and did not take its items is too slow.
 */
export const queue = <A>({ add, bounds }: Policy<A>, onTaken: () => void = () => {}): Queue<A> => {
  let waiting: Array<A> = []
  let bytes = 0
  let failure: SocketError | undefined
  const wakeUp = WakeUp.make()

  const fail = (error: SocketError) => {
    failure ??= error
    wakeUp.soon()
  }

  const take: Queue<A>["take"] = Effect.flatMap(wakeUp.wait, () => {
    const items = waiting
    waiting = []
    bytes = 0
    if (failure === undefined) {
      wakeUp.reset()
      if (items.length > 0) onTaken()
    }
    if (Arr.isArrayNonEmpty(items)) return Effect.succeed(items)
    return failure === undefined ? take : Effect.fail(failure)
  })

  return {
    offer: (item, size) => {
      if (isFull(waiting, bytes + size, bounds)) wakeUp.now()
      if (failure !== undefined) return
      bytes += size
      const next = add(waiting, item, bytes)
      if (!Array.isArray(next)) return fail(next)
      waiting = next
      if (waiting.length > 0) wakeUp.soon()
    },
    fail,
    take
  }
}

/** A source of items with several listeners. */
export interface FanOut<in out A, L extends Listener<A> = Listener<A>> {
  readonly count: () => number
  /** Calls a function with the present listeners: a call may run a fiber that adds or removes some. */
  readonly forEach: (f: (listener: L) => void) => void
  /** Offers an item to all listeners, with the bytes of the server that it stands for. */
  readonly publish: (item: A, bytes?: number) => void
  /** Fails all listeners, and those that are added later. */
  readonly fail: (error: SocketError) => void
  /** Adds a listener, which gets the latest items first; returns a function that removes it. */
  readonly add: (listener: L) => () => void
}

/** Creates a fan-out; `latest` returns the items that a late listener gets first. */
export const make = <A, L extends Listener<A> = Listener<A>>(
  latest: () => ReadonlyArray<A> = () => []
): FanOut<A, L> => {
  const listeners = new Set<L>()
  let failure: SocketError | undefined
  const forEach = (f: (listener: L) => void) => {
    for (const listener of Array.from(listeners)) if (listeners.has(listener)) f(listener)
  }
  return {
    count: () => listeners.size,
    forEach,
    publish: (item, bytes = 0) => forEach((listener) => listener.offer(item, bytes)),
    fail: (error) => {
      const ended = (failure ??= error)
      forEach((listener) => listener.fail(ended))
      listeners.clear()
    },
    add: (listener) => {
      for (const item of latest()) listener.offer(item, 0)
      if (failure === undefined) listeners.add(listener)
      else listener.fail(failure)
      return () => void listeners.delete(listener)
    }
  }
}

/** A queue that receives items until it is removed. */
export interface Subscription<in out A> {
  readonly queue: Queue<A>
  readonly remove: () => void
}

/** Subscribes to a fan-out with a queue. */
export const subscribe = <A>(fanOut: FanOut<A>, policy: Policy<A>): Subscription<A> => {
  const added = queue(policy)
  return { queue: added, remove: fanOut.add(added) }
}

/** Subscribes; returns a stream of the items. The subscription is removed when the scope is closed. */
export const open = <A>(
  subscribe: () => Subscription<A>
): Effect.Effect<Stream.Stream<A, SocketError>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(subscribe), ({ remove }) => Effect.sync(remove)),
    ({ queue }) => Stream.fromPull(Effect.succeed(queue.take))
  )

/** Emits the items of a subscription, which is removed when the stream ends. */
export const stream = <A>(subscribe: () => Subscription<A>): Stream.Stream<A, SocketError> =>
  Stream.unwrap(open(subscribe))

/**
 * Calls a function with each item, in the turn in which it is published, until it returns `false`. `add` adds a listener and
 * returns a function that removes it.
 */
export const runForEachWhile = <A>(
  add: (listener: Listener<A>) => () => void,
  f: (item: A) => boolean
): Effect.Effect<void, SocketError> =>
  Effect.flatMap(Deferred.make<void, SocketError>(), (ended) => {
    const end = (exit: Effect.Effect<void, SocketError>) => void Deferred.doneUnsafe(ended, exit)
    const listener: Listener<A> = {
      offer: (item) => {
        if (Deferred.isDoneUnsafe(ended)) return
        try {
          if (!f(item)) end(Effect.void)
        } catch (defect) {
          end(Effect.die(defect))
        }
      },
      fail: (error) => end(Effect.fail(error))
    }
    return Effect.acquireUseRelease(
      Effect.sync(() => add(listener)),
      () => Deferred.await(ended),
      (remove) => Effect.sync(remove)
    )
  })
