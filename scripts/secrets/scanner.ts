/**
 * Secrets, and the places in which they must not be found.
 *
 * Texts are kept until their test file ends, since a secret may be learnt after a text that shows it. Every place is
 * counted; equal texts are searched once. Whole secrets are looked for: as they are, as addresses and as JSON write
 * them. Mail addresses and session tokens are secrets by their shape.
 */

/** Where a text was met. */
export const kinds = ["log", "span", "failure", "error", "metric", "output"] as const

/** Where a text was met. */
export type Kind = (typeof kinds)[number]

/** How many places of each kind were searched. */
export type Counts = Record<Kind, number>

/** A secret in a text. */
export interface Found {
  readonly kind: Kind
  readonly secret: string
  readonly text: string
}

/** What became of one test file. */
export interface Report {
  readonly counts: Counts
  readonly secrets: number
  readonly found: ReadonlyArray<Found>
}

/** What one worker has learnt and met since the last file ended. */
export interface Scanner {
  readonly learn: (secret: string) => void
  /** Keeps the texts of one place; those that are functions are asked for theirs when the file ends. */
  readonly meet: (kind: Kind, texts: ReadonlyArray<string> | (() => ReadonlyArray<string>)) => void
  /** Gives where a secret was met that was planted on purpose, and forgets it; nothing if it was never learnt. */
  readonly claim: (secret: string) => ReadonlyArray<Found>
  /** Searches everything and begins anew; secrets that no ordinary text holds stay known. */
  readonly end: () => Report
}

/** No place at all. */
export const noPlaces = (): Counts => ({ log: 0, span: 0, failure: 0, error: 0, metric: 0, output: 0 })

/** Shorter stand-ins, such as `x`, would be found in ordinary words: they are passed over. */
const shortest = 6

/**
 * Whether no ordinary text can be this secret: those are known in a worker's later files, too, since modules that files
 * share make them once.
 */
const isDistinct = (secret: string) => secret.length >= 12

const shapes = [
  /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,24}/gi, // mail addresses, in bounded time
  /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/gi // session tokens of private servers, hashes
]

const inAddress = (secret: string): string => {
  try {
    return encodeURIComponent(secret)
  } catch {
    return secret // half of a character: nothing that an address could hold
  }
}

const formsOf = (secret: string): ReadonlyArray<string> => [
  ...new Set([secret, inAddress(secret), JSON.stringify(secret).slice(1, -1)])
]

/** Finds many secrets in one walk over a text: by their first characters, which are looked up at every position. */
export const searcher = (secrets: Iterable<string>): ((text: string) => ReadonlyArray<string>) => {
  const byHead = new Map<string, Array<readonly [form: string, secret: string]>>()
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      const head = form.slice(0, shortest)
      const alike = byHead.get(head)
      if (alike === undefined) byHead.set(head, [[form, secret]])
      else alike.push([form, secret])
    }
  }
  return (text) => {
    const found = new Set<string>()
    if (byHead.size > 0) {
      for (let at = 0; at <= text.length - shortest; at++) {
        for (const [form, secret] of byHead.get(text.slice(at, at + shortest)) ?? []) {
          if (text.startsWith(form, at)) found.add(secret)
        }
      }
    }
    return [...found]
  }
}

/** Finds what is a secret by its shape. */
export const shaped = (text: string): ReadonlyArray<string> => [
  ...new Set(shapes.flatMap((shape) => text.match(shape) ?? []))
]

/** Makes a scanner that has learnt and met nothing. */
export const make = (): Scanner => {
  const secrets = new Set<string>()
  const kept = new Map<string, Set<Kind>>()
  const later: Array<readonly [Kind, () => ReadonlyArray<string>]> = []
  let counts = noPlaces()

  const keep = (kind: Kind, texts: ReadonlyArray<string>) => {
    for (const text of texts) {
      const where = kept.get(text)
      if (where === undefined) kept.set(text, new Set([kind]))
      else where.add(kind)
    }
  }
  const search = (find: (text: string) => ReadonlyArray<string>): ReadonlyArray<Found> => {
    for (const [kind, texts] of later.splice(0)) keep(kind, texts())
    return [...kept].flatMap(([text, where]) =>
      find(text).flatMap((secret) => [...where].map((kind) => ({ kind, secret, text })))
    )
  }

  return {
    learn: (secret) => {
      if (secret.length >= shortest) secrets.add(secret)
    },
    meet: (kind, texts) => {
      counts[kind]++
      if (typeof texts === "function") later.push([kind, texts])
      else keep(kind, texts)
    },
    claim: (secret) => {
      if (!secrets.delete(secret)) return []
      const found = search(searcher([secret]))
      for (const { text } of found) kept.delete(text)
      return found
    },
    end: () => {
      const find = searcher(secrets)
      const report: Report = {
        found: search((text) => [...find(text), ...shaped(text)]),
        counts,
        secrets: secrets.size
      }
      for (const secret of secrets) if (!isDistinct(secret)) secrets.delete(secret)
      kept.clear()
      counts = noPlaces()
      return report
    }
  }
}
