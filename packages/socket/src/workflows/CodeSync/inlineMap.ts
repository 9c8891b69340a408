/** Source maps that bundlers append to a module's text. */

const comment = "//# sourceMappingURL="

/** A module's text without its inline source map, and the map's `data:` URL. @internal */
export interface Split {
  readonly code: string
  readonly url: string | undefined
}

/**
 * Splits a module's text from the inline source map at its end (`//# sourceMappingURL=data:…`). Line numbers of the rest
 * stay the same.
 *
 * @internal
 */
export const splitInlineMap = (text: string): Split => {
  const at = text.lastIndexOf(comment)
  const isInline = at >= 0 && text.startsWith("data:", at + comment.length)
  if (!isInline || (at > 0 && text[at - 1] !== "\n")) return { code: text, url: undefined }
  const url = text.slice(at + comment.length).trimEnd()
  // Text after the comment is code: a line break there means that the comment is not the end.
  return url.includes("\n") ? { code: text, url: undefined } : { code: text.slice(0, at), url }
}

/** Removes the inline source map (`//# sourceMappingURL=data:…`) from the end of a module's text, as `readFolder` does. */
export const withoutInlineMap = (text: string): string => splitInlineMap(text).code
