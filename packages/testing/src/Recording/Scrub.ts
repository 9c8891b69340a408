/**
 * What is taken out of recordings before anybody sees them: rules as data.
 *
 * @since 0.1.0
 */

/**
 * A rule: what stands in place of what.
 *
 * **Details**
 *
 * `names` are those of headers, of parameters and of fields at any depth, in lower case: whatever text or number they hold is
 * replaced, unless it is empty. `shape` is looked for in every text.
 *
 * @category models
 * @since 0.1.0
 */
export type Rule =
  | { readonly names: ReadonlyArray<string>; readonly put: string }
  | { readonly shape: RegExp; readonly put: string }

/** What stands in place of a secret; tokens and addresses keep the form that programs expect of them. */
const redacted = "<redacted>"
const token = "0123456789abcdef0123456789abcdef01234567"
const mail = "someone@example.com"

/**
 * The rules for everything that servers of the game are known to tell: tokens, passwords and their hashes, tickets of game
 * platforms, mail addresses.
 *
 * @category data
 * @since 0.1.0
 */
export const rules: ReadonlyArray<Rule> = [
  { names: ["x-token", "x-username", "token", "_token"], put: token },
  { names: ["x-server-password", "password", "oldpassword", "newpassword", "salt", "pass"], put: redacted },
  { names: ["authorization", "proxy-authorization", "cookie", "set-cookie", "ticket"], put: redacted },
  { names: ["email"], put: mail },
  // Of a token that stands in an address, a part is enough.
  { shape: /(?<=[?&](?:_?token|password)=)[^\s&"'#]+/gi, put: redacted },
  {
    shape: /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi,
    put: "11111111-2222-3333-4444-555555555555"
  },
  { shape: /(?<!\w)[0-9a-f]{40}(?!\w)/gi, put: token },
  // Hashes and salts: terrain has another length.
  { shape: /(?<!\w)(?:[0-9a-f]{32})+(?!\w)/gi, put: redacted },
  { shape: /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, put: mail }
]

const ofText = (text: string, all: ReadonlyArray<Rule>): string =>
  all.reduce((rest, rule) => ("shape" in rule ? rest.replaceAll(rule.shape, rule.put) : rest), text)

/** JSON within a text is a value like any other. */
const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A value, such as the body of an answer, without what the rules take out.
 *
 * **Details**
 *
 * JSON that stands in a text is searched, too. Switches (`password: true`) and empty texts stay as they are.
 *
 * **Gotchas**
 *
 * Players may keep anything in their code and Memory, and compressed Memory is not unpacked: look before you publish.
 *
 * @category scrubbing
 * @since 0.1.0
 */
export const scrub = (value: unknown, all: ReadonlyArray<Rule> = rules): unknown => {
  const named = new Map(
    all.flatMap((rule) => ("names" in rule ? rule.names.map((name) => [name, rule.put] as const) : []))
  )
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") {
      const data = parsed(value)
      return data === undefined ? ofText(value, all) : JSON.stringify(walk(data))
    }
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(walk)
    return Object.fromEntries(
      Object.entries(value).map(([name, held]: [string, unknown]) => {
        const put = named.get(name.toLowerCase())
        const isSecret = typeof held === "number" || (typeof held === "string" && held !== "")
        return [ofText(name, all), put !== undefined && isSecret ? put : walk(held)]
      })
    )
  }
  return walk(value)
}
