/** The shape of what servers send: which parts there are and of which kind, without ids, times and numbers. */

/** The most lines of one response, and the most levels of one value. */
const maxLines = 300
const maxDepth = 8

const isRoom = (text: string) => /^[WE]\d{1,3}[NS]\d{1,3}$/.test(text)

/** What is compared of users: private servers also send the rest of their records, with private fields. */
const ofUser = new Set(["_id", "username", "badge"])

/** Keys that differ between worlds: ids, rooms, ticks and coordinates. */
const isName = (key: string) => /^(?:[\da-f]{6,}|\d+)$/.test(key) || isRoom(key)

/** Fields whose text is a part of the protocol. */
const isSpoken = (path: string) => /^\.(?:error|status|message)$/.test(path)

const textShape = (path: string, text: string) => {
  if (isSpoken(path)) return `"${masked((text.split("\n")[0] ?? "").slice(0, 120))}"`
  return text.startsWith("gz:") ? "compressed" : "string"
}

/** Replaces what differs between two runs: ids, tokens, rooms, times, addresses. */
export const masked = (text: string): string =>
  text
    .replaceAll(/\b[\da-f]{40}\b/g, "<token>")
    .replaceAll(/\b1\d{12}\b/g, "<moment>")
    .replaceAll(/\b(?=[\da-f]*\d)[\da-f]{12,24}\b/g, "<id>")
    .replaceAll(/127\.0\.0\.1:\d+/g, "<server>")
    .replaceAll(/\b[WE]\d{1,3}[NS]\d{1,3}\b/g, "<room>")
    .replaceAll(/"([xy])":\d+/g, '"$1":<square>')

/** Leaves out that a list is empty where another one of its kind has items. */
export const merged = (lines: Iterable<string>): ReadonlyArray<string> => {
  const all = [...new Set(lines)].toSorted()
  const isFilled = (list: string) => all.some((line) => line.startsWith(`${list}[]`))
  return all.filter((line) => !line.endsWith(": empty list") || !isFilled(line.slice(0, -12)))
}

/** Lists the parts of a value, such as `.list[]._id: string`, each once; what is deeper than `depth` levels has no parts. */
export const shapeOf = (value: unknown, depth = maxDepth): ReadonlyArray<string> => {
  const lines = new Set<string>()
  const walk = (path: string, part: unknown, levels: number): void => {
    if (lines.size >= maxLines) return
    if (typeof part === "string") lines.add(`${path}: ${textShape(path, part)}`)
    else if (path === ".ok") lines.add(`${path}: ${String(part)}`)
    else if (typeof part !== "object" || part === null)
      lines.add(`${path}: ${part === null ? "null" : typeof part}`)
    else if (levels === 0) lines.add(`${path}: object`)
    else if (Array.isArray(part)) {
      if (part.length === 0) lines.add(`${path}: empty list`)
      for (const item of part) walk(`${path}[]`, item, levels - 1)
    } else {
      const entries = Object.entries(part)
      if (entries.length === 0) lines.add(`${path}: empty`)
      for (const [key, item] of entries)
        if (!path.endsWith("users.*") || ofUser.has(key))
          // The storage's own record of changes.
          walk(`${path}.${isName(key) ? "*" : key}`, item, key === "meta" ? 0 : levels - 1)
    }
  }
  walk("", value, depth)
  return merged(lines)
}

/** The shape of a body: of its JSON, or the first line of a page or text. */
export const bodyShape = (body: string): ReadonlyArray<string> => {
  if (body === "") return ["no body"]
  try {
    return shapeOf(JSON.parse(body))
  } catch {
    const said = /<pre>([^<]{0,500})/.exec(body)?.[1] ?? body.split("\n")[0] ?? ""
    return [`text: ${masked(said).slice(0, 120)}`]
  }
}
