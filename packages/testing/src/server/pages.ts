/** Answers that are not JSON data, as a private server 4.3.0 writes them (recorded). */

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const page = (status: number, text: string) =>
  new Response(
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>${escape(text)}</pre>\n</body>\n</html>\n`,
    { status, headers: { "content-type": "text/html; charset=utf-8" } }
  )

/** No such path. @internal */
export const notFound = (method: string, path: string): Response => page(404, `Cannot ${method} ${path}`)

/** The body is not JSON, for this reason. @internal */
export const malformed = (why: string): Response => page(400, `SyntaxError: ${why}`)

/** The body cannot be unpacked; platforms do not say why. @internal */
export const unreadable = (): Response => page(400, "Error: incorrect header check")

/** The body is packed or written in a way that no server reads. @internal */
export const unsupported = (why: string): Response => page(415, `UnsupportedMediaTypeError: ${why}`)

/** The body is larger than a server reads. @internal */
export const tooLarge = (): Response => page(413, "PayloadTooLargeError: request entity too large")

/** A route of the auth mod stumbled. @internal */
export const crashed = (text: string): Response => page(500, text)

/** The token is missing, unknown or expired. @internal */
export const unauthorized = (): Response => Response.json({ error: "unauthorized" }, { status: 401 })

/** Sign-in was refused. @internal */
export const signInRefused = (): Response => {
  const response = new Response("Unauthorized", { status: 401, headers: { "www-authenticate": "" } })
  response.headers.delete("content-type")
  return response
}

/** Sign-in lacks a field. @internal */
export const badRequest = (): Response => {
  const response = new Response("Bad Request", { status: 400 })
  response.headers.delete("content-type")
  return response
}

/** The game says no, with status 200. @internal */
export const refusal = (error: string): Response => Response.json({ error })

/** The token may not be used for this. @internal */
export const forbidden = (): Response => Response.json({ error: "forbidden" }, { status: 403 })

/** A route that writes no JSON. @internal */
export const text = (body: string, type: string, status = 200): Response =>
  new Response(body, { status, headers: { "content-type": type } })

/** What OPTIONS returns: the methods of a path. Servers say nothing of other origins. @internal */
export const allowed = (methods: ReadonlyArray<string>): Response => {
  const verbs = [...methods]
    .toSorted()
    .toReversed()
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
  const list = verbs.join(",")
  return new Response(list, { headers: { allow: list, "content-type": "text/html; charset=utf-8" } })
}
