/** Mutated frames, read by the socket client and the room feed through a WebSocket in memory. */
import { captures, received } from "@screeps-effect/fixtures"
import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { Channels, RoomFeed, ScreepsSocket, type SocketError } from "@screeps-effect/socket"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Socket from "effect/socket/Socket"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf, type Shown } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"
import { render, type Text } from "../text.ts"
import { ScriptedSocket } from "../scriptedSocket.ts"

/** Edits of the list of frames, in order; numbers are fractions of its length. */
type FrameEdit =
  | { readonly edit: "drop"; readonly frame: number }
  | { readonly edit: "repeat"; readonly frame: number; readonly times: number }
  | { readonly edit: "move"; readonly frame: number; readonly to: number }
  | { readonly edit: "change"; readonly frame: number; readonly by: Edits.Edit }
  | { readonly edit: "send"; readonly frame: number; readonly text: Text }
  | { readonly edit: "compress"; readonly frame: number; readonly format: "gzip" | "deflate" }
  | { readonly edit: "binary"; readonly frame: number }
  | { readonly edit: "close"; readonly frame: number; readonly code: number; readonly reason: string }

interface Conversation extends Case {
  readonly capture: string
  readonly server: "4.3.0" | "xxscreeps"
  /** When the frames are sent: before the sign-in, instead of its response, or when a channel is subscribed to. */
  readonly stage: "greeting" | "signIn" | "subscribed"
  readonly gzip: boolean
  readonly onDecodeFailure: "skip" | "fail"
  readonly edits: ReadonlyArray<FrameEdit>
}

type Event = { readonly frame: string | Uint8Array } | { readonly close: number; readonly reason: string }

const every = (["4.3.0", "xxscreeps"] as const).flatMap((server) =>
  captures(server).map((capture) => ({ server, capture, frames: received(capture, server).slice(0, 300) }))
)
const framesOf = ({ capture, server }: Pick<Conversation, "capture" | "server">) =>
  every.find((one) => one.capture === capture && one.server === server)?.frames ?? []

/** The user and the rooms of a capture. */
const subjectOf = (frames: ReadonlyArray<string>) => {
  const text = frames.join("\n")
  return {
    user: /"user:([^/"]{1,40})\//.exec(text)?.[1] ?? "fuzz",
    room: RoomName.RoomName.make(/"room:([WE]\d{1,2}[NS]\d{1,2})"/.exec(text)?.[1] ?? "W7N3")
  }
}

/** Edits walk through values: one that is nested deeper stays a text. */
const deepest = 500

const isDeep = (text: string): boolean => {
  let depth = 0
  for (const character of text) {
    if (character === "[" || character === "{") depth++
    else if (character === "]" || character === "}") depth--
    if (depth > deepest) return true
  }
  return false
}

const parsed = (frame: string): unknown => {
  if (isDeep(frame)) return frame
  try {
    return JSON.parse(frame)
  } catch {
    return frame
  }
}

const editEvents = (events: Array<Event>, edit: FrameEdit): Array<Event> => {
  const at = Math.floor(edit.frame * events.length)
  const event = events[at]
  const replace = (...others: ReadonlyArray<Event>) => events.toSpliced(at, 1, ...others)
  if (edit.edit === "send") return events.toSpliced(at, 0, { frame: render(edit.text) })
  if (edit.edit === "close") return events.toSpliced(at, 0, { close: edit.code, reason: edit.reason })
  if (event === undefined) return events
  if (edit.edit === "drop") return replace()
  if (edit.edit === "repeat") return replace(...Array.from({ length: edit.times }, () => event))
  if (edit.edit === "move") return replace().toSpliced(Math.floor(edit.to * events.length), 0, event)
  if (!("frame" in event) || typeof event.frame !== "string") return events
  if (edit.edit === "binary") return replace({ frame: new TextEncoder().encode(event.frame) })
  if (edit.edit === "compress") {
    return replace({ frame: render(["gz:", { compressed: edit.format, text: event.frame }]) })
  }
  return replace({ frame: Edits.apply(parsed(event.frame), [edit.by]).toString() })
}

const eventsOf = (conversation: Conversation): ReadonlyArray<Event> =>
  conversation.edits.reduce<Array<Event>>(
    editEvents,
    framesOf(conversation).map((frame) => ({ frame }))
  )

