import * as Drift from "@screeps-effect/api/Drift"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Session from "@screeps-effect/api/Session"
import * as Frame from "@screeps-effect/schema/Frame"
import type { Millis } from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import { AuthRefused, LimitExceeded, SocketError, TimedOut } from "../SocketError.ts"
import type { Findings, Send, Subscriptions, Writing } from "../subscriptions/subscriptions.ts"
import { shown } from "../shown.ts"
import type { Counters } from "./counters.ts"
import { fromApi } from "./errors.ts"
import type { Responses } from "./responses.ts"
import type { Limits, Settings } from "./settings.ts"
import { type Data, sizeOf, type WebSocket } from "./webSocket.ts"

/**
 * An event that a server sends about itself, outside of channels.
 *
 * **Source** recorded from a server 4.3.0; `Package` reported for official servers.
 */
export type ServerEvent =
  /** The server's clock, in milliseconds since 1970, sent when the connection is open. */
  | { readonly _tag: "Time"; readonly now: Millis }
  /** The version of the socket protocol, sent when the connection is open: 14 on private servers 4.3.0. */
  | { readonly _tag: "Protocol"; readonly version: number }
  /** The version of the package that an official server runs. */
  | { readonly _tag: "Package"; readonly version: number }
  /** The result of a sign-in. */
  | { readonly _tag: "Auth"; readonly outcome: "ok" | "failed" }

/** The dependencies of a connection; all of them outlive it. */
export interface Dependencies {
  readonly session: Session.Session["Service"]
  readonly settings: Settings
  readonly subscriptions: Subscriptions
  readonly counters: Counters
  readonly responses: Responses
  readonly clock: () => number
  readonly onFrame: (frame: Frame.PlainFrame, bytes: number) => void
  readonly onEvent: (event: ServerEvent) => void
  /** Runs when the connection is open. */
  readonly onOpen: Effect.Effect<void>
  /** Runs when the sign-in is complete. */
  readonly onReady: Effect.Effect<void>
}

interface Outgoing {
  readonly text: string
  readonly writing: Writing | undefined
}

const refused = new SocketError({
  reason: new AuthRefused({ detail: "the server rejected the sign-in, also with a fresh token" })
})

const silent = (after: Duration.Duration) => new SocketError({ reason: new TimedOut({ after }) })

const tooLong = ({ frameBytes }: Limits) =>
  new SocketError({ reason: new LimitExceeded({ limit: "frame", bound: frameBytes }) })

/** For how many milliseconds frames are read before other fibers and timers get a turn. */
const slice = 10

const decoder = new TextDecoder()

const reportFindings = (channel: string, findings: Findings): Effect.Effect<void> =>
  typeof findings === "string"
    ? Effect.logWarning(
        `A payload of ${shown(channel)} was left out, because it does not match its schema (${shown(findings)}). Later ones are counted only.`
      )
    : Drift.report(findings.kind, findings.drift)

/**
 * Runs one connection until it ends, which is always a failure.
 *
 * One fiber reads the frames and decompresses them one after another, so their order is that of the wire.
 */
