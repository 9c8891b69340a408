/** Makes texts of servers fit to be shown: short, one line, no markup, no secrets. */
import { lowerCase, placesOf, type Secrets, type Span } from "./secrets.ts"

/** Replaces the secrets in a text, and cuts it if it is long. */
export type Redact = (text: string) => string

/** The longest part of a text that is searched and shown: no pattern sees more of a server's text. */
export const longest = 4096

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

/** Returns the beginning of a text without shapes and secrets. */
const redactWith = (text: string, secrets: ReadonlyArray<Secrets>): string => {
  const searched = text.slice(0, longest)
  const spans = [...shapesIn(searched), ...placesOf(searched, secrets)]
  if (text.length > longest) {
    // The text was cut: what begins before the cut and continues behind it is not recognised, so it is left out.
    const lower = lowerCase(searched)
    let whole = beginOfWord(searched)
    for (const all of secrets)
      for (const form of all.forms()) whole = Math.min(whole, searched.length - overlap(lower, form))
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
export const redact: Redact = (text) => redactWith(text, [])

/** Returns a function that also replaces these secrets, in any case. */
export const redacting =
  (secrets: ReadonlyArray<Secrets>): Redact =>
  (text) =>
    redactWith(text, secrets)

/** Returns a whole text without these secrets; nothing else is replaced. */
export const redactSecrets = (text: string, secrets: ReadonlyArray<Secrets>): string => {
  const places = placesOf(text, secrets)
  return places.length === 0 ? text : replace(text, places)
}

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
