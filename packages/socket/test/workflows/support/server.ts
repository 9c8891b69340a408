/** A fake server as a function, and the door to it. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A request as the server sees it. */
export interface Asked {
  readonly method: string
  readonly url: URL
  /** The JSON body as data; `undefined` when there was none. */
  readonly body: unknown
}

type Answer = (asked: Asked) => Response | Effect.Effect<Response>

export interface Fake {
  readonly layer: Layer.Layer<ScreepsClient.ScreepsClient>
  readonly asked: Array<Asked>
}

export const privateServer = Server.privateServer("http://127.0.0.1:21025")
export const official = Server.official({ shard: "shard3" })

const token = Credentials.layerToken(
  Redacted.make("11111111-2222-3333-4444-555555555555", { label: "screeps-token" })
)

/** A server that answers by a function; by default a private one. */
export const fake = (answer: Answer, server: Server.Description = privateServer): Fake => {
  const asked: Array<Asked> = []
  const http = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const text =
        request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : undefined
      const one: Asked = {
        method: request.method,
        url,
        body: text === undefined ? undefined : JSON.parse(text)
      }
      asked.push(one)
      const response = answer(one)
      return HttpClientResponse.fromWeb(request, Effect.isEffect(response) ? yield* response : response)
    })
  )
  const layer = ScreepsClient.layer.pipe(
    Layer.provide(Layer.mergeAll(Server.layer(server), token, Layer.succeed(HttpClient.HttpClient, http)))
  )
  return { layer, asked }
}

/** What was asked, as short lines: `GET /api/user/code?branch=default`. */
export const lines = ({ asked }: Pick<Fake, "asked">): ReadonlyArray<string> =>
  asked.map(({ method, url }) => `${method} ${url.pathname}${decodeURIComponent(url.search)}`)
