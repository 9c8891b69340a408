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

/** Returns a segment number as servers read it: the part before a comma, from 0 to 99. */
const segmentNumber = (sent: unknown): number | undefined => {
  const number = Number.parseInt(typeof sent === "string" || typeof sent === "number" ? String(sent) : "", 10)
  return Number.isInteger(number) && number >= 0 && number <= 99 ? number : undefined
}

const invalid = "invalid segment ID"

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
    ({ path, value }, user) => {
      const text = value === undefined ? undefined : JSON.stringify(value)
      if (text !== undefined && text.length > 1024 * 1024) return refuse("memory size is too large")
      return enqueue({ dialect, shard }, user, write(path, text))
    },
    () => refusal("TypeError: request.body.path.split is not a function")
  ),
  route(values(Segments.get, "segment"), signedIn, (_, user, { url }) => {
    const { segments } = shard.memoryOf(user)
    // Of repeated parameters only the first counts.
    const wanted = url.searchParams.get("segment") ?? ""
    if (dialect.kind === "private") {
      const number = segmentNumber(wanted)
      if (number === undefined) return refuse(invalid)
      return segments.has(number) ? { ...ok, data: segments.get(number) } : ok
    }
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
