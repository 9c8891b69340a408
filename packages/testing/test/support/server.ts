/** The in-memory server for browsers and scripts: raw requests and responses. */
import { type Recording, recording } from "@screeps-effect/fixtures"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A request. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON text. */
  readonly body?: unknown
  /** Sent unchanged. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | undefined
}

/** A response. */
export interface Received {
  readonly status: number
  /** The content type without its parameters; `null` if there is none. */
  readonly kind: string | null
  /** The token in the header. */
  readonly token: string | null
  /** Data of JSON, else text. */
  readonly body: unknown
}

export const bob = { username: "bob", email: "bob@example.com", password: "pw12345" }
const badge = { type: 3, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 7, flip: false }
export const alice = { username: "alice", email: "alice@example.com", password: "correct-password", badge }

/** A room in which bob can settle, with a square for his spawn. */
export const home = { room: "W7N7", x: 25, y: 25 } as const

const toRequest = ({ body, headers, method, path, query, rawBody }: Sent): Request => {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  const named = new Headers(headers)
  if (body !== undefined && !named.has("content-type")) named.set("content-type", "application/json")
  const url = `http://screeps.test${path}${query === undefined ? "" : `?${new URLSearchParams(query)}`}`
  const init = { method, headers: named }
  // A body of bytes sets no content type.
  const bytes = typeof sent === "string" ? new TextEncoder().encode(sent) : sent
  return new Request(url, bytes === undefined ? init : { ...init, body: bytes })
}

const read = async (response: Response): Promise<Received> => {
  const text = await response.text()
  const kind = response.headers.get("content-type")?.split(";")[0] ?? null
  return {
    status: response.status,
    kind,
    token: response.headers.get("x-token"),
    // A response to HEAD has no body.
    body: (kind === "application/json" && text !== "") || text.startsWith("{") ? JSON.parse(text) : text
  }
}

/** Options of a server that performs the console lines and writes of a tick in order. */
export const inOrder: TestServer.Options = { quirks: { reorderConsole: false } }

/** A server with its own world, in which alice and bob have accounts. */
export const makeServer = (options: ScreepsWorld.Options = {}, how: TestServer.Options = {}) =>
  serverWith(options, (world) => TestServer.handler(world, how))

/** The same with a handler of its own. */
export const serverWith = (
  options: ScreepsWorld.Options,
  serve: (world: ScreepsWorld.ScreepsWorld) => (request: Request) => Effect.Effect<Response>
) => {
  const world = ScreepsWorld.make({ accounts: [alice, bob], ...options })
  const handler = serve(world)
  const send = (sent: Sent): Effect.Effect<Received> =>
    Effect.flatMap(
      Effect.suspend(() => handler(toRequest(sent))),
      (response) => Effect.promise(() => read(response))
    )
  const get = (path: string, query?: Sent["query"], headers?: Sent["headers"]) =>
    send({ method: "GET", path, query, headers })
  const post = (path: string, body: unknown, headers?: Sent["headers"]) =>
    send({ method: "POST", path, body, headers })
  /** Signs in and returns the headers with the token. */
  const signIn = ({ password, username }: { readonly username: string; readonly password: string }) =>
    Effect.map(post("/api/auth/signin", { email: username, password }), ({ body }) =>
      signed((body as { readonly token: string }).token)
    )
  /** Signs in and places a first spawn. */
  const settle = (
    who: typeof bob,
    where: { readonly room: string; readonly x: number; readonly y: number }
  ) =>
    Effect.gen(function* () {
      const headers = yield* signIn(who)
      const placed = yield* post("/api/game/place-spawn", { name: "Spawn1", ...where }, headers)
      assert.deepStrictEqual(placed.body, { ok: 1, newbie: true })
      return headers
    })
  /** Returns headers with an API token, for official servers. */
  const withToken = (username: string, scope?: ScreepsWorld.TokenScope) =>
    Effect.map(world.users.grantToken(username, scope), (token) => ({ "x-token": Redacted.value(token) }))
  return { world, send, get, post, signIn, settle, withToken }
}

export type Server = ReturnType<typeof makeServer>

/** Returns both headers of a token. */
export const signed = (token: string) => ({ "x-token": token, "x-username": token })

/** Sends a recorded request, with the given token in place of the recorded one. */
export const replay = (
  server: Server,
  name: string,
  token?: string,
  change: (sent: Recording["request"]) => Recording["request"] = (sent) => sent
): Effect.Effect<Received> => {
  const request = change(recording(name).request)
  const headers = Object.entries(request.headers ?? {}).map(([header, value]) =>
    token !== undefined && (header === "X-Token" || isToken(value)) ? [header, token] : [header, value]
  )
  return server.send({ ...request, headers: Object.fromEntries(headers) })
}

const isToken = (text: string) => /^[0-9a-f]{40}$/.test(text)

/** Returns the recorded response. */
export const recorded = ({ response: { body, headers, status } }: Recording): Received => ({
  status,
  kind: headers["content-type"]?.split(";")[0] ?? null,
  token: headers["x-token"] ?? null,
  body
})

/**
 * Returns the parts of a response that must match: status, content type, whether there is a token, and the body; the
 * first line of stack traces, and the end of file names.
 */
export const essence = ({ body, kind, status, token }: Received) => ({
  status,
  kind,
  brings: token === null ? "no token" : "a token",
  body: essentialBody(body)
})

const essentialBody = (body: unknown): unknown => {
  if (typeof body === "string") return body.replace(/<br>[^]*?(?=<\/pre>)/, "")
  const fields = Object.entries(body as object).map(([key, value]: [string, unknown]) => {
    if (key === "error") return [key, String(value).split("\n")[0]]
    if (key === "path") return [key, /[^/]*\/[^/]*$/.exec(String(value))?.[0]]
    return [key, value]
  })
  return Object.fromEntries(fields)
}
