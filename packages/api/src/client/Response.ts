/** The response of a server, from the transport to an operation's output. */
import * as Exit from "effect/Exit"
import { type Reason, ScreepsError } from "../ScreepsError.ts"
import { type Redact, redact } from "./redact.ts"
import type { Request } from "./Request.ts"

/** The parts of a response. */
export interface Options {
  /** HTTP status. */
  readonly status: number
  /** The parsed body, not checked yet; a string when text was requested. */
  readonly body: unknown
  /** Headers by their names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** The body as it was received. */
  readonly text?: string | undefined
  /** When the response was received, in milliseconds since 1970. */
  readonly receivedAt?: number | undefined
  /** Replaces the secrets of the request and its account in a text. @internal */
  readonly redact?: Redact | undefined
}

/**
 * The response of a server.
 *
 * **Gotchas**
 *
 * Body and headers may contain tokens, mail addresses, code and Memory: log `ScreepsEvents`, which are redacted.
 */
export class Response {
  /** HTTP status. */
  readonly status: number
  /** The parsed body, not checked yet; a string when text was requested. */
  readonly body: unknown
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as it was received. */
  readonly text: string
  /** When the response was received, in milliseconds since 1970. */
  readonly receivedAt: number
  /** Replaces the secrets of the request and its account in a text about this response. */
  readonly redact: (text: string) => string

  constructor(options: Options) {
    this.status = options.status
    this.body = options.body
    this.headers = options.headers ?? {}
    this.text = options.text ?? ""
    this.receivedAt = options.receivedAt ?? 0
    this.redact = options.redact ?? redact
  }
}

/** The responses behind failures, which must not be part of them: an error may be printed. */
const responses = new WeakMap<ScreepsError, Response>()

/** Creates the error of a request, after a response if one was received. @internal */
export const failure = (
  { name, progress }: Pick<Request, "name"> & Partial<Pick<Request, "progress">>,
  reason: Reason,
  response?: Response
): ScreepsError => {
  const retries = progress?.retries ?? 0
  const error = new ScreepsError({ operation: name, reason, ...(retries === 0 ? {} : { retries }) })
  if (response !== undefined) responses.set(error, response)
  return error
}

/** Returns the response that an attempt failed with; `undefined` if none was received. @internal */
export const responseOf = (error: ScreepsError): Response | undefined => responses.get(error)

/** Returns the response of an attempt, whether or not it is a failure; `undefined` if none was received. @internal */
export const responseIn = (exit: Exit.Exit<Response, ScreepsError>): Response | undefined => {
  if (Exit.isSuccess(exit)) return exit.value
  const error = Exit.findErrorOption(exit)
  return error._tag === "Some" ? responses.get(error.value) : undefined
}
