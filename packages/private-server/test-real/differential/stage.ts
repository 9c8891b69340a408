/** A server on which a scenario is played, and the protocol of its responses and frames. */
import { assert } from "@effect/vitest"
import { Server } from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"

/** Administration of a server, with the same functions for every server. */
export interface Admin {
  /** Runs one tick, and waits until the sockets have received its frames. */
  readonly tick: Effect.Effect<void>
  /** Waits until the sockets receive no more frames. */
  readonly quiet: (lastFrame: () => number) => Effect.Effect<void>
  readonly change: (username: string, fields: UserFields) => Effect.Effect<void>
  /** Adds an object with its id to a room. */
  readonly put: (room: string, object: Thing) => Effect.Effect<void>
  readonly announce: (text: string) => Effect.Effect<void>
}

/** Credits, lifetime power, resources and Steam id of an account. */
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

/** One step of the scenario and its result. */
export interface Line {
  readonly step: string
  readonly result: unknown
}

/** Everything that a server sent. */
export interface Protocol {
  /** Steps with their responses, in order. */
  readonly lines: ReadonlyArray<Line>
  /** Frames by socket and channel, in order. */
  readonly frames: ReadonlyMap<string, ReadonlyArray<unknown>>
}

export interface Answer {
  readonly status: number
  readonly kind: string
  /** Whether the response has a new token. */
  readonly token: boolean
  readonly body: unknown
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** A body that is sent unchanged, with the content type `type`, by default that of JSON. */
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

/** Tokens expire after a minute. */
const freshFor = 30_000

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a field of a response, as text. */
export const textOf = (value: unknown, ...path: ReadonlyArray<string | number>): string => {
  let found: unknown = value
  for (const key of path) {
    assert(typeof found === "object" && found !== null, `no ${path.join(".")} in ${JSON.stringify(value)}`)
    found = Reflect.get(found, key)
  }
  return String(found)
}

/** Creates a stage on a server. */
export const make = (admin: Admin) =>
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
    const write = (step: string, result: unknown) => lines.push({ step: `${number()} ${step}`, result })

    /** Replaces ids of accounts, which differ between servers, by their names. */
    const named = (text: string) =>
      [...accounts].reduce((all, [name, { id }]) => all.replaceAll(id || "none", name), text)
    const brief = (text: string) =>
      named(text)
        .replaceAll(/\b[0-9a-f]{15}\b/g, "<id>")
        .slice(0, 120)

    const send = (method: "GET" | "POST", path: string, { body, headers, query, text, type }: CallOptions) =>
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

    /** Sends a request, as an account or as a guest. */
    const call = (who: string | undefined, method: "GET" | "POST", path: string, options: CallOptions = {}) =>
      Effect.gen(function* () {
        const account = who === undefined ? undefined : yield* credentials(who)
        const signed = account === undefined ? {} : { "x-token": account.token, "x-username": account.token }
        const { answer, token } = yield* send(method, path, {
          ...options,
          headers: { ...signed, ...options.headers }
        })
        if (account !== undefined && token !== undefined) {
          account.token = token
          account.since = yield* Clock.currentTimeMillis
        }
        const { body, query, text, type = "" } = options
        const shown = `${type}${text ?? JSON.stringify(body ?? query ?? {})}`
        write(`${who ?? "guest"} ${method} ${path} ${brief(shown)}`, answer)
        return answer
      })

    const quiet = Effect.suspend(() => admin.quiet(() => lastFrame))

    const keep = (socket: string, text: string) => {
      const event = text.startsWith("[") ? read(text) : undefined
      const [channel, payload] = Array.isArray(event)
        ? [named(String(event[0])), event[1]]
        : ["control", text]
      const key = `${socket} ${channel}`
      const list = frames.get(key) ?? []
      frames.set(key, list)
      list.push(payload)
    }

    return {
      protocol: { lines, frames } satisfies Protocol,
      call,
      get: (who: string | undefined, path: string, query?: Readonly<Record<string, string>>) =>
        call(who, "GET", path, query === undefined ? {} : { query }),
      post: (who: string | undefined, path: string, body: unknown) => call(who, "POST", path, { body }),
      /** Registers an account and signs in. */
      join: (name: string, password: string) =>
        Effect.gen(function* () {
          const body = { username: name, email: `${name}@example.com`, password }
          yield* call(undefined, "POST", "/api/register/submit", { body })
          accounts.set(name, { password, id: "", token: "", since: 0 })
          const account = yield* signIn(name)
          const { body: me } = yield* call(name, "GET", "/api/auth/me")
          account.id = textOf(me, "_id")
          return account.id
        }),
      id: (name: string) => accounts.get(name)?.id ?? assert.fail(`${name} has no account`),
      /** Opens a socket, for an account or a guest; it is closed with the scope. */
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
              write(`${socket} sends ${named(text).replace(/[0-9a-f]{40}/, "<token>")}`, "sent")
            })
          if (who !== undefined) yield* say(`auth ${(yield* credentials(who)).token}`)
          return say
        }),
      tick: (count = 1) =>
        Effect.forEach(
          Array.from({ length: count }),
          () =>
            Effect.gen(function* () {
              yield* admin.tick
              yield* quiet
              write(`tick ${(ticks += 1)}`, "passed")
            }),
          { discard: true }
        ),
      change: admin.change,
      put: admin.put,
      announce: (text: string) => Effect.andThen(admin.announce(text), quiet)
    }
  })

export type Stage = Effect.Success<ReturnType<typeof make>>

/** A part of the scenario. */
export type Scene = (stage: Stage) => Effect.Effect<void, never, Scope.Scope>
