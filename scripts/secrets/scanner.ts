/**
 * Searches what programs show for secrets.
 *
 * Texts are kept until their test file ends, since a secret may be registered after a text that shows it. Every place is
 * counted; equal texts are searched once. Whole secrets are searched: unchanged, URL-encoded and JSON-encoded. Mail
 * addresses and session tokens are recognised by their format.
 */

/** The kinds of places where programs show texts. */
export const kinds = ["log", "span", "failure", "error", "metric", "output"] as const

/** The kind of a place. */
export type Kind = (typeof kinds)[number]

/** How many places of each kind were searched. */
export type Counts = Record<Kind, number>

/** A secret in a text. */
export interface Found {
  readonly kind: Kind
  readonly secret: string
  readonly text: string
}

/** The result of one test file. */
export interface Report {
  readonly counts: Counts
  readonly secrets: number
  readonly found: ReadonlyArray<Found>
}

/** The secrets and texts of one worker since the last file ended. */
export interface Scanner {
  readonly addSecret: (secret: string) => void
  /** Adds the texts of one place; functions are called for their texts when the file ends. */
  readonly addTexts: (kind: Kind, texts: ReadonlyArray<string> | (() => ReadonlyArray<string>)) => void
  /** Returns where a planted secret was found, and forgets it; empty for an unknown secret. */
  readonly claim: (secret: string) => ReadonlyArray<Found>
  /** Searches all texts and resets; secrets that cannot occur in ordinary text stay registered. */
  readonly end: () => Report
}

/** Counts of zero. */
export const noPlaces = (): Counts => ({ log: 0, span: 0, failure: 0, error: 0, metric: 0, output: 0 })

/** Minimum length of a secret: shorter ones, such as `x`, occur in ordinary words and are ignored. */
const shortest = 6

/**
 * Whether a secret cannot occur in ordinary text: such secrets stay registered for a worker's later files, since modules
 * that files share create them once.
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
    return secret // half of a surrogate pair, which a URL cannot contain
  }
}

const formsOf = (secret: string): ReadonlyArray<string> => [
  ...new Set([secret, inAddress(secret), JSON.stringify(secret).slice(1, -1)])
]

/** Returns a function that finds many secrets in one pass over a text, by their first characters. */
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

/** Finds secrets by their format. */
export const shaped = (text: string): ReadonlyArray<string> => [
  ...new Set(shapes.flatMap((shape) => text.match(shape) ?? []))
]

/** Creates an empty scanner. */
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
    addSecret: (secret) => {
      if (secret.length >= shortest) secrets.add(secret)
    },
    addTexts: (kind, texts) => {
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
