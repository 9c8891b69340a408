/**
 * Tells in constant time whether a value is one of a list.
 *
 * The set is made at the first question: importing a list costs nothing.
 *
 * @internal
 */
export const oneOf = <const A extends string | number>(list: ReadonlyArray<A>) => {
  let members: ReadonlySet<unknown> | undefined
  return (value: unknown): value is A => {
    members ??= new Set(list)
    return members.has(value)
  }
}
