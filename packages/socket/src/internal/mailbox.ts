import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Stream from "effect/Stream"
import type { SocketError } from "../SocketError.ts"

/** What waits for one listener. Nobody who puts something in ever waits. */
export interface Mailbox<in out A> {
  /** How many wait. */
  readonly size: () => number
  readonly push: (item: A) => void
  /** Puts other things in place of those that wait. */
  readonly change: (change: (waiting: ReadonlyArray<A>) => ReadonlyArray<A>) => void
  /** What waits is still taken, nothing is put in any more. */
  readonly fail: (error: SocketError) => void
  /** All that waits, as soon as something does; for one fiber. */
  readonly take: Effect.Effect<Arr.NonEmptyReadonlyArray<A>, SocketError>
}

export const make = <A>(): Mailbox<A> => {
  let waiting: Array<A> = []
  let failure: SocketError | undefined
  const bell = Latch.makeUnsafe(false)

  const take: Mailbox<A>["take"] = Effect.flatMap(bell.await, () => {
    const items = waiting
    waiting = []
    if (failure === undefined) bell.closeUnsafe()
    if (Arr.isReadonlyArrayNonEmpty(items)) return Effect.succeed(items)
    return failure === undefined ? take : Effect.fail(failure)
  })

  return {
    size: () => waiting.length,
    push: (item) => {
      if (failure !== undefined) return
      waiting.push(item)
      bell.openUnsafe()
    },
    change: (change) => {
      if (failure !== undefined) return
      waiting = [...change(waiting)]
      if (waiting.length > 0) bell.openUnsafe()
    },
    fail: (error) => {
      failure ??= error
      bell.openUnsafe()
    },
    take
  }
}

/** A place among listeners. */
export interface Seat<in out A> {
  readonly mailbox: Mailbox<A>
  readonly leave: () => void
}

/** A stream of what comes into a mailbox; the place is taken when the stream begins and left when it ends. */
export const stream = <A, E>(sit: Effect.Effect<Seat<A>, E>): Stream.Stream<A, SocketError | E> =>
  Stream.unwrap(
    Effect.acquireRelease(sit, (seat) => Effect.sync(seat.leave)).pipe(
      Effect.map(({ mailbox }) => Stream.fromPull(Effect.succeed(mailbox.take)))
    )
  )
