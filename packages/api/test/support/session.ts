/** A private server in small: tokens live 60 seconds, authenticated answers bring the next one, sign-in takes 200 ms. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Asked, type Fake, fake } from "./fake.ts"

const lifetime = 60_000
const isPublic = (path: string) => ["/api/version", "/api/authmod"].includes(path)

export interface Options {
  /** How long a request travels, and how long its answer, in milliseconds; 10 when not told. */
  readonly delay?: (asked: Asked, n: number) => number
  /** A server with a password of its own asks for it before it looks at a dead token. */
  readonly password?: string
  /** What an authenticated request is answered; `{ ok: 1, status: "normal" }` when not told. */
  readonly answer?: (asked: Asked) => object
  /** Whether an authenticated answer brings the next token; `true` when not told. */
  readonly renews?: boolean
}

export interface LivingServer extends Fake {
  /** How many sign-ins were asked for. */
  readonly signIns: () => number
  /** Tokens of the requests that were not sign-ins, in the order in which they were sent. */
  readonly tokens: () => ReadonlyArray<string | undefined>
  /** How many tokens were handed out. */
  readonly minted: () => number
  /** All tokens die at once, as when the server restarts. */
  readonly restart: () => void
}

const isSignIn = ({ url }: Asked) => url.pathname.endsWith("/api/auth/signin")

export const livingServer = ({
  answer,
  delay = () => 10,
  password,
  renews = true
}: Options = {}): LivingServer => {
  const alive = new Map<string, number>()
  let minted = 0
  const mint = (now: number) => {
    const token = `token-${++minted}`
    alive.set(token, now + lifetime)
    return token
  }
  const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
  let n = 0
  const server = fake((asked) =>
    Effect.gen(function* () {
      const travel = isSignIn(asked) ? 100 : delay(asked, n++)
      yield* Effect.sleep(travel)
      const now = yield* Clock.currentTimeMillis
      const { "x-server-password": given, "x-token": token, "x-username": username } = asked.headers
      const known = token !== undefined && username !== undefined && (alive.get(token) ?? 0) > now
      const reply = () => {
        if (isSignIn(asked)) {
          const { email, password } = asked.body as { readonly email?: unknown; readonly password?: unknown }
          return email === "alice" && password === "correct-password"
            ? Response.json({ ok: 1, token: mint(now) })
            : new Response("Unauthorized", { status: 401 })
        }
        if (password !== undefined && given !== password && !known) {
          return Response.json({ error: "incorrect server password" })
        }
        if (isPublic(asked.url.pathname)) {
          return Response.json({
            ok: 1,
            protocol: 14,
            name: "screepsmod-auth",
            serverData: { historyChunkSize: 20 }
          })
        }
        if (!known) return unauthorized()
        const headers: Record<string, string> = renews ? { "x-token": mint(now) } : {}
        return Response.json(answer?.(asked) ?? { ok: 1, status: "normal" }, { headers })
      }
      const response = reply()
      yield* Effect.sleep(travel)
      return response
    })
  )
  return {
    ...server,
    signIns: () => server.asked.filter(isSignIn).length,
    tokens: () => server.asked.filter((asked) => !isSignIn(asked)).map(({ headers }) => headers["x-token"]),
    minted: () => minted,
    restart: () => alive.clear()
  }
}
