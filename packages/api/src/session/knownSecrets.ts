/** The secrets of one account that a server may repeat anywhere: its credentials and its latest session tokens. */
import { formsOf, longest, lowerCase, type Redact, redact, redacting, shortest } from "../client/redact.ts"

/** Session tokens that are remembered at least: a private server replaces the token with each response. */
const remembered = 500

/** Some secrets, and their forms by how they begin. */
class Secrets {
  readonly texts = new Set<string>()
  readonly #forms: Array<string> = []
  readonly #byStart = new Map<string, Array<string>>()
  #isIndexed = 0

  /** Returns the forms, which are made when they are first needed: most programs show no text of a server. */
  forms(): ReadonlyArray<string> {
    if (this.#isIndexed === this.texts.size) return this.#forms
    for (const text of [...this.texts].slice(this.#isIndexed))
      for (const form of formsOf([text])) {
        this.#forms.push(form)
        const start = form.slice(0, shortest)
        this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), form])
      }
    this.#isIndexed = this.texts.size
    return this.#forms
  }

  /** Returns whether a text in lower case contains a secret; takes as long with many secrets as with one. */
  areIn(text: string): boolean {
    if (this.forms().length === 0) return false
    for (let at = 0; at + shortest <= text.length; at++) {
      const forms = this.#byStart.get(text.slice(at, at + shortest))
      if (forms?.some((form) => text.startsWith(form, at))) return true
    }
    return false
  }
}

/** Creates the set of an account's secrets, of which `permanent` are never forgotten. @internal */
export const make = (permanent: ReadonlyArray<string>) => {
  const own = new Secrets()
  for (const secret of permanent) own.texts.add(secret)
  let before = new Secrets()
  let latest = new Secrets()

  return {
    /** Remembers a session token. */
    add: (token: string): void => {
      if (own.texts.has(token) || before.texts.has(token)) return
      latest.texts.add(token)
      if (latest.texts.size < remembered) return
      before = latest
      latest = new Secrets()
    },

    /** Returns the beginning of a text without these secrets, and without what looks like one. */
    redact: ((text) => {
      const all = [own, before, latest]
      const lower = text.length > longest ? undefined : lowerCase(text)
      return lower !== undefined && !all.some((secrets) => secrets.areIn(lower))
        ? redact(text)
        : redacting(all.flatMap((secrets) => secrets.forms()))(text)
    }) satisfies Redact
  }
}
