/** A private server with tokens: they live 60 seconds, authenticated responses bring the next one, a sign-in takes 200 ms. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type ReceivedRequest, type Fake, fake } from "./fake.ts"

const lifetime = 60_000
const isPublic = (path: string) => ["/api/version", "/api/authmod"].includes(path)

export interface Options {
  /** The time of a request, and of its response, in milliseconds; 10 by default. */
  readonly delay?: (request: ReceivedRequest, n: number) => number
  /** The server password, which is checked before an expired token. */
  readonly password?: string
  /** The body of responses to authenticated requests; `{ ok: 1, status: "normal" }` by default. */
  readonly respond?: (request: ReceivedRequest) => object
  /** Whether an authenticated response brings the next token; `true` by default. */
  readonly renews?: boolean
}

export interface ServerWithTokens extends Fake {
  /** The number of sign-ins received. */
  readonly signIns: () => number
  /** The tokens of all requests except sign-ins, in the order in which they were sent. */
  readonly tokens: () => ReadonlyArray<string | undefined>
  /** The number of tokens issued. */
  readonly minted: () => number
  /** Revokes all tokens, as a restart of the server does. */
  readonly restart: () => void
}

const isSignIn = ({ url }: ReceivedRequest) => url.pathname.endsWith("/api/auth/signin")

export const serverWithTokens = ({
  respond,
  delay = () => 10,
  password,
  renews = true
}: Options = {}): ServerWithTokens => {
  const alive = new Map<string, number>()
  let minted = 0
  const mint = (now: number) => {
    const token = `token-${++minted}`
    alive.set(token, now + lifetime)
    return token
  }
  const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
  let n = 0
  const server = fake((request) =>
    Effect.gen(function* () {
      const travel = isSignIn(request) ? 100 : delay(request, n++)
      yield* Effect.sleep(travel)
      const now = yield* Clock.currentTimeMillis
      const { "x-server-password": given, "x-token": token, "x-username": username } = request.headers
      const known = token !== undefined && username !== undefined && (alive.get(token) ?? 0) > now
      const reply = () => {
        if (isSignIn(request)) {
          const { email, password } = request.body as {
            readonly email?: unknown
            readonly password?: unknown
          }
          return email === "alice" && password === "correct-password"
            ? Response.json({ ok: 1, token: mint(now) })
            : new Response("Unauthorized", { status: 401 })
        }
        if (password !== undefined && given !== password && !known) {
          return Response.json({ error: "incorrect server password" })
        }
        if (isPublic(request.url.pathname)) {
          return Response.json({
            ok: 1,
            protocol: 14,
            name: "screepsmod-auth",
            serverData: { historyChunkSize: 20 }
          })
        }
        if (!known) return unauthorized()
        const headers: Record<string, string> = renews ? { "x-token": mint(now) } : {}
        return Response.json(respond?.(request) ?? { ok: 1, status: "normal" }, { headers })
      }
      const response = reply()
      yield* Effect.sleep(travel)
      return response
    })
  )
  return {
    ...server,
    signIns: () => server.requests.filter(isSignIn).length,
    tokens: () =>
      server.requests.filter((request) => !isSignIn(request)).map(({ headers }) => headers["x-token"]),
    minted: () => minted,
    restart: () => alive.clear()
  }
}
