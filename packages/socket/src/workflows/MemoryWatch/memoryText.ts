/** Converts the text of a watched value into the values that it may stand for. */

/** Returns the values with this text except arrays and objects: a number, a boolean, `null`, the text itself. */
export const readingsOf = (text: string): ReadonlyArray<unknown> => {
  const number = Number(text)
  if (Number.isFinite(number) && String(number) === text) return [number, text]
  if (text === "true" || text === "false") return [text === "true", text]
  return text === "null" ? [null, text] : [text]
}

/** Whether the text may stand for different objects, or arrays that contain objects. */
export const isOpaque = (text: string): boolean => text.includes("[object Object]")

/** Whether an element's text is empty or may contain commas: other elements would join to the same text. */
const isUnclear = (element: unknown): boolean =>
  typeof element === "object" || element === "" || (typeof element === "string" && element.includes(","))

/**
 * Whether an array may change while its text stays the same, judged by its elements; an empty one by whether its schema
 * allows arrays or `null`. That `["a", "b"]` may become `["a,b"]` does not count: every array of strings would be
 * unclear.
 */
export const isUnclearList = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && (value.length === 0 ? fits([[]]) || fits([null]) : value.some(isUnclear))
