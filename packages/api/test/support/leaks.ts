/** Handlers that fail and repeat the given secrets in every part of a response. */
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { Handler, ReceivedRequest } from "./fake.ts"

/** Every secret contains this mark, at its beginning and elsewhere, so that parts of it are found too. */
export const mark = "5ec4e7"

/** Secrets that are recognized by their format. */
export const secretsByFormat = {
  apiToken: `${mark}00-${mark.slice(0, 4)}-4000-8000-0000${mark}00`,
  sessionToken: `${mark}0000000000000000000000000000${mark}`,
  nextToken: `${mark}1111111111111111111111111111${mark}`,
  mail: `${mark}.alice@example.com`,
  hash: `${mark}${"0123456789abcdef".repeat(4)}`
} as const

/** Secrets that are known because they were given as such. */
export const secretsFromInput = {
  password: `${mark}-correct "pass word" & ${mark}`,
  newPassword: `${mark} <new> ${mark}`,
  serverPassword: `${mark}-server-password-${mark}`,
  ticket: `${mark}1400deadbeef${mark}`
} as const

/** Functions that make responses with secrets in their headers and bodies. */
const makeLeaks = (secrets: ReadonlyArray<string>) => {
  const joined = secrets.join(", ")
  const headers: Readonly<Record<string, string>> = {
    "x-token": secretsByFormat.nextToken,
    "x-secrets": joined,
    "set-cookie": `token=${secretsByFormat.sessionToken}`,
    "www-authenticate": `Basic realm="${joined}"`
  }
  const respond = (body: string, status: number, more: Readonly<Record<string, string>> = {}) =>
    new Response(body, { status, headers: { ...headers, ...more } })
  return {
    secrets,
    joined,
    headers,
    respond,
    json: (body: unknown, status = 200) =>
      respond(JSON.stringify(body), status, { "content-type": "application/json" }),
    page: (body: string, status: number) =>
      respond(`<!DOCTYPE html><html><body><pre>${escaped(body)}</pre></body></html>`, status, {
        "content-type": "text/html"
      }),
    byKey: Object.fromEntries(secrets.map((secret) => [secret, { [secret]: secret }]))
  }
}
type Leaks = ReturnType<typeof makeLeaks>

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const broken = ({ url }: ReceivedRequest, cause: unknown, description?: string) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(url, { headers: { "x-token": secretsByFormat.sessionToken } }),
        cause,
        ...(description === undefined ? {} : { description })
      })
    })
  )

