import { bodyText, recordings } from "@screeps-effect/fixtures"
import * as Recording from "@screeps-effect/testing/Recording"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"

describe("the fixtures of the private server", () => {
  it.effect("parse as recordings and replay with their status and body", () =>
    Effect.gen(function* () {
      let answered = 0
      for (const fixture of recordings()) {
        const recording = yield* Recording.parse(JSON.stringify(fixture))
        const { body, method, path, query, rawBody } = fixture.request
        // Requests with a method that has no class here, or without a response, cannot be compared.
        if (fixture.response.status === 0 || (method !== "GET" && method !== "POST")) continue
        const bare = HttpClientRequest.make(method)(`http://screeps.test${path}`, { urlParams: query ?? {} })
        const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
        const request =
          text === undefined || method === "GET"
            ? bare
            : HttpClientRequest.bodyText(
                bare,
                text,
                rawBody === undefined ? "application/json" : "text/plain"
              )
        const replayed = yield* Effect.gen(function* () {
          const http = yield* HttpClient.HttpClient
          const { status, text } = yield* http.execute(request)
          return [status, yield* text]
        }).pipe(
          Effect.provide(Recording.replay([recording])),
          // Recorded tokens are no longer secret but look as if they were.
          Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
        )
        const { status } = fixture.response
        assert.deepStrictEqual(replayed, [status, status === 304 ? "" : bodyText(fixture)], fixture.name)
        answered += 1
      }
      assert.isAbove(answered, 380)
    })
  )
})
