/**
 * The command line over HTTP: `POST /cli`, whose body is JavaScript.
 *
 * screeps-launcher replaces the TCP command line by it, on the same port; the mod screepsmod-cli adds it on port 21028.
 * Neither checks a password: HTTP Basic authorization is that of a proxy in front of it.
 *
 * **Source** read in the sources of screeps-launcher and screepsmod-cli.
 */
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type { HttpClientErrorReason } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { AccessDenied, AdministrationError, Unreachable } from "../AdministrationError.ts"
import { bounded } from "./fail.ts"
import { makeMark, makeReader, type Outcome, parse, source } from "./program.ts"
import type { Oversized, Transport } from "./transport.ts"

/** Where the command line responds. */
export interface Options {
  /** Address without `/cli`. */
  readonly url: URL
  readonly username: string | undefined
  readonly password: Redacted.Redacted | undefined
  /** Maximum length of results as JSON text. */
  readonly limit: number
}

const oversized = (subject: Oversized["subject"], detail: string): Oversized => ({
  _tag: "Oversized",
  subject,
  detail
})

/** Returns the innermost message of a request that failed: runtimes wrap it in errors that say "fetch failed". */
const innermost = ({ _tag, cause }: HttpClientErrorReason): string => {
  let message: string = _tag
  for (let depth = 0, error = cause; depth < 5 && error instanceof Error; depth++, error = error.cause)
    message = error.message || message
  return message
}

/** Describes a request that failed. */
const describe = (reason: HttpClientErrorReason, { hostname, port }: URL): string => {
  const message = innermost(reason)
  return message.includes("does not match the HTTP/1.1 protocol")
    ? `it does not speak HTTP, as that of the game's own server: use Administration.layerCli({ host: "${hostname}", port: ${port || 80} })`
    : `the request failed: ${bounded(message, 200)}`
}

/** Creates a transport. */
export const transport = (client: HttpClient, options: Options): Transport => {
  const { limit, password, username } = options
  const address = `${options.url.origin}${options.url.pathname.replace(/\/$/, "")}`
  const unreachable = (detail: string) =>
    new AdministrationError({ reason: new Unreachable({ address, detail }) })
  const mark = makeMark()

  return {
    address,
    send: (calls) =>
      Effect.gen(function* () {
        const bare = HttpClientRequest.post(`${address}/cli`).pipe(
          HttpClientRequest.bodyText(source(calls, { mark, id: 0, limit }), "text/plain")
        )
        const request =
          username === undefined || password === undefined
            ? bare
            : HttpClientRequest.basicAuth(bare, username, password)
        const response = yield* Effect.mapError(client.execute(request), ({ reason }) =>
          unreachable(describe(reason, options.url))
        )
        const { status } = response
        if (status === 401 || status === 403) {
          return yield* new AdministrationError({ reason: new AccessDenied({ address, status }) })
        }
        if (status === 413) {
          return yield* Effect.fail(
            oversized("request", "the server rejects it (HTTP status 413); screeps-launcher accepts 100 KiB")
          )
        }
        if (status === 404) {
          return yield* Effect.fail(
            unreachable(
              "HTTP status 404: the command line has its own port, 21026 by default, beside the game's"
            )
          )
        }
        if (status !== 200) return yield* Effect.fail(unreachable(`HTTP status ${status}`))

        const reader = makeReader(mark, limit)
        const decoder = new TextDecoder("latin1")
        let found: ReadonlyArray<string> | undefined = []
        const isMissing = (chunk: Uint8Array) => {
          found = reader.push(decoder.decode(chunk, { stream: true }))
          return found?.length === 0
        }
        yield* response.stream.pipe(
          Stream.runForEachWhile((chunk) => Effect.sync(() => isMissing(chunk))),
          Effect.mapError(({ reason }) => unreachable(`the response broke off (${reason._tag})`))
        )
        if (found === undefined) {
          return yield* Effect.fail(oversized("result", `the limit is ${limit} characters`))
        }
        const [text = ""] = found
        const outcome: Outcome | undefined = parse(text)?.outcome
        if (outcome !== undefined) return outcome
        return yield* Effect.fail(
          unreachable(`the response is not that of a command line: ${bounded(reader.greeting(), 200)}`)
        )
      })
  }
}
