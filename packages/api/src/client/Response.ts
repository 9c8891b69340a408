/** The response of a server, from the transport to an operation's output. */
import { type Reason, ScreepsError } from "../ScreepsError.ts"
import { type Redact, redact } from "./redact.ts"
import type { Request } from "./Request.ts"

/** What a response is made of. */
export interface Options {
  /** HTTP status. */
  readonly status: number
  /** The body as data, not checked yet; as text where text was requested. */
  readonly body: unknown
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** The body as it arrived. */
  readonly text?: string | undefined
  /** When it arrived, in milliseconds since 1970. */
  readonly receivedAt?: number | undefined
  /** Why the server did not do what was requested. @internal */
  readonly reason?: Reason | undefined
  /** Removes the secrets of the request and its account from a text. @internal */
  readonly redact?: Redact | undefined
}

/**
 * The response of a server.
 *
 * **Gotchas**
 *
 * Body and headers may hold tokens, mail addresses, code and Memory: log `ScreepsEvents`, which are redacted.
 */
export class Response {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly receivedAt: number
  /** @internal */
  readonly reason: Reason | undefined
  /** Removes the secrets of the request and its account from a text about this response. */
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

  /** The same response with another reason. @internal */
  withReason(reason: Reason): Response {
    const { body, headers, receivedAt, redact, status, text } = this
    return new Response({ status, body, headers, text, receivedAt, redact, reason })
  }
}

/** The error of a request. @internal */
export const failure = (
  { name, progress }: Pick<Request, "name"> & Partial<Pick<Request, "progress">>,
  reason: Reason
): ScreepsError => {
  const retries = progress?.retries ?? 0
  return new ScreepsError({ operation: name, reason, ...(retries === 0 ? {} : { retries }) })
}
