/** A server on which a scenario is played, and the protocol of what it said. */
import { assert } from "@effect/vitest"
import { Server } from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"

/** What can be done with a server from behind; the same on every server. */
export interface Hands {
  /** Lets one tick pass; everything that it makes the sockets tell has come when it is over. */
  readonly tick: Effect.Effect<void>
  /** Waits until the sockets have told what there is to tell. */
  readonly quiet: (lastFrame: () => number) => Effect.Effect<void>
  readonly change: (username: string, fields: UserFields) => Effect.Effect<void>
  /** Puts an object into a room; the identity is part of it. */
  readonly put: (room: string, object: Thing) => Effect.Effect<void>
  readonly announce: (text: string) => Effect.Effect<void>
}

/** Credits, lifetime power, resources and the game platform's identity of an account. */
export interface UserFields {
  readonly credits?: number
  readonly power?: number
  readonly resources?: Readonly<Record<string, number>>
  readonly powerExperimentations?: number
  readonly steam?: { readonly id: string }
}

export interface Thing {
  readonly _id: string
  readonly type: string
  readonly x: number
  readonly y: number
  readonly [field: string]: unknown
}

/** One thing that a server said, and what it was asked. */
export interface Line {
  readonly step: string
  readonly told: unknown
}

/** Everything that a server said. */
export interface Protocol {
  /** Answers, in order. */
  readonly lines: ReadonlyArray<Line>
  /** Frames by socket and channel, in order. */
  readonly frames: ReadonlyMap<string, ReadonlyArray<unknown>>
}

export interface Answer {
  readonly status: number
  readonly kind: string
  /** Whether a new token came with it. */
  readonly token: boolean
  readonly body: unknown
}

interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, under a content type: JSON's when not told. */
  readonly text?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Signed {
  readonly password: string
  id: string
  token: string
  since: number
}

/** Tokens live a minute. */
const freshFor = 30_000

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A field of an answer, as text. */
export const textOf = (value: unknown, ...path: ReadonlyArray<string | number>): string => {
  let found: unknown = value
  for (const key of path) {
    assert(typeof found === "object" && found !== null, `no ${path.join(".")} in ${JSON.stringify(value)}`)
    found = Reflect.get(found, key)
  }
  return String(found)
}

