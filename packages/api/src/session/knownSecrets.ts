/** The secrets of one account that a server may repeat anywhere: its credentials and its latest session tokens. */
import { type Redact, redacting, redactSecrets } from "../client/redact.ts"
import { Secrets } from "../client/secrets.ts"

/** Session tokens that are remembered at least: a private server replaces the token with each response. */
const remembered = 500

/** Creates the set of an account's secrets, of which `permanent` are never forgotten. @internal */
export const make = (permanent: ReadonlyArray<string>) => {
  const own = new Secrets(permanent)
  let before = new Secrets()
  let latest = new Secrets()

  return {
    /** Remembers a secret for as long as the session exists. */
    keep: (secret: string): void => own.add(secret),

    /** Remembers a session token. */
    add: (token: string): void => {
      if (own.has(token) || before.has(token)) return
      latest.add(token)
      if (latest.size < remembered) return
      before = latest
      latest = new Secrets()
    },

    /** Returns the beginning of a text without these secrets, and without what looks like one. */
    redact: ((text) => redacting([own, before, latest])(text)) satisfies Redact,

    /** Returns a whole text without these secrets. */
    redactSecrets: (text: string): string => redactSecrets(text, [own, before, latest])
  }
}
