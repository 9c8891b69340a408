/**
 * A player's script on a fake server: console lines run in the next tick, as on a real server; Memory is watched and
 * read.
 */
import { createContext, runInContext } from "node:vm"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type * as Server from "@screeps-effect/api/Server"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { alice, asToken, type FakeServer, fakeServer } from "../../support/fakeServer.ts"
import { settle } from "@screeps-effect/fixtures/time"
import { type FakeRequest, fake, type Fake, privateServer } from "./server.ts"

/** Encodes a line of the log as a server 4.3.0 does. */
const encodeLog = (text: string) =>
  text.replaceAll(
    /[<>&"'`\t]|[^\0-\x7f]/gu,
    (character) => `&#x${character.codePointAt(0)?.toString(16).toUpperCase()};`
  )

export interface Player {
  readonly socket: FakeServer
  readonly http: Fake
  /** The contents of Memory. */
  memory: unknown
  /** Runs at the start of a tick, before the lines. */
  script: () => void
  /** Logs a text as the script does. */
  readonly log: (text: string) => void
  /** Adds a line of another client. */
  readonly type: (expression: string) => void
  /** Runs one tick: the script, then the lines in order; an exception ends it. */
  readonly tick: Effect.Effect<void>
  /** Returns a response that replaces the normal one, or `undefined`. */
  respond: (request: FakeRequest) => Response | undefined
  /** The delay of the server's response to a line. */
  delay: Effect.Effect<void>
}

const stored = () => Response.json({ ok: 1, result: { ok: 1, n: 1 }, insertedCount: 1 })

/** Returns a value of Memory, or `incorrect` for a path that does not exist. */
const find = (memory: unknown, path: string): { readonly value: unknown } | "incorrect" => {
  let at: unknown = memory
  for (const step of path.split(".")) {
    if (at === undefined || at === null) return "incorrect"
    at = Reflect.get(Object(at), step)
  }
  return { value: at }
}

/** Runs a line as a server does. */
const evaluate = (context: object, line: string): string => {
  const code = `(function(code,module,exports) { return "" + eval(code); })(${JSON.stringify(line)}, {}, {})`
  return String(runInContext(code, createContext(context), { displayErrors: false }))
}

const stackOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "stack" in error ? String(error.stack) : undefined

const player = (server: Server.Description = privateServer): Effect.Effect<Player, never, Scope.Scope> =>
  Effect.gen(function* () {
    const console = `user:${alice}/console`
    const watched = new Set<string>()
    let lines: Array<string> = []
    let logged: Array<string> = []
    const socket = yield* fakeServer({
      server,
      credentials: asToken,
      onCommand: (text) => {
        const [command, name = ""] = text.split(` user:${alice}/memory/`)
        if (command === "subscribe") watched.add(name)
        if (command === "unsubscribe") watched.delete(name)
      }
    })
    const context = createContext({})

    const respond = Effect.fnUntraced(function* (request: FakeRequest) {
      const other = self.respond(request)
      if (other !== undefined) return other
      if (request.url.pathname === "/api/user/console") {
        const { expression } = request.body as { readonly expression: string }
        lines.push(expression)
        yield* self.delay
        return stored()
      }
      const found = find(self.memory, request.url.searchParams.get("path") ?? "")
      if (found === "incorrect") return Response.json({ ok: 1, data: "Incorrect memory path" })
      if (found.value === undefined) return Response.json({ ok: 1 })
      return Response.json({ ok: 1, data: yield* Effect.orDie(GzipJson.encode(found.value)) })
    })

    /** Runs all lines; returns their results, and the exception that ended them. */
    const run = (): { readonly results: ReadonlyArray<string>; readonly error?: string | undefined } => {
      const results: Array<string> = []
      const waiting = lines
      lines = []
      try {
        self.script()
        for (const line of waiting) results.push(evaluate(context, line))
        return { results }
      } catch (error) {
        return { results, error: stackOf(error)?.replaceAll("<", "&lt;") }
      }
    }

    const self: Player = {
      socket,
      http: fake((request) => respond(request), server),
      memory: {},
      script: () => {},
      log: (text) => void logged.push(encodeLog(text)),
      type: (expression) => void lines.push(expression),
      tick: Effect.andThen(
        Effect.sync(() => {
          const { error, results } = run()
          socket.current().sendEvent(console, { messages: { log: logged, results } })
          if (error !== undefined) socket.current().sendEvent(console, { error })
          logged = []
          for (const name of watched) {
            const found = find(self.memory, server.kind === "private" ? name : name.replace(/^\w+\//, ""))
            const text = found === "incorrect" ? "Incorrect memory path" : String(found.value)
            socket.current().sendEvent(`user:${alice}/memory/${name}`, text)
          }
        }),
        settle
      ),
      respond: () => undefined,
      delay: Effect.void
    }
    return self
  })

/** Runs a program with a player. */
export const withPlayer = <A, E>(
  program: (player: Player) => Effect.Effect<A, E, ScreepsClient | ScreepsSocket.ScreepsSocket | Scope.Scope>,
  server?: Server.Description
): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const self = yield* player(server)
    const socket = Layer.provide(ScreepsSocket.layer(), self.socket.layer)
    return yield* Effect.gen(function* () {
      yield* Effect.flatMap(ScreepsSocket.ScreepsSocket, ({ state }) => state) // connects
      yield* settle
      const result = yield* Effect.scoped(program(self))
      yield* settle
      const counters = yield* Effect.flatMap(ScreepsSocket.ScreepsSocket, ({ counters }) => counters)
      if (counters.listeners > 0) return yield* Effect.die(new Error("a listener is left"))
      return result
    }).pipe(Effect.provide(Layer.merge(socket, self.http.layer)))
  }).pipe(Effect.scoped)