const lines = [
  "time",
  "time x",
  "time 99999999999999999999",
  "protocol 1e9",
  "package -1",
  "auth",
  "auth ok",
  "auth ok \t",
  "auth failed",
  "auth ok null",
  "auth ok \u{1F4A9}\u0000\u202e",
  `auth ok ${Hostile.secrets.session}`,
  `auth failed ${Hostile.secrets.token}`,
  "gzip on",
  "ping",
  "[",
  "[]",
  "[[]]",
  '["a"]',
  "{}",
  "null",
  "[null,null]",
  '["room:W7N3"]',
  '["",{}]',
  '["err@room:W7N3","x"]',
  '["err@room:W7N3",{"a":1}]',
  `["err@user:fuzz/console","${Hostile.secrets.token}"]`,
  '["err@err@x",1]',
  "gz:",
  "gz:!",
  "gz:AAAA"
]

const channels = ["room:W7N3", "user:fuzz/console", "user:fuzz/cpu", "server-message", "roomMap2:W7N3"]

const sent = (random: Random): Text => {
  const kind = random.next()
  if (kind < 0.4) return random.pick(lines)
  if (kind < 0.5) return Hostile.text(random)
  const name = random.pick(channels)
  const json = Hostile.json(random)
  const wrapped = random.chance(0.5)
    ? [`["${name}",`, ...(typeof json === "string" ? [json] : json), "]"]
    : [
        `["${name}",{"${random.pick(["objects", "users", "messages", "visual", "info", "flags", "error"])}":`,
        ...(typeof json === "string" ? [json] : json),
        `,"gameTime":${random.pick(["1", "-5", "1e300", "null", "10"])}}]`
      ]
  return random.chance(0.15)
    ? ["gz:", { compressed: random.pick(["gzip", "deflate"]), text: wrapped }]
    : wrapped
}

const codes = [1000, 1001, 1002, 1006, 1008, 1011, 1012, 4000]

const edit = (random: Random, frames: ReadonlyArray<string>): FrameEdit => {
  const frame = random.next()
  const kind = random.next()
  if (kind < 0.45) {
    const text = frames[Math.floor(frame * frames.length)]
    const value = text === undefined ? undefined : parsed(text)
    const isJson = typeof value === "object" && random.chance(0.85)
    return { edit: "change", frame, by: isJson ? Edits.ofValue(random, value) : Edits.ofText(random) }
  }
  if (kind < 0.7) return { edit: "send", frame, text: sent(random) }
  if (kind < 0.76) return { edit: "drop", frame }
  if (kind < 0.82) return { edit: "repeat", frame, times: random.pick([2, 3, 50]) }
  if (kind < 0.88) return { edit: "move", frame, to: random.next() }
  if (kind < 0.93) return { edit: "compress", frame, format: random.chance(0.8) ? "deflate" : "gzip" }
  if (kind < 0.96) return { edit: "binary", frame }
  return {
    edit: "close",
    frame,
    code: random.pick(codes),
    reason: random.pick(["", "x", Hostile.secrets.token])
  }
}

/** What the last frame says, after which everything hostile was read. */
const last = "the last line"

const http = (user: string) =>
  HttpClient.make((request) =>
    Effect.sync(() =>
      HttpClientResponse.fromWeb(request, Response.json({ ok: 1, _id: user, username: "fuzz", token: "t" }))
    )
  )

/** The server's side: plays its part once, and behaves on later connections. */
const serverOf = (conversation: Conversation, events: ReadonlyArray<Event>, user: string) => {
  let isPlayed = false
  const play = (socket: ScriptedSocket) => {
    if (isPlayed) return
    isPlayed = true
    for (const event of events) {
      if ("frame" in event) socket.deliver(event.frame)
      else socket.end(event.close, event.reason)
    }
  }
  const own = `user:${user}/console`
  return () =>
    new ScriptedSocket(
      (socket) => {
        socket.deliver("time 1")
        socket.deliver("protocol 14")
        if (conversation.stage === "greeting") play(socket)
      },
      (socket, text) => {
        if (text.startsWith("auth ")) {
          if (conversation.stage === "signIn") play(socket)
          socket.deliver(`auth ok ${Hostile.secrets.session}`)
        }
        if (text === `subscribe ${own}`) {
          if (conversation.stage === "subscribed") play(socket)
          socket.deliver(JSON.stringify([own, { messages: { log: [last], results: [] } }]))
        }
      }
    )
}

const problemsOfStream = (exit: Exit.Exit<unknown, SocketError.SocketError>, shown: Shown) =>
  Exit.isFailure(exit) ? problemsOf(exit, shown) : []

