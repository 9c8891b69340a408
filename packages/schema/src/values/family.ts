/** Guards, schemas and names for closed sets of values. A field in a response stays open: `Known | (string & {})`. */
import * as Schema from "effect/Schema"

/**
 * Returns a guard that checks membership in constant time.
 *
 * The set is created on the first call: importing a list costs nothing.
 *
 * @internal
 */
export const oneOf = <A extends string | number>(
  values: ReadonlyArray<A>
): ((value: unknown) => value is A) => {
  let members: ReadonlySet<unknown> | undefined
  return (value): value is A => {
    members ??= new Set(values)
    return members.has(value)
  }
}

/** Creates the schema of a closed set of values. @internal */
export const literals = <A extends string | number>(
  identifier: string,
  values: ReadonlyArray<A>
): Schema.Codec<A> => Schema.Literals(values).annotate({ identifier })

/** Returns the key of a number in a record of distinct numbers. @internal */
export const nameIn = <K extends string, V extends number>(values: Readonly<Record<K, V>>, value: V): K => {
  for (const name in values) if (values[name] === value) return name
  throw new RangeError(`${value} is not one of ${Object.values(values).join(", ")}`)
}
