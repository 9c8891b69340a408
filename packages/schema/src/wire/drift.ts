/** Differences between data and its schema, and who receives them. */

/** A part of the data that differs from the schema. */
export interface Drift {
  /** Path of the part: `user.badge`, `list[].price`, `shards{}.cpu`; without the indexes and keys of entries. */
  readonly path: string
  /** Expected type, such as `string` or `Badge`. */
  readonly expected: string
  /** Kind of the value that was found; never the value itself. */
  readonly found: Kind
}

/** Kind of a JSON value; `absent` for a missing key. */
export type Kind = "absent" | "null" | "boolean" | "number" | "string" | "array" | "object"

/** The most differences of one value: a value with more of them is not what the schema describes. @internal */
export const maxDrift = 100_000

/** Differences since `begin`: a list, `null` without any, `undefined` while nobody receives them. */
type Received = Array<Drift> | null | undefined

let received: Received

/** Reports differences that a value shows while it is created, to the program that receives them. @internal */
export const reportDrift = (drift: () => ReadonlyArray<Drift>): void => {
  if (received === undefined) return
  received ??= []
  for (const one of drift()) if (received.length < maxDrift) received.push(one)
}

/** Begins to receive differences. Costs a few nanoseconds: decoders call it for each value. @internal */
export const begin = (): Received => {
  const outer = received
  received = null
  return outer
}

/** Ends what began with this result, and returns the differences since then. @internal */
export const end = (outer: Received): ReadonlyArray<Drift> | null => {
  const drift = received ?? null
  received = outer
  return drift
}

/** Runs a function, and calls `onDrift` for each difference of room objects that it creates. @internal */
export const withReceiver = <A>(onDrift: (drift: Drift) => void, run: () => A): A => {
  const outer = begin()
  try {
    return run()
  } finally {
    for (const one of end(outer) ?? []) onDrift(one)
  }
}
