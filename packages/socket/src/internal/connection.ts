import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Session from "@screeps-effect/api/Session"
import * as Frame from "@screeps-effect/schema/Frame"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import type * as Socket from "effect/socket/Socket"
import type { ServerEvent } from "../ServerEvent.ts"
import { AuthRefused, SocketError, TimedOut } from "../SocketError.ts"
import type { Broadcast } from "./broadcast.ts"
import { now } from "./now.ts"
import { fromAccount, fromSocket } from "./reasons.ts"
import type { Settings } from "./settings.ts"
import type { Send, Subscriptions, Writing } from "./subscriptions.ts"
import type { Tally } from "./tally.ts"

/** What a connection works with; all of it outlives the connection. */
export interface Surroundings {
  readonly session: Session.Session["Service"]
  readonly settings: Settings
  readonly subscriptions: Subscriptions
  readonly frames: Broadcast<Frame.PlainFrame>
  readonly tell: (event: ServerEvent) => void
  readonly tally: Tally
  readonly isOpen: Effect.Effect<void>
  readonly isReady: Effect.Effect<void>
}

interface Outgoing {
  readonly text: string
  readonly writing: Writing | undefined
}

const refused = new SocketError({
  reason: new AuthRefused({ detail: "the server refused the sign-in, also with a fresh token" })
})

const silent = (after: Duration.Duration) => new SocketError({ reason: new TimedOut({ after }) })

const decoder = new TextDecoder()

/**
 * One connection from its beginning to its end, which is always a failure.
 *
 * Frames are read by one fiber, one after another, compressed ones unpacked in between: their order is that of the wire.
 */
export const connection = (
  socket: Socket.Socket,
  { frames, isOpen, isReady, session, settings, subscriptions, tally, tell }: Surroundings
): Effect.Effect<never, SocketError, Scope.Scope> =>
  Effect.gen(function* () {
    const fail = fromSocket(settings.connectTimeout)
    const { pull } = yield* Effect.mapError(socket.reader, fail)
    const writer = yield* socket.writer
    yield* isOpen

    // What is to be sent ends with the connection; a writer of its own would keep it for the next one.
    const outbox = yield* Queue.unbounded<Outgoing>()
    const send: Send = (text, writing) => void Queue.offerUnsafe(outbox, { text, writing })
    const sending = Queue.takeAll(outbox).pipe(
      Effect.tap((frames) => {
        for (const { writing } of frames) writing?.begins()
        return writer.writeAll(Arr.map(frames, ({ text }) => text))
      }),
      Effect.map((frames) => {
        for (const { writing } of frames) writing?.ends()
      }),
      Effect.forever({ disableYield: true }),
      Effect.mapError(fail),
      // Nothing is heard between writing and telling of it.
      Effect.provideService(References.PreventSchedulerYield, true)
    )

    let waiting: ReadonlyArray<string | Uint8Array> = []
    let at = 0
    let heard = yield* now
    /** The loan whose sign-in is under way. */
    let asked: Session.TokenLease | undefined

    const take = Effect.suspend(() =>
      at < waiting.length
        ? Effect.void
        : Effect.flatMap(Effect.mapError(pull, fail), (batch) => {
            waiting = batch
            at = 0
            return Effect.map(now, (millis) => {
              heard = millis
            })
          })
    )

    const unpack = (frame: Frame.CompressedFrame) =>
      Effect.catch(Frame.inflate(frame), () =>
        Effect.sync(() => {
          tally.damaged++
          send("gzip off")
          subscriptions.damaged(heard)
        })
      )

    const hear = (frame: Frame.PlainFrame): Effect.Effect<void> => {
      frames.publish(frame)
      switch (frame._tag) {
        case "Event": {
          const issue = subscriptions.deliver(frame.channel, frame.payload, heard)
          return issue === undefined
            ? Effect.void
            : Effect.logWarning(`${frame.channel}: a payload was left out`, issue)
        }
        case "ErrorEvent":
          subscriptions.refuse(frame.channel, frame.payload, heard)
          return Effect.void
        case "Unknown":
          tally.unknownWords++
          return Effect.void
        case "AuthOk": {
          tell({ _tag: "Auth", outcome: "ok" })
          const loan = asked
          asked = undefined
          return loan === undefined ? Effect.void : session.onTokenReceived(loan, frame.token)
        }
        case "AuthFailed":
          tell({ _tag: "Auth", outcome: "failed" })
          asked = undefined
          return Effect.void
        default:
          tell(frame)
          return Effect.void
      }
    }

    /** The next frame; nothing when it was damaged. */
    const next: Effect.Effect<Frame.PlainFrame | undefined, SocketError> = Effect.gen(function* () {
      yield* take
      const data = waiting[at++]
      if (data === undefined) return undefined
      const frame = Frame.parse(typeof data === "string" ? data : decoder.decode(data))
      const plain = frame._tag === "Compressed" ? yield* unpack(frame) : frame
      if (plain !== undefined) yield* hear(plain)
      return plain ?? undefined
    })

    const ask = (loan: Session.TokenLease) => {
      asked = loan
      send(`auth ${Redacted.value(loan.token)}`)
    }

    const answer: Effect.Effect<"AuthOk" | "AuthFailed", SocketError> = Effect.gen(function* () {
      while (true) {
        const frame = yield* next
        if (frame?._tag === "AuthOk" || frame?._tag === "AuthFailed") return frame._tag
      }
    }).pipe(
      Effect.timeoutOrElse({
        duration: settings.connectTimeout,
        orElse: () => Effect.fail(silent(settings.connectTimeout))
      })
    )

    const signIn = (borrow: Effect.Effect<Session.TokenLease, ScreepsError>) =>
      Effect.gen(function* () {
        const loan = yield* Effect.mapError(borrow, fromAccount)
        ask(loan)
        return (yield* answer) === "AuthOk" ? undefined : loan
      })

    const signedIn = Effect.gen(function* () {
      if (session.method === "Guest") return
      const dead = yield* signIn(session.acquire)
      if (dead === undefined) return
      // A token of a private server dies within about a minute; the session knows a newer one, or signs in anew.
      const newer = yield* signIn(session.onTokenRejected(dead))
      if (newer === undefined) return
      // A newer one of the same sign-in may be as dead; one of a fresh sign-in is not.
      if (
        newer.generation !== dead.generation ||
        (yield* signIn(session.onTokenRejected(newer, true))) !== undefined
      ) {
        return yield* refused
      }
    })

    /** A sign-in is the one thing that a server always answers: where nothing is heard, it tells whether the server lives. */
    const watching = Effect.gen(function* () {
      const patience = Duration.toMillis(settings.liveness)
      if (session.method === "Guest" || patience === Infinity) return yield* Effect.never
      while (true) {
        const quiet = (yield* now) - heard
        if (quiet < patience || subscriptions.subscribed() === 0) {
          yield* Effect.sleep(quiet < patience ? patience - quiet : settings.liveness)
          continue
        }
        const before = heard
        const loan = yield* session.current
        // Who is signed in no more has nothing to ask with, and silence alone says nothing.
        if (loan === undefined) {
          yield* Effect.sleep(settings.liveness)
          continue
        }
        ask(loan)
        yield* Effect.sleep(settings.connectTimeout)
        if (heard === before) return yield* silent(Duration.millis((yield* now) - before))
      }
    })

    const listening = Effect.gen(function* () {
      yield* signedIn
      if (settings.gzip) send("gzip on")
      subscriptions.open(send)
      yield* isReady
      return yield* Effect.raceFirst(Effect.forever(next, { disableYield: true }), watching)
    })

    return yield* Effect.raceFirst(listening, sending)
  })
