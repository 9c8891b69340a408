/** The response of a server, from the transport to an operation's output. */
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
  /** Why the server rejected the request. @internal */
  readonly reason?: Reason | undefined
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
  /** @internal */
  readonly reason: Reason | undefined
  /** Replaces the secrets of the request and its account in a text about this response. */
  readonly redact: (text: string) => string

  constructor(options: Options) {
    this.status = options.status
    this.body = options.body
    this.headers = options.headers ?? {}
    this.text = options.text ?? ""
    this.receivedAt = options.receivedAt ?? 0
    this.reason = options.reason
    this.redact = options.redact ?? redact
  }

  /** Returns the same response with another reason. @internal */
  withReason(reason: Reason): Response {
    const { body, headers, receivedAt, redact, status, text } = this
    return new Response({ status, body, headers, text, receivedAt, redact, reason })
  }
}

/** Creates the error of a request. @internal */
export const failure = (
  { name, progress }: Pick<Request, "name"> & Partial<Pick<Request, "progress">>,
  reason: Reason
): ScreepsError => {
  const retries = progress?.retries ?? 0
  return new ScreepsError({ operation: name, reason, ...(retries === 0 ? {} : { retries }) })
}
