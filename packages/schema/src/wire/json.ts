/** Returns the length of a value's JSON text, as the server measures sizes; 0 for `undefined`. @internal */
export const jsonLength = (value: unknown): number => JSON.stringify(value)?.length ?? 0
