/** One request with its answer read, told to listeners and counted: what session and client ask with. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Credentials from "../session/Credentials.ts"
import type { Reason, TimedOut, Unauthorized, Unreachable } from "../ScreepsError.ts"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import type * as Server from "../config/Server.ts"
import { type Answer, read } from "./answer.ts"
import { countRequest, outcomeOf } from "./metrics.ts"
import { redact } from "./redact.ts"
import { redactHeaders, redactParameters } from "./redactParameters.ts"
import { send, whyUnfit, type Wire } from "./transport.ts"

/** What listeners and metrics are told of a request. @internal */
export interface Told {
  /** What it is counted under. */
  readonly operation: string
  /** The fields of query and body. */
  readonly parameters: () => Readonly<Record<string, unknown>>
  /** Which of them the caller gave redacted. */
  readonly secret?: ReadonlyArray<string> | undefined
}

/** An answer that has been read. @internal */
export interface Heard extends Answer {
  readonly result: Result.Result<unknown, Reason>
}

/** @internal */
export type Ask = (
  wire: Wire,
  token: Redacted.Redacted | undefined,
  timeout: Duration.Duration,
  told: Told
) => Effect.Effect<Heard, Unreachable | TimedOut | Unauthorized>

/** @internal */
export type Publish = ScreepsEvents.ScreepsEvents["Service"]["publish"]

/** Tells the events of a program that has them. @internal */
export const publishing: Effect.Effect<Publish> = Effect.map(
  Effect.serviceOption(ScreepsEvents.ScreepsEvents),
  Option.match({ onNone: (): Publish => () => Effect.void, onSome: ({ publish }) => publish })
)

const responseOf = ({ at, headers, method, path, status, text }: Answer) =>
  new ScreepsEvents.Response({
    method,
    path: redact(path),
    status,
    headers: redactHeaders(headers),
    text: Redacted.make(text, { label: "answer" }),
    at
  })

/** Fields of raw requests that are secrets by their names. */
const secretNames = /pass|token|ticket|secret|mail/i

/** The secrets among the fields of a request. */
const confided = ({ parameters, secret = [] }: Told): ReadonlyArray<string> =>
  Object.entries(parameters()).flatMap(([field, value]) =>
    typeof value === "string" && (secret.includes(field) || secretNames.test(field)) ? [value] : []
  )

/** What of an account must not be shown; its name may be a mail address, which is told by its looks. @internal */
export const secretsOf = (who: Credentials.Method): ReadonlyArray<string> => {
  switch (who._tag) {
    case "Guest":
      return []
    case "Token":
      return [Redacted.value(who.token)]
    case "Password":
      return [Redacted.value(who.password)]
    case "SteamTicket":
      return [Redacted.value(who.ticket)]
  }
}

/** Asks one server; `account` are secrets of the account that asks. @internal */
export const makeAsk =
  (
    http: HttpClient.HttpClient,
    server: Server.Description,
    publish: Publish,
    account: ReadonlyArray<string>
  ): Ask =>
  (wire, token, timeout, told) => {
    const { operation, parameters, secret } = told
    const refusal = whyUnfit(server, token)
    if (refusal !== undefined) return Effect.fail(refusal)
    const hear = (answer: Answer) => {
      const heard: Heard = { ...answer, result: read(answer) }
      let made: ScreepsEvents.Response | undefined
      const response = () => (made ??= responseOf(answer))
      const result = () =>
        new ScreepsEvents.ResponseResult({
          response: response(),
          parameters: redactParameters(parameters(), secret)
        })
      return countRequest(operation, Result.isSuccess(heard.result) ? "ok" : heard.result.failure._tag).pipe(
        Effect.andThen(publish(response, result)),
        Effect.as(heard)
      )
    }
    return send(http, server, wire, token, timeout, () => [...account, ...confided(told)]).pipe(
      Effect.onError((cause) => countRequest(operation, outcomeOf(Exit.failCause(cause)))),
      Effect.flatMap(hear)
    )
  }