/** All channels, until the last line has arrived or the console ended. */
const listen = (room: RoomName.RoomName, shown: Shown) =>
  Effect.gen(function* () {
    const socket = yield* ScreepsSocket.ScreepsSocket
    const drain = <A, E extends SocketError.SocketError, R>(stream: Stream.Stream<A, E, R>) =>
      Effect.forkScoped(Effect.exit(Stream.runDrain(stream)), { startImmediately: true })
    const others = [
      yield* drain(RoomFeed.signals(room)),
      yield* drain(RoomFeed.changes(room)),
      yield* drain(socket.signals(Channels.room(room))),
      yield* drain(socket.signals(Channels.roomMap(room))),
      yield* drain(socket.signals(Channels.cpu())),
      yield* drain(socket.signals(Channels.money())),
      yield* drain(socket.signals(Channels.resources())),
      yield* drain(socket.signals(Channels.code())),
      yield* drain(socket.signals(Channels.memory("a"))),
      yield* drain(socket.signals(Channels.newMessage())),
      yield* drain(socket.signals(Channels.serverMessage())),
      yield* drain(socket.frames),
      yield* drain(socket.events)
    ]
    const console = yield* socket.subscribe(Channels.console()).pipe(
      Stream.takeUntil((event) => ConsoleEvent.lines(event).some(({ text }) => text === last)),
      Stream.runDrain,
      Effect.exit,
      Effect.timeoutOption("10 seconds")
    )
    const problems: Array<string> = []
    if (console._tag === "None") {
      const state = yield* socket.state
      problems.push(`hang: the last line does not arrive (${state._tag})`)
    } else problems.push(...problemsOfStream(console.value, shown))
    for (const fiber of others) {
      const ended = fiber.pollUnsafe()
      if (ended === undefined) continue
      problems.push(
        ...(Exit.isSuccess(ended) ? problemsOfStream(ended.value, shown) : problemsOf(ended, shown))
      )
      yield* Fiber.await(fiber)
    }
    shown.search("the counters", yield* socket.counters)
    return problems
  }).pipe(Effect.scoped)

export const frames: Target<Conversation> = {
  name: "frames",
  size: (conversation) => eventsOf(conversation).length,
  make: (random) => {
    const { capture, frames, server } = random.pick(every)
    return {
      capture,
      server,
      stage: random.pick([
        "greeting",
        "signIn",
        "subscribed",
        "subscribed",
        "subscribed",
        "subscribed"
      ] as const),
      gzip: random.chance(0.5),
      onDecodeFailure: random.chance(0.8) ? "skip" : "fail",
      edits: Array.from({ length: 1 + random.below(20) }, () => edit(random, frames))
    }
  },
  prepare: (conversation) => {
    const { room, user } = subjectOf(framesOf(conversation))
    const events = eventsOf(conversation)
    const bytes = events.reduce((sum, event) => sum + ("frame" in event ? event.frame.length : 0), 0)
    const run = async () => {
      const shown = makeShown(["token", "session", "mail"])
      const connect = serverOf(conversation, events, user)
      const opened: Array<ScriptedSocket> = []
      const layer = RoomFeed.layer().pipe(
        Layer.provideMerge(
          ScreepsSocket.layer({
            gzip: conversation.gzip,
            onDecodeFailure: conversation.onDecodeFailure,
            backoff: Schedule.spaced(Duration.millis(1))
          })
        ),
        Layer.provide(
          Layer.succeed(Socket.WebSocketConstructor, () => {
            const socket = connect()
            opened.push(socket)
            return socket
          })
        ),
        Layer.provide(ScreepsClient.layerNoDeps()),
        Layer.provide(Credentials.layerToken(Redacted.make(Hostile.secrets.token))),
        Layer.provide(Server.layer(Server.privateServer("http://127.0.0.1:21025"))),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, http(user)))
      )
      const exit = await Effect.runPromise(
        Effect.result(
          Effect.sandbox(
            listen(room, shown).pipe(Effect.provide(layer, { local: true }), Effect.provide(logs(shown)))
          )
        )
      )
      const problems = Result.isSuccess(exit) ? exit.success : problemsOf(Exit.failCause(exit.failure), shown)
      const isOpen = opened.some((socket) => socket.isOpen)
      return [...problems, ...shown.leaks, ...(isOpen ? ["growth: a socket is left open"] : [])]
    }
    return { bytes, run }
  }
}
