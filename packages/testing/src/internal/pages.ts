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

/** The body is not JSON. @internal */
export const malformed = (): Response => page(400, "SyntaxError: Unexpected end of JSON input")

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
