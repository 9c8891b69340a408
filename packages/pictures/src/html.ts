/** Texts in pages. */

/** Escapes JSON for an element of a page: no text in it can end the element. @internal */
export const escapeJson = (json: string): string =>
  json.replaceAll(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
