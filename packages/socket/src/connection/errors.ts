import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { shown } from "../shown.ts"
import { AuthRefused, SignInFailed, SocketError, Unreachable, WebSocketRefused } from "../SocketError.ts"

/** Converts an error of signing in over HTTP into one of the socket. */
export const fromApi = (error: ScreepsError): SocketError => {
  switch (error.reason._tag) {
    case "Unauthorized":
    case "Forbidden":
      return new SocketError({ reason: new AuthRefused({ detail: error.reason.message }) })
    case "Unreachable":
    case "TimedOut":
    case "ServerFault":
    case "RateLimited":
      return new SocketError({ reason: new Unreachable({ detail: error.message }) })
    default:
      return new SocketError({ reason: new SignInFailed({ detail: error.message }) })
  }
}

const textOf = (cause: unknown) =>
  Predicate.hasProperty(cause, "message") && typeof cause.message === "string" && cause.message !== ""
    ? `: ${shown(cause.message)}`
    : ""

const unreachable = (detail: string) => new SocketError({ reason: new Unreachable({ detail }) })

const failed = "the connection could not be opened"

/** The connection could not be opened, for a cause of the platform. */
export const notOpened = (cause: unknown): SocketError => unreachable(failed + textOf(cause))

/** The connection failed, for a cause of the platform. */
export const lost = (cause: unknown): SocketError => unreachable(`the connection was lost${textOf(cause)}`)

/** The connection was closed. */
export const closed = (code: number): SocketError => unreachable(`the connection was closed (${code})`)

/** How long a server may take to respond over HTTP before it counts as one that does not. */
const patience = "5 seconds"

/**
 * Explains why a WebSocket could not be opened, of which platforms say little, by a request over HTTP: it may succeed, or fail
 * with a reason.
 *
 * @internal
 */
export const explain = (
  error: SocketError,
  responds: Effect.Effect<void, ScreepsError>,
  /** Milliseconds without a connection. */
  absent: () => number
): Effect.Effect<SocketError> =>
  Effect.map(Effect.result(Effect.timeoutOption(responds, patience)), (responded) => {
    if (Result.isFailure(responded)) {
      const { reason } = responded.failure
      return reason._tag === "Unreachable" || reason._tag === "UnexpectedResponse"
        ? unreachable(`${failed}: ${shown(reason.message)}`)
        : error
    }
    if (Option.isNone(responded.success)) return error
    const { message } = error.reason
    const after = Duration.millis(absent())
    const detail = message === failed ? {} : { detail: message.replace(`${failed}: `, "") }
    return new SocketError({ reason: new WebSocketRefused({ ...detail, after }) })
  })

/** Whether another attempt may succeed. */
export const isTransient = ({ reason }: SocketError): boolean =>
  reason._tag === "Unreachable" ||
  reason._tag === "WebSocketRefused" ||
  reason._tag === "TimedOut" ||
  reason._tag === "LimitExceeded"
