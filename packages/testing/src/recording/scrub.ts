/** Rules that remove secrets from recordings, as data. */

/**
 * A rule that replaces secrets.
 *
 * **Details**
 *
 * `names` are names of headers, of parameters, and of fields at any depth, in lower case: their text or number is
 * replaced unless it is empty. Numbers are kept where `numbers` is `false`. Names of parameters and form fields also
 * match with brackets: `a[password]`, `password[]`. `shape` is searched in every text.
 */
export type Rule =
  | { readonly names: ReadonlyArray<string>; readonly put: string; readonly numbers?: boolean | undefined }
  | { readonly shape: RegExp; readonly put: string }

/** Replacements of secrets; tokens and addresses keep the format that programs expect. */
const redacted = "<redacted>"
const token = "0123456789abcdef0123456789abcdef01234567"
const mail = "someone@example.com"

/**
 * The rules for everything that game servers are known to send: tokens, passwords and their hashes, tickets of game
 * platforms, mail addresses.
 */
export const rules: ReadonlyArray<Rule> = [
  // A number is the amount of the resource `token`.
  { names: ["x-token", "x-username", "token", "_token"], put: token, numbers: false },
  { names: ["x-server-password", "password", "oldpassword", "newpassword", "salt", "pass"], put: redacted },
  { names: ["authorization", "proxy-authorization", "cookie", "set-cookie", "ticket"], put: redacted },
  { names: ["email"], put: mail },
  {
    shape: /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi,
    put: "11111111-2222-3333-4444-555555555555"
  },
  { shape: /(?<!\w)[0-9a-f]{40}(?!\w)/gi, put: token },
  // Hashes and salts: the digits of terrain have another length.
  { shape: /(?<!\w)(?:[0-9a-f]{32})+(?!\w)/gi, put: redacted },
  { shape: /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, put: mail }
]

/** Returns the replacement for the value of a name, if a rule has one. */
type Replacement = (name: string, held: unknown) => string | undefined

const replacementOf = (all: ReadonlyArray<Rule>): Replacement => {
  const named = new Map(
    all.flatMap((rule) => ("names" in rule ? rule.names.map((name) => [name, rule] as const) : []))
  )
  return (name, held) => {
    const parts = name.endsWith("]") ? name.split(/[[\]]+/) : [name]
    const [rule] = parts.flatMap((part) => named.get(part.toLowerCase()) ?? [])
    const isSecret =
      typeof held === "number" ? rule?.numbers !== false : typeof held === "string" && held !== ""
    return isSecret ? rule?.put : undefined
  }
}

/** Returns the plain name of a parameter or form field. */
const decoded = (name: string) => new URLSearchParams(`${name}=`).keys().next().value ?? ""

/** Parameters within any text; after `&&` and before `==` there is code that compares values. */
const parameters = /(?<=\?|(?<!&)&)([^\s=&?#"']+)=(?!=)([^\s&"'#]+)/g

/** Form fields, separated by `&` or by line breaks. */
const fields = /(?<=^|[&\r\n])([^=&\r\n]+)=([^&\r\n]*)/g

/** Whether a text is a form of several fields and nothing else. */
const isForm = (text: string): boolean =>
  text.includes("&") && text.split("&").every((field) => /^[\w.*%+[\]-]+=[^\s=]*$/.test(field))

/** A multipart form with boundaries. */
const ofParts = (text: string, instead: Replacement): string =>
  text
    .split("\r\n--")
    .map((part) => {
      const head = part.slice(0, part.indexOf("\r\n\r\n") + 4)
      const name = /\bname="?([^";\r\n]*)/i.exec(head)?.[1] ?? ""
      return `${head}${instead(name, part.slice(head.length)) ?? part.slice(head.length)}`
    })
    .join("\r\n--")

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Removes the quotes of a JSON string; in a text that is not JSON they may be missing. */
const unquoted = (quoted: string): string => {
  const held = parsed(quoted)
  return typeof held === "string" ? held : quoted.replaceAll(/^"|"$/g, "")
}

/** Finds the end of a quoted text. */
const closing = (text: string, opening: number): number => {
  let at = opening + 1
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** Walks through JSON token by token: what is not replaced stays byte for byte as it was. */
const ofJson = (text: string, instead: Replacement, ofText: (text: string) => string): string => {
  const beginning = /"|-?\d[\w.+-]*|[[{]|true|false|null/g
  const colon = /\s*:/y
  const made: Array<string> = []
  let done = 0
  let name = ""
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const isText = found[0] === '"'
    const end = isText ? closing(text, found.index) : beginning.lastIndex
    const piece = text.slice(found.index, end)
    const held = isText ? unquoted(piece) : /^[-\d]/.test(piece) ? Number(piece) : undefined
    colon.lastIndex = end
    const isName = isText && colon.test(text)
    const put =
      (isName ? undefined : instead(name, held)) ?? (typeof held === "string" ? ofText(held) : undefined)
    if (put !== undefined && put !== held) {
      made.push(text.slice(done, found.index), JSON.stringify(put))
      done = end
    }
    name = isName && typeof held === "string" ? held : ""
    beginning.lastIndex = end
  }
  return made.length === 0 ? text : `${made.join("")}${text.slice(done)}`
}

/**
 * Returns a value, such as a response body, without what the rules remove.
 *
 * **Details**
 *
 * JSON inside a text is searched, too, and so are forms (any `rawBody`, and texts that are only a form) and the
 * parameters of addresses. Booleans (`password: true`) and empty texts stay, and so does every byte around a removed
 * secret.
 *
 * **Gotchas**
 *
 * Players can store anything in code and Memory, and compressed Memory is not unpacked: check before you publish.
 */
export const scrub = (value: unknown, all: ReadonlyArray<Rule> = rules): unknown => {
  const instead = replacementOf(all)
  const pair = (whole: string, name: string, held: string) => {
    const put = instead(decoded(name), held)
    return put === undefined ? whole : `${name}=${put}`
  }
  const ofWords = (text: string): string =>
    all.reduce(
      (rest, rule) => ("shape" in rule ? rest.replaceAll(rule.shape, rule.put) : rest),
      text.replaceAll(parameters, pair)
    )
  const ofForm = (text: string) =>
    ofWords(text.startsWith("--") ? ofParts(text, instead) : text.replaceAll(fields, pair))
  const ofText = (text: string, isBody = false): string => {
    if (!/^\s*[[{]/.test(text)) return isBody || isForm(text) ? ofForm(text) : ofWords(text)
    if (parsed(text) !== undefined) return ofJson(text, instead, (held) => ofText(held))
    // In a text that is not JSON, only the names resemble those of JSON.
    return ofWords(ofJson(text, instead, (held) => held))
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return ofText(value)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map(walk)
    return Object.fromEntries(
      Object.entries(value).map(([name, held]: [string, unknown]) => {
        const isBody = name === "rawBody" && typeof held === "string"
        return [ofWords(name), instead(name, held) ?? (isBody ? ofText(held, true) : walk(held))]
      })
    )
  }
  return walk(value)
}
