import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import type * as Socket from "effect/socket/Socket"
import { shown } from "../shown.ts"
import { AuthRefused, SignInFailed, SocketError, TimedOut, Unreachable } from "../SocketError.ts"

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

const describe = (reason: Socket.SocketErrorReason): string => {
  switch (reason._tag) {
    case "SocketOpenError":
      return `the connection could not be opened${textOf(reason.cause)}`
    case "SocketCloseError":
      return `the connection was closed (${reason.code})`
    default:
      return `the connection was lost${textOf(reason.cause)}`
  }
}

/** Converts the platform's error of a connection that could not be opened within `after`, or was lost. */
export const fromSocket =
  (after: Duration.Duration) =>
  ({ reason }: Socket.SocketError): SocketError =>
    new SocketError({
      reason:
        reason._tag === "SocketOpenError" && reason.kind === "Timeout"
          ? new TimedOut({ after })
          : new Unreachable({ detail: describe(reason) })
    })

/** Whether another attempt may succeed. */
export const isTransient = ({ reason }: SocketError): boolean =>
  reason._tag === "Unreachable" || reason._tag === "TimedOut" || reason._tag === "LimitExceeded"
