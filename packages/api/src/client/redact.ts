/** Makes texts of servers fit to be shown: one line, no markup, no secrets. */

const shapes = [
  /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi, // session tokens, hashes
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, // API tokens
  /(?<=\btoken=)[^\s&"']+/gi, // whole or shortened tokens in addresses
  /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g // mail addresses
]

/** Replaces the secrets in a text. @internal */
export type Redact = (text: string) => string

/** Matches every text that contains one of these shapes, so that most texts need only one test. */
const suspicious = /[0-9a-f]{8}(?:-|[0-9a-f]{24})|token=|@|%40/i

/** Replaces what looks like a token, a hash or a mail address. @internal */
export const redact: Redact = (text) =>
  suspicious.test(text) ? shapes.reduce((rest, shape) => rest.replaceAll(shape, "<redacted>"), text) : text

/** Shorter secrets are not replaced: gaps in ordinary words would reveal them. */
const shortest = 4

const inAddress = (secret: string): string => {
  try {
    return encodeURIComponent(secret)
  } catch {
    return secret // half of a surrogate pair, which no URL can contain
  }
}

/** Returns a function that also replaces these secrets: as they are, in JSON, and in URLs. @internal */
export const redacting = (secrets: ReadonlyArray<string>): Redact => {
  const forms = secrets
    .filter(({ length }) => length >= shortest)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)])
    .toSorted((one, other) => other.length - one.length)
  return (text) => redact(forms.reduce((rest, form) => rest.replaceAll(form, "<redacted>"), text))
}

const entities: Record<string, string> = {
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " "
}

/** Returns whether a body is an HTML page. @internal */
export const isHtml = (text: string): boolean => /^\s*<(!doctype|html|pre|head|body)/i.test(text)

/** Returns the first meaningful line of a text or HTML body, at most 200 characters. @internal */
export const summary = (body: string, redactText: Redact): string => {
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
  return redactText(line).slice(0, 200)
}