/** Failing responses that contain secrets, by name. */
const failures: Readonly<Record<string, (leaks: Leaks) => Handler>> = {
  "a rejection with status 200":
    ({ json, joined }) =>
    () =>
      json({ error: joined }),
  "a rejection that starts with secrets":
    ({ json, joined }) =>
    () =>
      json({ error: `${joined} is wrong` }),
  "a rejection beside ok: 0":
    ({ json, joined }) =>
    () =>
      json({ ok: 0, error: `invalid: ${joined}` }),
  "a rejection whose error is an object":
    ({ json, joined }) =>
    () =>
      json({ error: { message: joined } }),
  "a rejection with further fields":
    ({ byKey, secrets, json, joined }) =>
    () =>
      json({
        ok: 0,
        error: "no",
        joined,
        secrets,
        user: { list: [byKey], token: mark, ...byKey },
        [joined]: joined
      }),
  "a rejection with a stack trace":
    ({ json, joined }) =>
    () =>
      json({ error: `Error: no ${joined}\n    at ${joined}` }),
  "a TypeError with status 200":
    ({ json, joined }) =>
    () =>
      json({ error: `TypeError: ${joined}` }),
  "encoded secrets":
    ({ secrets, json }) =>
    () =>
      json({ error: secrets.map(encodeURIComponent).join("&") }),
  "a response with an unexpected shape":
    ({ byKey, secrets, json, joined }) =>
    () =>
      json({ ok: joined, time: secrets, users: byKey, list: byKey }),
  "a response with secrets as keys":
    ({ byKey, json }) =>
    () =>
      json({ ok: 1, ...byKey, stats: byKey, users: byKey, rooms: byKey, shards: byKey, list: byKey }),
  "a JSON list of secrets":
    ({ secrets, json }) =>
    () =>
      json(secrets),
  "a JSON string":
    ({ json, joined }) =>
    () =>
      json(joined),
  "a response that is not JSON":
    ({ respond, joined }) =>
    () =>
      respond(joined, 200, { "content-type": `text/${joined}` }),
  "truncated JSON":
    ({ secrets, respond }) =>
    () =>
      respond(`{"password":${JSON.stringify(secrets)}`, 200),
  "a long response that is not JSON":
    ({ respond, joined }) =>
    () =>
      respond("x".repeat(185) + joined, 200),
  "an HTML page with status 200":
    ({ page, joined }) =>
    () =>
      page(joined, 200),
  "an empty response":
    ({ respond }) =>
    () =>
      respond("", 200),
  "a redirect":
    ({ respond, joined }) =>
    () =>
      respond("", 302, { location: `http://x/?token=${encodeURIComponent(joined)}` }),
  "text with status 400":
    ({ respond, joined }) =>
    () =>
      respond(`Bad ${joined}`, 400),
  "JSON with status 400":
    ({ byKey, json, joined }) =>
    () =>
      json({ message: joined, ...byKey }, 400),
  "a rejected token":
    ({ json, joined }) =>
    () =>
      json({ error: `unauthorized ${joined}` }, 401),
  "a rejected token with a text body":
    ({ respond, joined }) =>
    () =>
      respond(joined, 401),
  "a scope that is too narrow":
    ({ json, joined }) =>
    () =>
      json({ error: "forbidden", token: joined }, 403),
  "text with status 403":
    ({ respond, joined }) =>
    () =>
      respond(`forbidden ${joined}`, 403),
  "a missing endpoint":
    ({ page, joined }) =>
    () =>
      page(`Cannot GET /${joined}`, 404),
  "JSON with status 404":
    ({ json, joined }) =>
    () =>
      json({ error: `not found: ${joined}` }, 404),
  "a missing file":
    ({ page, joined }) =>
    () =>
      page(`ENOENT: no such file ${joined}`, 500),
  "a body that is too large":
    ({ respond, joined }) =>
    () =>
      respond(`too large: ${joined}`, 413),
  "a 429":
    ({ respond, joined }) =>
    () =>
      respond(
        `Rate limit exceeded, retry after 5ms, https://x/?token=${secretsByFormat.apiToken} ${joined}`,
        429,
        {
          "x-ratelimit-limit": "60",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1"
        }
      ),
  "a 429 with secrets as numbers":
    ({ json, respond, joined }) =>
    () =>
      respond(json(joined).statusText, 429, { "x-ratelimit-limit": joined, "retry-after": joined }),
  "a fault with an HTML page":
    ({ page, joined }) =>
    () =>
      page(`TypeError: ${joined}<br>at ${joined}`, 500),
  "a fault with an error":
    ({ json, joined }) =>
    () =>
      json({ error: joined }, 503),
  "a fault with a title":
    ({ respond, joined }) =>
    () =>
      respond(`<html><head><title>502 ${escaped(joined)}</title></head></html>`, 502),
  "a broken connection":
    ({ joined }) =>
    (request) =>
      broken(request, new TypeError("fetch failed", { cause: new Error(`cannot reach ${joined}`) })),
  "a broken connection without a cause":
    ({ joined }) =>
    (request) =>
      broken(request, undefined, `with ${joined}`),
  "a broken connection whose cause is an object":
    ({ joined }) =>
    (request) =>
      broken(request, { joined }),
  "a body that ends with an error":
    ({ headers, joined }) =>
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(`{"ok":1,"token":"${joined}`))
            controller.error(new Error(`closed: ${joined}`))
          }
        }),
        { headers }
      ),
  "a timeout": () => () => Effect.never
}

/** All failing handlers, as functions of the secrets to repeat. */
export const leakingServers: ReadonlyArray<
  readonly [what: string, handler: (secrets: ReadonlyArray<string>) => Handler]
> = Object.entries(failures).map(([what, response]) => [what, (secrets) => response(makeLeaks(secrets))])

/** One failure for every reason that a response or a missing response leads to. */
export const oneLeakPerReason: ReadonlySet<string> = new Set([
  "a rejection with status 200",
  "a rejection with further fields",
  "a response with an unexpected shape",
  "a response with secrets as keys",
  "a response that is not JSON",
  "a rejected token",
  "a scope that is too narrow",
  "a missing endpoint",
  "a 429",
  "a fault with an error",
  "a broken connection",
  "a body that ends with an error",
  "a timeout"
])
