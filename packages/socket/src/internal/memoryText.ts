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
