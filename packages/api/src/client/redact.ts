/** Makes texts of servers fit to be shown: short, one line, no markup, no secrets. */
import * as Base64 from "effect/encoding/Base64"

/** Replaces the secrets in a text, and cuts it if it is long. */
export type Redact = (text: string) => string

/** The longest part of a text that is searched and shown: no pattern sees more of a server's text. */
export const longest = 4096

/** A part of a text: its first position, and the position behind it. */
type Span = readonly [start: number, end: number]

const shapes = [
  /[0-9a-f]{32,}/gi, // session tokens, hashes
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi // API tokens
]

/** Whole or shortened tokens in addresses. */
const tokenParameter = /\btoken=[^\s&"']+/gi

/** A mail address from its `@`; the part before is searched backwards, since a pattern for it would be quadratic. */
const mailDomain = /(?:@|%40)[\w-]+(?:\.[\w-]+)+/g
const mailName = /[\w.+-]/

/** Matches every text that contains one of these shapes, so that most texts need only one test. */
const suspicious = /[0-9a-f]{8}(?:-|[0-9a-f]{24})|token=|@|%40/i

/** Returns the places of what looks like a token, a hash or a mail address. */
const shapesIn = (text: string): Array<Span> => {
  if (!suspicious.test(text)) return []
  const spans: Array<Span> = []
  for (const shape of shapes) {
    for (const { 0: found, index } of text.matchAll(shape)) spans.push([index, index + found.length])
  }
  for (const { 0: found, index } of text.matchAll(tokenParameter)) {
    spans.push([index + "token=".length, index + found.length])
  }
  for (const { 0: found, index } of text.matchAll(mailDomain)) {
    let start = index
    while (start > 0 && mailName.test(text.charAt(start - 1))) start--
    if (start < index) spans.push([start, index + found.length])
  }
  return spans
}

const replace = (text: string, spans: ReadonlyArray<Span>): string => {
  let shown = ""
  let at = 0
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    // Places that touch or overlap become one.
    if (start > at || at === 0) shown += `${text.slice(at, start)}<redacted>`
    at = Math.max(at, end)
  }
  return shown + text.slice(at)
}

/** Returns the beginning of a text without shapes and forms of secrets; `forms` are in lower case. */
const redactForms = (text: string, forms: ReadonlyArray<string>): string => {
  const searched = text.slice(0, longest)
  const lower = forms.length === 0 ? "" : lowerCase(searched)
  const spans = shapesIn(searched)
  for (const form of forms) {
    for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, at + 1)) {
      spans.push([at, at + form.length])
    }
  }
  if (text.length > longest) {
    // The text was cut: what begins before the cut and continues behind it is not recognised, so it is left out.
    const whole = Math.min(
      beginOfWord(searched),
      ...forms.map((form) => searched.length - overlap(lower, form))
    )
    if (whole < searched.length) spans.push([whole, searched.length])
  }
  return spans.length === 0 ? searched : replace(searched, spans)
}

/** Returns how many characters at the end of a text are the beginning of a secret. */
const overlap = (text: string, secret: string): number => {
  let length = Math.min(secret.length - 1, text.length)
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length--
  return length
}

/** Returns where the last word of a text begins, of characters in which tokens and mail addresses are written. */
const beginOfWord = (text: string): number => {
  let at = text.length
  while (at > 0 && /[\w.+%@-]/.test(text.charAt(at - 1))) at--
  return at
}

/** Replaces what looks like a token, a hash or a mail address. */
export const redact: Redact = (text) => redactForms(text, [])

/** Shorter secrets are not replaced: gaps in ordinary words would reveal them. */
export const shortest = 4

/** Returns a text in lower case with unchanged positions: some characters become two in lower case. */
export const lowerCase = (text: string): string =>
  // Printable ASCII characters together, others one by one: most texts are replaced at once.
  text.replaceAll(/[ -~]+|[^]/g, (part) => {
    const lower = part.toLowerCase()
    return lower.length === part.length ? lower : part
  })

const inAddress = (encode: (text: string) => string, secret: string): string => {
  try {
    return encode(secret)
  } catch {
    return secret // half of a surrogate pair, which no URL can contain
  }
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const inHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Returns a secret's base64, as the whole text or inside another one: then its first and last characters differ. */
const inBase64 = (secret: string): ReadonlyArray<string> => {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap((before) => {
    const text = Base64.encode(new Uint8Array([...new Uint8Array(before), ...bytes]))
    const start = Math.ceil((before * 8) / 6)
    const inside = text.slice(start, Math.floor(((before + bytes.length) * 8) / 6))
    return [text.slice(start), inside].flatMap((one) => [one, one.replaceAll("+", "-").replaceAll("/", "_")])
  })
}

/** Returns the ways in which a server may write a secret: as it is, in JSON, HTML, addresses, forms and base64. */
const waysToWrite = (secret: string): ReadonlyArray<string> => {
  const bytes = [...new TextEncoder().encode(secret)]
  const addresses = [inAddress(encodeURIComponent, secret), inAddress(encodeURI, secret), secret]
  return [
    ...addresses,
    ...addresses.map((address) => address.replaceAll("%20", "+").replaceAll(" ", "+")),
    new URLSearchParams([["", secret]]).toString().slice(1),
    bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    inJson(secret),
    inJson(inJson(secret)),
    inHtml(secret),
    ...inBase64(secret)
  ]
}

/** Returns the forms of secrets for `redacting`; none is shorter than its secret. */
export const formsOf = (secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const forms = secrets.filter(({ length }) => length >= shortest).flatMap(waysToWrite)
  return [...new Set(forms.filter(({ length }) => length >= shortest).map(lowerCase))]
}

/** Returns a function that also replaces these forms of secrets, in any case. */
export const redacting =
  (forms: ReadonlyArray<string>): Redact =>
  (text) =>
    redactForms(text, forms)

const entities: Record<string, string> = {
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " "
}

/** Returns whether a body is an HTML page. */
export const isHtml = (text: string): boolean =>
  /^<(?:!doctype|html|pre|head|body)/i.test(text.trimStart().slice(0, 10))

/** Returns what a page has between a tag and the first of its ends; `undefined` unless both are there. */
const between = (page: string, open: string, ends: ReadonlyArray<string>): string | undefined => {
  const lower = lowerCase(page)
  const start = lower.indexOf(open)
  const stops = ends.map((end) => lower.indexOf(end, start)).filter((at) => at >= 0)
  return start < 0 || stops.length === 0 ? undefined : page.slice(start + open.length, Math.min(...stops))
}

/** Returns the text of a page that says what went wrong: a trace, or the title. */
const textOf = (page: string): string => {
  const markup = between(page, "<pre>", ["<br", "</pre>"]) ?? between(page, "<title>", ["</title>"]) ?? ""
  return markup
    .replaceAll(/<(?!redacted>)[^<>]*>/g, " ")
    .replaceAll(/&[a-z#0-9]{1,10};/g, (entity) => entities[entity] ?? " ")
}

/** Returns the first meaningful line of a text or HTML body, at most 200 characters. */
export const summary = (body: string, redactText: Redact): string => {
  const start = body.trimStart()
  // The text of a page is searched again: secrets may have been written with entities, or as if they were markup.
  const text = isHtml(start) ? redactText(textOf(redactText(start)).trim()) : redactText(start)
  return (text.split(/\r?\n/, 1)[0] ?? "").slice(0, 200).trimEnd()
}

/** Returns the reason that a server gives for a rejection, at most 1000 characters. */
export const excerpt = (text: string, redactText: Redact): string => redactText(text).slice(0, 1000)
