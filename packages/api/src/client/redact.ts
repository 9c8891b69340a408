/** Texts of servers, made fit to be shown: one line, no markup, no secrets. */

const shapes = [
  /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/gi, // session tokens, hashes
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, // API tokens
  /(?<=\btoken=)[^\s&"']+/gi, // whole or shortened tokens in addresses
  /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g // mail addresses
]

/** Makes a text fit to be shown. @internal */
export type Hide = (text: string) => string

/** Whatever has one of these shapes has this, too: most texts are passed with one look. */
const suspicious = /[0-9a-f]{8}(?:-|[0-9a-f]{24})|token=|@|%40/i

/** Replaces what looks like a token, a hash or a mail address. @internal */
export const redact: Hide = (text) =>
  suspicious.test(text) ? shapes.reduce((rest, shape) => rest.replaceAll(shape, "<redacted>"), text) : text

/** What is left out of a word would tell a shorter secret. */
const shortest = 4

const inAddress = (secret: string): string => {
  try {
    return encodeURIComponent(secret)
  } catch {
    return secret // half of a character: no address can hold it
  }
}

/** Replaces these secrets, too, as they are and as JSON and addresses write them. @internal */
export const hiding = (secrets: ReadonlyArray<string>): Hide => {
  const forms = secrets
    .filter(({ length }) => length >= shortest)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)])
    .toSorted((one, other) => other.length - one.length)
  return (text) => redact(forms.reduce((rest, form) => rest.replaceAll(form, "<redacted>"), text))
}

/** An answer that is no refusal. What must not be shown of what is said about it is no part of the data. @internal */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly #hide: Hide

  constructor(status: number, body: unknown, hide: Hide) {
    this.status = status
    this.body = body
    this.#hide = hide
  }

  static hideOf(reply: object): Hide {
    return #hide in reply ? reply.#hide : redact
  }
}

/** Makes what is said about a reply fit to be shown. @internal */
export const hideOf = (reply: object): Hide => Reply.hideOf(reply)

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
export const gist = (body: string, hide: Hide): string => {
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
  return hide(line).slice(0, 200)
}
