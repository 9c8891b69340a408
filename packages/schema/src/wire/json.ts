/** Length of a value's JSON text, as the server measures sizes; `undefined` has none. @internal */
export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0
