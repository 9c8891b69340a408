import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Time = Schema.Struct({ time: Schema.Int })
const Version = Schema.Struct({
  ok: Schema.Literal(1),
  packageVersion: Schema.String,
  serverData: Schema.Struct({ welcomeText: Schema.String })
})

/** Requests a path and returns the JSON response; with a body it is a POST. */
export const json = (url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async (signal): Promise<unknown> => {
    const response = await fetch(url, {
      signal,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    return await response.json()
  })

/** Returns the server's response to `/api/version`. */
export const version = (server: { readonly url: string }) =>
  Effect.flatMap(json(`${server.url}/api/version`), Schema.decodeUnknownEffect(Version))

/** Returns the server's game time, in ticks. */
export const time = (server: { readonly url: string }) =>
  json(`${server.url}/api/game/time`).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Time)),
    Effect.map((response) => response.time)
  )

/** Returns the token of a response. */
export const token = (response: unknown) =>
  Effect.map(
    Schema.decodeUnknownEffect(Schema.Struct({ token: Schema.String }))(response),
    (decoded) => decoded.token
  )