export const connection = (
  opening: Effect.Effect<WebSocket, SocketError, Scope.Scope>,
  {
    clock,
    counters,
    onEvent,
    onFrame,
    onOpen,
    onReady,
    responses,
    session,
    settings,
    subscriptions
  }: Dependencies
): Effect.Effect<never, SocketError, Scope.Scope> =>
  Effect.gen(function* () {
    const webSocket = yield* opening
    yield* onOpen

    // Unsent frames are dropped with the connection; a writer outside of it would keep them for the next connection.
    const outbox = yield* Queue.unbounded<Outgoing>()
    const send: Send = (text, writing) => void Queue.offerUnsafe(outbox, { text, writing })
    const sending = Queue.takeAll(outbox).pipe(
      Effect.tap((frames) => {
        for (const { writing } of frames) writing?.onBegin()
        return webSocket.send(frames.map(({ text }) => text))
      }),
      Effect.map((frames) => {
        for (const { writing } of frames) writing?.onEnd()
      }),
      Effect.forever({ disableYield: true }),
      // No frame is read between writing and `onEnd`.
      Effect.provideService(References.PreventSchedulerYield, true)
    )

    let batch: ReadonlyArray<Data> = []
    let position = 0
    /** Since when frames have been read without a pause. */
    let readingSince = clock()
    let isDamaged = false
    const proof = settings.gzip ? "received" : "complete"
    /** The leases of the tokens whose sign-ins are in progress, the oldest first. */
    const pending: Array<Session.TokenLease> = []

    const take = Effect.suspend(() => {
      const before = clock()
      return Effect.map(webSocket.take, (received) => {
        batch = received
        position = 0
        responses.onReceived()
        if (clock() > before) readingSince = clock()
      })
    })

    const pause = Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => {
        readingSince = clock()
      })
    )

    /** Returns the text of a compressed frame; `undefined` when it is damaged. */
    const decompress = (frame: Frame.CompressedFrame): Effect.Effect<string | undefined, SocketError> =>
      Effect.catch(Frame.decompress(frame, { maxBytes: settings.limits.frameBytes }), ({ layer }) => {
        if (layer === "length") return Effect.fail(tooLong(settings.limits))
        counters.damaged++
        if (!isDamaged) send("gzip off")
        isDamaged = true
        subscriptions.onDamaged()
        return Effect.undefined
      })

    /** Handles a frame; returns an effect that remains to be run. */
    const receive = (frame: Frame.PlainFrame, bytes: number): Effect.Effect<void> | undefined => {
      onFrame(frame, bytes)
      switch (frame._tag) {
        case "Event": {
          const findings = subscriptions.onPayload(frame.channel, frame.payload, bytes)
          return findings === undefined ? undefined : reportFindings(frame.channel, findings)
        }
        case "ErrorEvent":
          subscriptions.onRefused(frame.channel, frame.payload)
          return undefined
        case "Unknown":
          counters.unknownWords++
          return undefined
        case "AuthOk": {
          onEvent({ _tag: "Auth", outcome: "ok" })
          const lease = pending.shift()
          responses.onResponse(proof)
          return (
            lease &&
            Effect.andThen(session.onTokenReceived(lease, frame.token), session.onTokenAccepted(lease))
          )
        }
        case "AuthFailed":
          // A server that rejects the token has handled what came before it, too.
          onEvent({ _tag: "Auth", outcome: "failed" })
          pending.shift()
          responses.onResponse(proof)
          return undefined
        default:
          onEvent(frame)
          return undefined
      }
    }

    /** Handles frames up to the first one for which `isLast` returns true, and returns that frame. */
    const readUntil = (
      isLast: (frame: Frame.PlainFrame) => boolean
    ): Effect.Effect<Frame.PlainFrame, SocketError> => {
      const handle = (
        frame: Frame.PlainFrame,
        bytes: number
      ): Effect.Effect<Frame.PlainFrame, SocketError> | undefined => {
        const rest = receive(frame, bytes)
        const next = isLast(frame) ? Effect.succeed(frame) : read
        if (rest !== undefined) return Effect.andThen(rest, next)
        return next === read ? undefined : next
      }
      const read: Effect.Effect<Frame.PlainFrame, SocketError> = Effect.suspend(() => {
        while (position < batch.length) {
          if (clock() - readingSince >= slice) return Effect.andThen(pause, read)
          const data = batch[position++]
          if (data === undefined) continue
          const bytes = sizeOf(data)
          if (bytes > settings.limits.frameBytes) return Effect.fail(tooLong(settings.limits))
          const frame = Frame.parse(typeof data === "string" ? data : decoder.decode(data))
          if (frame._tag === "Compressed") {
            return Effect.flatMap(decompress(frame), (text) => {
              webSocket.onRead(bytes)
              return (text === undefined ? undefined : handle(Frame.parsePlain(text), text.length)) ?? read
            })
          }
          webSocket.onRead(bytes)
          const next = handle(frame, bytes)
          if (next !== undefined) return next
        }
        return Effect.andThen(take, read)
      })
      return read
    }

    const response = readUntil((frame) => frame._tag === "AuthOk" || frame._tag === "AuthFailed").pipe(
      Effect.timeoutOrElse({
        duration: settings.connectTimeout,
        orElse: () => Effect.fail(silent(settings.connectTimeout))
      })
    )

    const sendToken = (lease: Session.TokenLease) => {
      pending.push(lease)
      responses.onSent()
      send(`auth ${Redacted.value(lease.token)}`)
    }

    /** Signs in; returns the lease when its token was rejected. */
    const signInWith = Effect.fnUntraced(function* (
      acquire: Effect.Effect<Session.TokenLease, ScreepsError>
    ) {
      const lease = yield* Effect.mapError(acquire, fromApi)
      sendToken(lease)
      return (yield* response)._tag === "AuthOk" ? undefined : lease
    })

    /** Returns the next token; the session says why the call fails if there is none in place of an API token. */
    const renew = (lease: Session.TokenLease, fresh?: boolean) =>
      Effect.catchReason(
        session.onTokenRejected(lease, fresh),
        "ScreepsError",
        "Unauthorized",
        (reason, { operation }) =>
          Effect.flatMap(
            session.method === "Token"
              ? session.onTokenRefused(lease, "the socket", reason)
              : Effect.succeed(reason),
            (refusal) => Effect.fail(new ScreepsError({ operation, reason: refusal }))
          )
      )

    const signIn = Effect.gen(function* () {
      if (session.method === "Guest") return
      const expired = yield* signInWith(session.acquire)
      if (expired === undefined) return
      // A private server's token expires within about a minute; the session has a newer one, or signs in again.
      const newer = yield* signInWith(renew(expired))
      if (newer === undefined) return
      // A newer token of the same sign-in may have expired too; a token of a fresh sign-in has not.
      if (newer.generation !== expired.generation || (yield* signInWith(renew(newer, true))) !== undefined) {
        return yield* refused
      }
    })

    /** The token that is held, if any: neither a check nor a round trip signs in over HTTP. */
    const held = session.method === "Guest" ? Effect.undefined : session.current

    /** Makes round trips while somebody waits for one, each for all who wait. */
    const tripping = Effect.gen(function* () {
      while (true) {
        yield* responses.wanted
        // Those who begin in this turn share it.
        yield* Effect.yieldNow
        const lease = yield* held
        if (lease === undefined) {
          responses.onUnknown()
          continue
        }
        const responded = responses.begin()
        if (responded === undefined) continue
        const sentAt = clock()
        sendToken(lease)
        const response = yield* Effect.timeoutOption(responded, settings.connectTimeout)
        if (Option.isSome(response)) continue
        const quiet = responses.quiet()
        if (clock() - quiet <= sentAt) return yield* silent(Duration.millis(quiet))
        responses.onUnknown()
      }
    })

    /** Checks whether a silent server still responds: a sign-in is the only request with a guaranteed response. */
    const watching = Effect.gen(function* () {
      const patience = Duration.toMillis(settings.liveness)
      while (true) {
        const rest = patience - responses.quiet()
        if (rest > 0) yield* Effect.sleep(rest)
        // Without a token there is nothing to send, and silence alone proves nothing.
        else if ((yield* responses.next) === "unknown") yield* Effect.sleep(settings.liveness)
      }
    })

    const listening = Effect.gen(function* () {
      yield* signIn
      if (settings.gzip) send("gzip on")
      subscriptions.open(send)
      yield* onReady
      const reading = Effect.andThen(
        readUntil(() => false),
        Effect.never
      )
      return yield* Effect.raceAllFirst([reading, watching, tripping])
    })

    return yield* Effect.raceAllFirst([listening, sending, webSocket.exceeded])
  })
