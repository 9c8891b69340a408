/** Texts of servers, made fit to be shown: one line, no markup, no secrets. */

const secrets = [
  /\b[0-9a-f]{40}\b/gi, // session tokens
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, // API tokens
  /(?<=\btoken=)[^\s&"']+/gi // whole or shortened tokens in addresses
]

/** Replaces what looks like a token. @internal */
export const redact = (text: string): string =>
  secrets.reduce((rest, pattern) => rest.replaceAll(pattern, "<redacted>"), text)

const entities: Record<string, string> = {
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " "
}

/** Is this a page for people rather than an answer for programs? @internal */
export const isHtml = (text: string): boolean => /^\s*<(!doctype|html|pre|head|body)/i.test(text)

/** The first meaningful line of a text or HTML body, at most 200 characters. @internal */
export const gist = (body: string): string => {
  const html = isHtml(body)
  const picked = html
    ? (/<pre>([\s\S]*?)(?:<br|<\/pre>)/i.exec(body) ?? /<title>([\s\S]*?)<\/title>/i.exec(body))?.[1]
    : body
  const plain = html
    ? (picked ?? "")
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/&[a-z#0-9]+;/g, (entity) => entities[entity] ?? " ")
    : (picked ?? "")
  const line = plain.trim().split(/\r?\n/, 1)[0] ?? ""
  return redact(line).slice(0, 200)
}
