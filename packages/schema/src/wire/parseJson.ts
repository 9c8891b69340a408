/** Returns the value of a JSON text; `undefined` for other text. @internal */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
