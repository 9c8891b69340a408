/** What the text of a watched value may stand for. */

/**
 * The values that are written so, apart from lists and objects: a number, a boolean, `null`, and the text itself.
 */
export const readings = (text: string): ReadonlyArray<unknown> => {
  const number = Number(text)
  if (Number.isFinite(number) && String(number) === text) return [number, text]
  if (text === "true" || text === "false") return [text === "true", text]
  return text === "null" ? [null, text] : [text]
}

/** Whether the same text may stand for different values: an object, or a list that holds one. */
export const isOpaque = (text: string): boolean => text.includes("[object Object]")

/** Whether an element is written as nothing, or may be written with commas: others would join to the same text. */
const isUnclear = (element: unknown): boolean =>
  typeof element === "object" || element === "" || (typeof element === "string" && element.includes(","))

/**
 * Whether a list may change while its text stays, judged by what it holds: an empty one by whether it may hold a list or
 * `null`. That `["a", "b"]` may become `["a,b"]` does not count: every list of texts would be unclear.
 */
export const isUnclearList = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && (value.length === 0 ? fits([[]]) || fits([null]) : value.some(isUnclear))
