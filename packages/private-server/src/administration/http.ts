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
          unreachable(`the request failed (${reason._tag})`)
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
