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

let receiver: ((drift: Drift) => void) | undefined

/** Reports differences that a value shows while it is created, to the function that runs around it. @internal */
export const reportDrift = (drift: () => ReadonlyArray<Drift>): void => {
  if (receiver !== undefined) for (const one of drift()) receiver(one)
}

/** Runs a function, and calls `onDrift` for each difference of room objects that it creates. @internal */
export const withReceiver = <A>(onDrift: (drift: Drift) => void, run: () => A): A => {
  const outer = receiver
  receiver = onDrift
  try {
    return run()
  } finally {
    receiver = outer
  }
}
