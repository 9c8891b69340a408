/** The command line over TCP: port 21026 of the game's own server. */
import { connect, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as RcRef from "effect/RcRef"
import type * as Scope from "effect/Scope"
import { AdministrationError, Unreachable } from "../AdministrationError.ts"
import { type Call, makeMark, makeReader, type Outcome, parse, source } from "./program.ts"
import type { Oversized, Transport } from "./transport.ts"

/** Where the command line listens. */
export interface Options {
  readonly host: string
  readonly port: number
  /** Maximum length of results as JSON text. */
  readonly limit: number
}

type Result = Exit.Exit<Outcome, AdministrationError | Oversized>

/** A connection, whose programs are evaluated at the same time. */
interface Connection {
  readonly isOpen: () => boolean
  readonly send: (calls: ReadonlyArray<Call>) => Effect.Effect<Outcome, AdministrationError | Oversized>
  /** Waits for the responses that are missing. */
  readonly drained: Effect.Effect<void>
  readonly close: Effect.Effect<void>
}

const addressOf = ({ host, port }: Options) => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`)

const make = (socket: Socket, options: Options): Connection => {
  const address = addressOf(options)
  const mark = makeMark()
  const reader = makeReader(mark, options.limit)
  const waiting = new Map<number, (result: Result) => void>()
  let next = 0
  let isOpen = true
  let onDrained = () => {}

  const unreachable = (detail: string) =>
    Exit.fail(new AdministrationError({ reason: new Unreachable({ address, detail }) }))

  const settle = (id: number, result: Result) => {
    const resume = waiting.get(id)
    waiting.delete(id)
    // The caller's fiber runs at once, and may send again.
    resume?.(result)
    if (waiting.size === 0) onDrained()
  }
  const end = (result: Result) => {
    isOpen = false
    socket.destroy()
    for (const id of Array.from(waiting.keys())) settle(id, result)
  }

  // Responses are ASCII; other output may be anything.
  socket.setEncoding("latin1")
  socket.setNoDelay(true)
  socket.on("data", (chunk: string) => {
    const texts = reader.push(chunk)
    if (texts === undefined) {
      return end(
        Exit.fail({
          _tag: "Oversized",
          subject: "result",
          detail: `the limit is ${options.limit} characters`
        })
      )
    }
    for (const text of texts) {
      const parsed = parse(text)
      if (parsed !== undefined) settle(parsed.id, Exit.succeed(parsed.outcome))
    }
  })
  socket.on("error", (error) => end(unreachable(error.message)))
  socket.on("close", () =>
    end(
      unreachable(
        reader.greeting().startsWith("HTTP/")
          ? `it speaks HTTP, as that of screeps-launcher: use Administration.layerHttp({ url: "http://${address}" })`
          : "the connection was closed without a result"
      )
    )
  )

  return {
    isOpen: () => isOpen,
    send: (calls) =>
      Effect.callback((resume) => {
        const id = next
        next += 1
        waiting.set(id, resume)
        socket.write(`${source(calls, { mark, id, limit: options.limit })}\n`)
        // The server still responds to an interrupted program.
        return Effect.sync(() => waiting.has(id) && waiting.set(id, () => {}))
      }),
    drained: Effect.callback((resume) => {
      onDrained = () => resume(Effect.void)
      if (waiting.size === 0) onDrained()
    }),
    close: Effect.sync(() => {
      isOpen = false
      socket.destroy()
    })
  }
}

const open = (options: Options): Effect.Effect<Connection, AdministrationError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Connection, AdministrationError>((resume) => {
      const socket = connect(options.port, options.host)
      const onError = (error: Error) => {
        const reason = new Unreachable({ address: addressOf(options), detail: error.message })
        resume(Effect.fail(new AdministrationError({ reason })))
      }
      socket.once("error", onError)
      socket.once("connect", () => {
        socket.off("error", onError)
        resume(Effect.succeed(make(socket, options)))
      })
      return Effect.sync(() => socket.destroy())
    }),
    // A server on Node 16 or later ends when a client hangs up before it has received the response.
    ({ close, drained }) =>
      Effect.andThen(Effect.timeoutOption(Effect.interruptible(drained), "1 second"), close),
    { interruptible: true }
  )

/** Creates a transport, which connects when it is used first, and again after a connection was lost. */
export const transport = (options: Options): Effect.Effect<Transport, never, Scope.Scope> =>
  Effect.gen(function* () {
    const current = yield* RcRef.make({ acquire: open(options), idleTimeToLive: "1 minute" })
    const connection = Effect.gen(function* () {
      const found = yield* RcRef.get(current)
      if (found.isOpen()) return found
      yield* RcRef.invalidate(current)
      return yield* RcRef.get(current)
    })
    return {
      address: addressOf(options),
      send: (calls) => Effect.scoped(Effect.flatMap(connection, ({ send }) => send(calls)))
    }
  })
