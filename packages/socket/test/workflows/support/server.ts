/** A fake HTTP server made from a function, and a client for it. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A request to the fake server. */
export interface FakeRequest {
  readonly method: string
  readonly url: URL
  /** The decoded JSON body; `undefined` for a request without body. */
  readonly body: unknown
}

type Respond = (request: FakeRequest) => Response | Effect.Effect<Response>

export interface Fake {
  readonly layer: Layer.Layer<ScreepsClient.ScreepsClient>
  readonly requests: Array<FakeRequest>
}

export const privateServer = Server.privateServer("http://127.0.0.1:21025")
export const official = Server.official({ shard: "shard3" })

const token = Credentials.layerToken(
  Redacted.make("11111111-2222-3333-4444-555555555555", { label: "screeps-token" })
)

/** Creates a server that responds by a function; by default a private server. */
export const fake = (respond: Respond, server: Server.Description = privateServer): Fake => {
  const requests: Array<FakeRequest> = []
  const http = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const text =
        request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : undefined
      const one: FakeRequest = {
        method: request.method,
        url,
        body: text === undefined ? undefined : JSON.parse(text)
      }
      requests.push(one)
      const response = respond(one)
      return HttpClientResponse.fromWeb(request, Effect.isEffect(response) ? yield* response : response)
    })
  )
  const layer = ScreepsClient.layerNoDeps().pipe(
    Layer.provide(Layer.mergeAll(Server.layer(server), token, Layer.succeed(HttpClient.HttpClient, http)))
  )
  return { layer, requests }
}

/** Summarizes requests as lines: `GET /api/user/code?branch=default`. */
export const lines = ({ requests }: Pick<Fake, "requests">): ReadonlyArray<string> =>
  requests.map(({ method, url }) => `${method} ${url.pathname}${decodeURIComponent(url.search)}`)
