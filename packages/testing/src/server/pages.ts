/** Responses that are not JSON data, as a private server 4.3.0 writes them (recorded). */
import * as Hash from "effect/Hash"

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const written = (title: string, text: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n<pre>${escape(text)}</pre>\n</body>\n</html>\n`

const page = (status: number, text: string) =>
  new Response(written("Error", text), { status, headers: { "content-type": "text/html; charset=utf-8" } })

/** The files of a folder are below its name with a slash. @internal */
export const moved = (location: string): Response =>
  new Response(written("Redirecting", `Redirecting to ${location}`), {
    status: 301,
    headers: { location, "content-type": "text/html; charset=UTF-8" }
  })

/** The path does not exist. @internal */
export const notFound = (method: string, path: string): Response => page(404, `Cannot ${method} ${path}`)

/** The body is not JSON, with the parser's message. @internal */
export const malformed = (why: string): Response => page(400, `SyntaxError: ${why}`)

/** The body cannot be decompressed; platforms report no cause. @internal */
export const unreadable = (): Response => page(400, "Error: incorrect header check")

/** The body's compression or charset is not supported. @internal */
export const unsupported = (why: string): Response => page(415, `UnsupportedMediaTypeError: ${why}`)

/** The body is too large. @internal */
export const tooLarge = (): Response => page(413, "PayloadTooLargeError: request entity too large")

/** A route of the auth mod crashed. @internal */
export const crashed = (text: string): Response => page(500, text)

/** The token is missing, unknown or expired, or an API token's scope does not allow the request. @internal */
export const unauthorized = (): Response => Response.json({ error: "unauthorized" }, { status: 401 })

/** A text without a content type. */
const bare = (text: string, status: number, headers: Readonly<Record<string, string>> = {}) => {
  const response = new Response(text, { status, headers })
  response.headers.delete("content-type")
  return response
}

/** The sign-in was rejected; `realm` asks for a name and a password. @internal */
export const signInRefused = (realm = ""): Response =>
  bare("Unauthorized", 401, { "www-authenticate": realm })

/** The sign-in lacks a field. @internal */
export const badRequest = (): Response => bare("Bad Request", 400)

/** Rejects a request as the game does, with status 200. @internal */
export const refusal = (error: string): Response => Response.json({ error })

/** A response that is not JSON. @internal */
export const text = (body: string, type: string, status = 200): Response =>
  new Response(body, { status, headers: { "content-type": type } })

/** The response to OPTIONS: the methods of a path, without CORS headers. @internal */
export const allowed = (methods: ReadonlyArray<string>): Response => {
  const verbs = [...methods]
    .toSorted()
    .toReversed()
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
  const list = verbs.join(",")
  return new Response(list, { headers: { allow: list, "content-type": "text/html; charset=utf-8" } })
}

/** The page at the root, for people who open the address in a browser. @internal */
export const home = (tick: number): Response =>
  text(
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Screeps in memory</title>\n</head>\n<body>\n<h1>A Screeps server in memory</h1>\n<p>Tick ${tick}. It has the HTTP API at <a href="/api/version">/api</a>, and the socket at /socket: there is no page to play on.</p>\n<p>From @screeps-effect/testing.</p>\n</body>\n</html>\n`,
    "text/html; charset=utf-8"
  )

const plain = "text/plain; charset=UTF-8"

/** Returns the page of a path of the socket; `undefined` for any other path. @internal */
export const socketPage = (method: string, path: string, now: number): Response | undefined => {
  if (method !== "GET") return undefined
  switch (path.replace(/\/$/, "")) {
    case "/socket":
      return text("Welcome to SockJS!\n", plain)
    case "/socket/info":
      return Response.json(
        // The seed for clients' session names: a random 32-bit number.
        { websocket: true, origins: ["*:*"], cookie_needed: false, entropy: Hash.string(String(now)) >>> 0 },
        { headers: { "access-control-allow-origin": "*", "content-type": "application/json; charset=UTF-8" } }
      )
    case "/socket/websocket":
      return text("Not a valid websocket request", plain, 400)
    default:
      return undefined
  }
}
