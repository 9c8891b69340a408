import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Predicate from "effect/Predicate"
import { shown } from "../shown.ts"
import { AuthRefused, SignInFailed, SocketError, Unreachable } from "../SocketError.ts"

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

/** The connection could not be opened, for a cause of the platform. */
export const notOpened = (cause: unknown): SocketError =>
  unreachable(`the connection could not be opened${textOf(cause)}`)

/** The connection failed, for a cause of the platform. */
export const lost = (cause: unknown): SocketError => unreachable(`the connection was lost${textOf(cause)}`)

/** The connection was closed. */
export const closed = (code: number): SocketError => unreachable(`the connection was closed (${code})`)

/** Whether another attempt may succeed. */
export const isTransient = ({ reason }: SocketError): boolean =>
  reason._tag === "Unreachable" || reason._tag === "TimedOut" || reason._tag === "LimitExceeded"
