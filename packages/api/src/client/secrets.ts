/** Finds secrets in texts, in the ways in which a server may write them. */
import * as Base64 from "./base64.ts"

/** A part of a text: its first position, and the position behind it. */
export type Span = readonly [start: number, end: number]

/** Shorter secrets are not replaced: gaps in ordinary words would reveal them. */
const shortest = 4

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

/** Returns the forms of secrets, in lower case; none is shorter than its secret. */
export const formsOf = (secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const forms = secrets.filter(({ length }) => length >= shortest).flatMap(waysToWrite)
  return [...new Set(forms.filter(({ length }) => length >= shortest).map(lowerCase))]
}

/** Some secrets, and their forms, which are made when they are first needed: most programs show no text of a server. */
export class Secrets {
  readonly #texts = new Set<string>()
  readonly #forms = new Set<string>()
  /** The lengths of the forms by how they begin: a search takes as long with many secrets as with one. */
  readonly #lengths = new Map<string, Set<number>>()
  #isIndexed = 0

  constructor(texts: ReadonlyArray<string> = []) {
    for (const text of texts) this.add(text)
  }

  get size(): number {
    return this.#texts.size
  }

  add(text: string): void {
    this.#texts.add(text)
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  /** Returns the forms, in lower case. */
  forms(): ReadonlySet<string> {
    if (this.#isIndexed === this.#texts.size) return this.#forms
    for (const form of formsOf([...this.#texts].slice(this.#isIndexed))) {
      this.#forms.add(form)
      const start = form.slice(0, shortest)
      const lengths = this.#lengths.get(start)
      if (lengths === undefined) this.#lengths.set(start, new Set([form.length]))
      else lengths.add(form.length)
    }
    this.#isIndexed = this.#texts.size
    return this.#forms
  }

  /** Returns where a text in lower case contains a form: at each position the longest. */
  placesIn(text: string): Array<Span> {
    const forms = this.forms()
    const places: Array<Span> = []
    if (forms.size === 0) return places
    for (let at = 0; at + shortest <= text.length; at++) {
      let longest = 0
      for (const length of this.#lengths.get(text.slice(at, at + shortest)) ?? []) {
        if (length > longest && forms.has(text.slice(at, at + length))) longest = length
      }
      if (longest > 0) places.push([at, at + longest])
    }
    return places
  }
}

/** Returns where a text contains one of these secrets. */
export const placesOf = (text: string, all: ReadonlyArray<Secrets>): ReadonlyArray<Span> => {
  if (all.every((secrets) => secrets.forms().size === 0)) return []
  const lower = lowerCase(text)
  return all.flatMap((secrets) => secrets.placesIn(lower))
}
