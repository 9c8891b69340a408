/** Fields of requests as xxscreeps reads them: converted to the expected type where that is possible. */

/** Reads one field; `undefined` for a value that the server rejects. */
export type Field<A> = (value: unknown) => A | undefined

/** Fields by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>

/** The values of fields. */
export type Values<F extends Fields> = { readonly [K in keyof F]: Exclude<ReturnType<F[K]>, undefined> }

export const text: Field<string> = (value) => {
  if (value === null) return ""
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined
}

export const number: Field<number> = (value) => {
  if (typeof value === "number") return value
  if (value === null || typeof value === "boolean") return Number(value)
  return typeof value === "string" && value !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : undefined
}

/** A whole number of a range. */
export const whole =
  (minimum: number, maximum: number): Field<number> =>
  (value) => {
    const read = number(value)
    return read !== undefined && Number.isInteger(read) && read >= minimum && read <= maximum
      ? read
      : undefined
  }

export const boolean: Field<boolean> = (value) => {
  if (typeof value === "boolean") return value
  if (value === "true" || value === 1) return true
  return value === "false" || value === 0 || value === null ? false : undefined
}

export const list =
  <A>(item: Field<A>, minimum = 0): Field<ReadonlyArray<A>> =>
  (value) => {
    if (!Array.isArray(value) || value.length < minimum) return undefined
    const read = (value as ReadonlyArray<unknown>).flatMap((one) => item(one) ?? [])
    return read.length === value.length ? read : undefined
  }

/** An object with values of one type. */
export const record =
  <A>(item: Field<A>): Field<Readonly<Record<string, A>>> =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value).flatMap(([key, one]) => {
      const read = item(one)
      return read === undefined ? [] : [[key, read] as const]
    })
    return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined
  }

/** Any value, `undefined` when it is missing. */
export const anything: Field<{ readonly value: unknown }> = (value) => ({ value })

/** A field that may be missing or `null`: `null` then. */
export const optional =
  <A>(field: Field<A>): Field<A | null> =>
  (value) =>
    value === undefined || value === null ? null : field(value)

/** Reads all fields; `undefined` when one is rejected. */
export const read = <F extends Fields>(fields: F, sent: unknown): Values<F> | undefined => {
  const found = typeof sent === "object" && sent !== null ? new Map(Object.entries(sent)) : new Map()
  const values = Object.entries(fields).map(([name, field]) => [name, field(found.get(name))] as const)
  return values.some(([, value]) => value === undefined)
    ? undefined
    : // The keys and values are those of `fields`, which the compiler cannot follow through entries.
      (Object.fromEntries(values) as Values<F>)
}
