/** Memory and segments, which every shard has separately. */
import * as Memory from "@screeps-effect/api/Memory"
import * as Segments from "@screeps-effect/api/Segments"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { lookUp, write } from "../../world/state/memory.ts"
import type { RouteContext } from "../dialect.ts"
import { refusal } from "../pages.ts"
import { route, type Route } from "../router.ts"
import { anything, enqueue, maybeText, ok, refuse, texts, values } from "./words.ts"

/** What a server reads of a write to Memory: a path of any type, and an optional value. */
const MemoryWrite = Schema.Struct({ path: maybeText, value: anything })

const maxSegment = 100 * 1024

/** Returns a segment number as servers read it: the first of a list, the part before a comma, from 0 to 99. */
const segmentNumber = (sent: unknown): number | undefined => {
  const first: unknown = Array.isArray(sent) ? sent[0] : sent
  const number = Number.parseInt(
    typeof first === "string" || typeof first === "number" ? String(first) : "",
    10
  )
  return Number.isInteger(number) && number >= 0 && number <= 99 ? number : undefined
}

const invalid = "invalid segment ID"

/** The parameters that a private server reads as `segment`: repeated, with brackets, or with an index. */
const segmentName = /^segment(?:\[\d{0,2}\])?$/

const firstSegment = (url: URL) => [...url.searchParams].find(([name]) => segmentName.test(name))?.[1]

/** Returns the script text with which a private server writes to Memory. */
const expressionOf = (path: string | undefined, text: string | undefined): string => {
  if (path === undefined || path === "")
    return `for(var i in Memory) { delete Memory[i]; } _.extend(Memory,${text});`
  const keys = path.split(".").map((key) => `['${key.replaceAll("'", String.raw`\'`)}']`)
  const place = `Memory${keys.join("")}`
  return text === undefined ? `delete ${place}` : `${place}= ${text}`
}

/** @internal */
export const memory = ({ dialect, signedIn, shard }: RouteContext): ReadonlyArray<Route> => [
  route(texts(Memory.get, "path"), signedIn, ({ path }, user) => {
    const { memory } = shard.memoryOf(user)
    const found = path === undefined || path === "" ? { value: memory } : lookUp(memory, path)
    if (found === "missing") return ok
    if (found === "wrong path") return { ...ok, data: "Incorrect memory path" }
    return Effect.match(GzipJson.encode(found.value), {
      onSuccess: (data) => ({ ...ok, data }),
      onFailure: () => ({ ...ok, data: packedNothing })
    })
  }),
  route(
    { ...Memory.set, input: MemoryWrite },
    signedIn,
    ({ path, value }, user, { now }) => {
      const text = value === undefined ? undefined : JSON.stringify(value)
      if (text !== undefined && text.length > 1024 * 1024) return refuse("memory size is too large")
      const record = { expression: expressionOf(path, text), hidden: true } as const
      return enqueue({ dialect, shard }, user, write(path, text), record, now)
    },
    () => refusal("TypeError: request.body.path.split is not a function")
  ),
  route(values(Segments.get, "segment"), signedIn, (_, user, { url }) => {
    const { segments } = shard.memoryOf(user)
    if (dialect.kind === "private") {
      // Of a list only the first counts.
      const number = segmentNumber(firstSegment(url))
      if (number === undefined) return refuse(invalid)
      return segments.has(number) ? { ...ok, data: segments.get(number) } : ok
    }
    const wanted = url.searchParams.get("segment") ?? ""
    const numbers = wanted.split(",").map(segmentNumber)
    if (numbers.includes(undefined)) return refuse(invalid)
    const texts = numbers.map((number) => segments.get(number ?? 0) ?? null)
    return { ...ok, data: wanted.includes(",") ? texts : texts[0] }
  }),
  route(values(Segments.set, "segment", "data"), signedIn, ({ data, segment }, user) => {
    const number = segmentNumber(segment)
    if (number === undefined) return refuse(invalid)
    const text = typeof data === "string" ? data : JSON.stringify(data ?? null)
    if (text.length > maxSegment) return refuse("length limit exceeded")
    shard.memoryOf(user).segments.set(number, dialect.kind === "private" ? (data ?? null) : text)
    return ok
  })
]

/** An empty text, compressed: the response for a value without JSON text, such as a function. @internal */
export const packedNothing = "gz:H4sIAAAAAAAAAwMAAAAAAAAAAAA=" // cspell:disable-line