/** A server, ready to be played on. */
export const make = (hands: Hands) =>
  Effect.gen(function* () {
    const { url } = yield* Server
    const client = yield* HttpClient.HttpClient
    const construct = yield* Socket.WebSocketConstructor
    const lines: Array<Line> = []
    const frames = new Map<string, Array<unknown>>()
    const accounts = new Map<string, Signed>()
    let lastFrame = 0
    let ticks = 0

    const number = () => String(lines.length + 1).padStart(3, "0")
    const write = (step: string, told: unknown) => lines.push({ step: `${number()} ${step}`, told })

    /** Identities are another server's own. */
    const named = (text: string) =>
      [...accounts].reduce((all, [name, { id }]) => all.replaceAll(id || "none", name), text)
    const brief = (text: string) =>
      named(text)
        .replaceAll(/\b[0-9a-f]{15}\b/g, "<id>")
        .slice(0, 120)

    const send = (method: "GET" | "POST", path: string, { body, headers, query, text, type }: Asked) =>
      Effect.gen(function* () {
        const address = new URL(`${url}${path}`)
        for (const [key, value] of Object.entries(query ?? {})) address.searchParams.set(key, value)
        const bare = HttpClientRequest.make(method)(address, { headers: headers ?? {} })
        const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
        const request =
          sent === undefined ? bare : HttpClientRequest.bodyText(bare, sent, type ?? "application/json")
        const response = yield* client.execute(request)
        const answer: Answer = {
          status: response.status,
          kind: response.headers["content-type"] ?? "",
          token: response.headers["x-token"] !== undefined,
          body: read(yield* response.text)
        }
        return { answer, token: response.headers["x-token"] }
      }).pipe(
        // Spans would hold megabytes of requests.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.orDie
      )

    const signIn = (name: string) =>
      Effect.gen(function* () {
        const account = accounts.get(name)
        assert(account !== undefined, `${name} has no account`)
        const body = { email: name, password: account.password }
        const { answer } = yield* send("POST", "/api/auth/signin", { body })
        account.token = textOf(answer.body, "token")
        account.since = yield* Clock.currentTimeMillis
        return account
      })

    const credentials = (name: string) =>
      Effect.gen(function* () {
        const account = accounts.get(name)
        const now = yield* Clock.currentTimeMillis
        return account === undefined || now - account.since > freshFor ? yield* signIn(name) : account
      })

    /** Asks, as somebody or as nobody. */
    const ask = (who: string | undefined, method: "GET" | "POST", path: string, asked: Asked = {}) =>
      Effect.gen(function* () {
        const account = who === undefined ? undefined : yield* credentials(who)
        const signed = account === undefined ? {} : { "x-token": account.token, "x-username": account.token }
        const { answer, token } = yield* send(method, path, {
          ...asked,
          headers: { ...signed, ...asked.headers }
        })
        if (account !== undefined && token !== undefined) {
          account.token = token
          account.since = yield* Clock.currentTimeMillis
        }
        const { body, query, text, type = "" } = asked
        const shown = `${type}${text ?? JSON.stringify(body ?? query ?? {})}`
        write(`${who ?? "nobody"} ${method} ${path} ${brief(shown)}`, answer)
        return answer
      })

    const quiet = Effect.suspend(() => hands.quiet(() => lastFrame))

    const keep = (socket: string, text: string) => {
      const event = text.startsWith("[") ? read(text) : undefined
      const [channel, payload] = Array.isArray(event) ? [named(String(event[0])), event[1]] : ["says", text]
      const key = `${socket} ${channel}`
      const list = frames.get(key) ?? []
      frames.set(key, list)
      list.push(payload)
    }

    return {
      protocol: { lines, frames } satisfies Protocol,
      ask,
      get: (who: string | undefined, path: string, query?: Readonly<Record<string, string>>) =>
        ask(who, "GET", path, query === undefined ? {} : { query }),
      post: (who: string | undefined, path: string, body: unknown) => ask(who, "POST", path, { body }),
      /** Registers an account and signs in. */
      join: (name: string, password: string) =>
        Effect.gen(function* () {
          const body = { username: name, email: `${name}@example.com`, password }
          yield* ask(undefined, "POST", "/api/register/submit", { body })
          accounts.set(name, { password, id: "", token: "", since: 0 })
          const account = yield* signIn(name)
          const { body: me } = yield* ask(name, "GET", "/api/auth/me")
          account.id = textOf(me, "_id")
          return account.id
        }),
      id: (name: string) => accounts.get(name)?.id ?? assert.fail(`${name} has no account`),
      /** Opens a socket, for somebody or nobody; it ends with the scope. */
      dial: (socket: string, who?: string) =>
        Effect.gen(function* () {
          const ws = construct(`${url.replace(/^http/, "ws")}/socket/websocket`)
          yield* Effect.addFinalizer(() => Effect.sync(() => ws.close()))
          const opened = new Promise<void>((resolve) => ws.addEventListener("open", () => resolve()))
          ws.addEventListener("message", ({ data }) => {
            lastFrame = Date.now()
            keep(socket, String(data))
          })
          yield* Effect.promise(() => opened)
          const say = (text: string) =>
            Effect.gen(function* () {
              ws.send(text)
              yield* quiet
              write(`${socket} says ${named(text).replace(/[0-9a-f]{40}/, "<token>")}`, "said")
            })
          if (who !== undefined) yield* say(`auth ${(yield* credentials(who)).token}`)
          return say
        }),
      tick: (count = 1) =>
        Effect.forEach(
          Array.from({ length: count }),
          () =>
            Effect.gen(function* () {
              yield* hands.tick
              yield* quiet
              write(`tick ${(ticks += 1)}`, "passed")
            }),
          { discard: true }
        ),
      change: hands.change,
      put: hands.put,
      announce: (text: string) => Effect.andThen(hands.announce(text), quiet)
    }
  })

export type Stage = Effect.Success<ReturnType<typeof make>>

/** A part of the scenario. */
export type Scene = (stage: Stage) => Effect.Effect<void, never, Scope.Scope>
