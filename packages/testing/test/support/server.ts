/** The in-memory server as browsers and scripts see it: raw requests, and what comes back. */
import { type Recording, recording } from "@screeps-effect/fixtures"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A request as it is sent. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Becomes JSON text. */
  readonly body?: unknown
  /** Is sent as it is. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer> | undefined
}

/** What came back. */
export interface Told {
  readonly status: number
  /** The content type without its parameters; `null` when there was none. */
  readonly kind: string | null
  /** The token that came in a header. */
  readonly token: string | null
  /** Data when it is JSON, else text. */
  readonly body: unknown
}

export const bob = { username: "bob", email: "bob@example.com", password: "pw12345" }
const badge = { type: 3, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 7, flip: false }
export const alice = { username: "alice", email: "alice@example.com", password: "correct-password", badge }

/** A room in which bob may settle, and a square in it where a spawn may stand. */
export const home = { room: "W7N7", x: 25, y: 25 } as const

const toRequest = ({ body, headers, method, path, query, rawBody }: Sent): Request => {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  const named = new Headers(headers)
  if (body !== undefined && !named.has("content-type")) named.set("content-type", "application/json")
  const url = `http://screeps.test${path}${query === undefined ? "" : `?${new URLSearchParams(query)}`}`
  const init = { method, headers: named }
  // A body of bytes brings no content type of its own.
  const bytes = typeof sent === "string" ? new TextEncoder().encode(sent) : sent
  return new Request(url, bytes === undefined ? init : { ...init, body: bytes })
}

const tell = async (response: Response): Promise<Told> => {
  const text = await response.text()
  const kind = response.headers.get("content-type")?.split(";")[0] ?? null
  return {
    status: response.status,
    kind,
    token: response.headers.get("x-token"),
    body: kind === "application/json" || text.startsWith("{") ? JSON.parse(text) : text
  }
}

/** A server with a world of its own, in which alice and bob have accounts. */
export const makeServer = (options: ScreepsWorld.Options = {}, how: TestServer.Options = {}) => {
  const world = ScreepsWorld.make({ accounts: [alice, bob], ...options })
  const handler = TestServer.handler(world, how)
  const ask = (sent: Sent): Effect.Effect<Told> =>
    Effect.flatMap(
      Effect.suspend(() => handler(toRequest(sent))),
      (response) => Effect.promise(() => tell(response))
    )
  const get = (path: string, query?: Sent["query"], headers?: Sent["headers"]) =>
    ask({ method: "GET", path, query, headers })
  const post = (path: string, body: unknown, headers?: Sent["headers"]) =>
    ask({ method: "POST", path, body, headers })
  /** Signs in and gives the headers that tell who asks. */
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
  /** Headers with an API token, which official servers know. */
  const withToken = (username: string, scope?: ScreepsWorld.TokenScope) =>
    Effect.map(world.users.grantToken(username, scope), (token) => ({ "x-token": Redacted.value(token) }))
  return { world, ask, get, post, signIn, settle, withToken }
}

export type Server = ReturnType<typeof makeServer>

/** Both headers of a token. */
export const signed = (token: string) => ({ "x-token": token, "x-username": token })

/** Sends a recorded request; where a token was sent then, the given one is sent now. */
export const replay = (
  server: Server,
  name: string,
  token?: string,
  change: (sent: Recording["request"]) => Recording["request"] = (sent) => sent
): Effect.Effect<Told> => {
  const request = change(recording(name).request)
  const headers = Object.entries(request.headers ?? {}).map(([header, value]) =>
    token !== undefined && (header === "X-Token" || isToken(value)) ? [header, token] : [header, value]
  )
  return server.ask({ ...request, headers: Object.fromEntries(headers) })
}

const isToken = (text: string) => /^[0-9a-f]{40}$/.test(text)

/** What came back when it was recorded. */
export const recorded = ({ response: { body, headers, status } }: Recording): Told => ({
  status,
  kind: headers["content-type"]?.split(";")[0] ?? null,
  token: headers["x-token"] ?? null,
  body
})

/**
 * What must be the same: status, content type, whether a token came, and the body; of stack traces the first line, of
 * file names the end.
 */
export const essence = ({ body, kind, status, token }: Told) => ({
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
