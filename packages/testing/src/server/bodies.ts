/** Parses request bodies as private servers do (read in the server's source). */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { malformed, tooLarge, unreadable, unsupported } from "./pages.ts"

/** Limits of the request bodies of a path. */
interface BodyLimits {
  /** Maximum size in bytes, uncompressed. */
  readonly maxBytes: number
  readonly acceptsForms: boolean
  /** Whether the user is authenticated before the body is read. */
  readonly readAfterAdmission: boolean
}

/** @internal */
export const defaultLimits: BodyLimits = {
  maxBytes: 8 * 1024 * 1024,
  acceptsForms: true,
  readAfterAdmission: false
}

/** The auth mod has its own parser, which reads no forms. */
const authModLimits: BodyLimits = { maxBytes: 100 * 1024, acceptsForms: false, readAfterAdmission: false }

const limitsByPath = new Map([
  ["/api/auth/signin", authModLimits],
  ["/api/register/submit", authModLimits],
  ["/api/user/password", { ...authModLimits, readAfterAdmission: true }],
  ["/api/maptool/set", { maxBytes: 100 * 1024 * 1024, acceptsForms: false, readAfterAdmission: true }]
])

/** @internal */
export const bodyLimitsOf = (path: string): BodyLimits => limitsByPath.get(path) ?? defaultLimits

class TooLarge extends Data.TaggedError("TooLarge") {}

/** Returns a stream that fails after a number of bytes. @internal */
export const limited = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let length = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        length += chunk.byteLength
        if (length > maxBytes) controller.error(new TooLarge())
        else controller.enqueue(chunk)
      }
    })
  )
}

const bytesOf = (body: Request | Response): Effect.Effect<ArrayBuffer, Response> =>
  Effect.tryPromise({
    try: () => body.arrayBuffer(),
    catch: (error) => (error instanceof TooLarge ? tooLarge() : unreadable())
  })

/** Returns the body, decompressed if the client compressed it with gzip or deflate. */
const unpacked = (request: Request, maxBytes: number): Effect.Effect<ArrayBuffer, Response> => {
  const method = request.headers.get("content-encoding")?.toLowerCase() ?? "identity"
  if (method === "identity") return bytesOf(request)
  if (method !== "gzip" && method !== "deflate")
    return Effect.fail(unsupported(`unsupported content encoding "${method}"`))
  return Effect.flatMap(bytesOf(request), (bytes) =>
    bytesOf(
      new Response(limited(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(method)), maxBytes))
    )
  )
}

/**
 * Parses an object or a list. For anything else it throws the parser's error about an unexpected first character.
 */
const parse = (text: string): unknown => {
  const start = text.search(/[^ \t\n\r]/)
  if (text === "") return {}
  if (start < 0 || /[{[]/.test(text.charAt(start))) return JSON.parse(text)
  try {
    return JSON.parse(text.slice(0, start) + "#".repeat(text.length - start))
  } catch (error) {
    const said = error instanceof Error ? error.message : ""
    throw new SyntaxError(said.replaceAll(/#+/g, (signs) => text.slice(start, start + signs.length)))
  }
}

const parameter = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** Returns the decoder of a body's charset; servers support fewer charsets for forms. */
const decoderOf = (type: string, isForm: boolean): Effect.Effect<TextDecoder, Response> => {
  const charset = (parameter.exec(type)?.[1] ?? "utf-8").toLowerCase()
  const unknown = () => unsupported(`unsupported charset "${charset.toUpperCase()}"`)
  if (isForm ? charset !== "utf-8" : !charset.startsWith("utf-")) return Effect.fail(unknown())
  return Effect.try({ try: () => new TextDecoder(charset), catch: unknown })
}

/** Consumes the request's body and returns the fields of JSON or a form; no fields for other content. @internal */
export const fieldsOf = (
  request: Request,
  { acceptsForms, maxBytes }: BodyLimits
): Effect.Effect<unknown, Response> => {
  const type = request.headers.get("content-type") ?? ""
  const kind = type.split(";")[0]?.trim().toLowerCase()
  const isForm = kind === "application/x-www-form-urlencoded"
  if (request.body === null || (isForm ? !acceptsForms : kind !== "application/json"))
    return Effect.succeed({})
  return Effect.gen(function* () {
    const decoder = yield* decoderOf(type, isForm)
    const bytes = yield* unpacked(request, maxBytes)
    if (bytes.byteLength > maxBytes) return yield* Effect.fail(tooLarge())
    const text = decoder.decode(bytes)
    if (isForm) return Object.fromEntries(new URLSearchParams(text))
    return yield* Effect.try({
      try: () => parse(text),
      catch: (error) => malformed(error instanceof Error ? error.message : "")
    })
  })
}
