/** Servers that repeat everything that they were told in confidence, and whatever else they know. */
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { Answer, Asked } from "./fake.ts"

/** Every secret holds this mark, at its beginning and elsewhere, so that no part of one is overlooked. */
export const mark = "5ec4e7"

/** What is secret by its looks, whoever tells it. */
export const looks = {
  apiToken: `${mark}00-${mark.slice(0, 4)}-4000-8000-0000${mark}00`,
  sessionToken: `${mark}0000000000000000000000000000${mark}`,
  nextToken: `${mark}1111111111111111111111111111${mark}`,
  mail: `${mark}.alice@example.com`,
  hash: `${mark}${"0123456789abcdef".repeat(4)}`
} as const

/** What is secret because it was told as a secret. */
export const told = {
  password: `${mark}-correct "pass word" & ${mark}`,
  newPassword: `${mark} <new> ${mark}`,
  serverPassword: `${mark}-door-${mark}`,
  ticket: `${mark}1400deadbeef${mark}`
} as const

/** A server that says whatever it is asked to, with secrets in its headers. */
const speaker = (everything: ReadonlyArray<string>) => {
  const spoken = everything.join(", ")
  const headers: Readonly<Record<string, string>> = {
    "x-token": looks.nextToken,
    "x-secrets": spoken,
    "set-cookie": `token=${looks.sessionToken}`,
    "www-authenticate": `Basic realm="${spoken}"`
  }
  const respond = (body: string, status: number, more: Readonly<Record<string, string>> = {}) =>
    new Response(body, { status, headers: { ...headers, ...more } })
  return {
    everything,
    spoken,
    headers,
    respond,
    json: (body: unknown, status = 200) =>
      respond(JSON.stringify(body), status, { "content-type": "application/json" }),
    page: (body: string, status: number) =>
      respond(`<!DOCTYPE html><html><body><pre>${escaped(body)}</pre></body></html>`, status, {
        "content-type": "text/html"
      }),
    byKey: Object.fromEntries(everything.map((secret) => [secret, { [secret]: secret }]))
  }
}
type Speaker = ReturnType<typeof speaker>

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const broken = ({ url }: Asked, cause: unknown, description?: string) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(url, { headers: { "x-token": looks.sessionToken } }),
        cause,
        ...(description === undefined ? {} : { description })
      })
    })
  )

/** What may go wrong with an answer, in the words of servers that keep nothing to themselves. */
const failures: Readonly<Record<string, (speaker: Speaker) => Answer>> = {
  "a refusal with status 200":
    ({ json, spoken }) =>
    () =>
      json({ error: spoken }),
  "a refusal that begins with secrets":
    ({ json, spoken }) =>
    () =>
      json({ error: `${spoken} is wrong` }),
  "a refusal beside ok: 0":
    ({ json, spoken }) =>
    () =>
      json({ ok: 0, error: `invalid: ${spoken}` }),
  "a refusal that is no text":
    ({ json, spoken }) =>
    () =>
      json({ error: { message: spoken } }),
  "a refusal with a stack":
    ({ json, spoken }) =>
    () =>
      json({ error: `Error: no ${spoken}\n    at ${spoken}` }),
  "a fault with status 200":
    ({ json, spoken }) =>
    () =>
      json({ error: `TypeError: ${spoken}` }),
  "encoded secrets":
    ({ everything, json }) =>
    () =>
      json({ error: everything.map(encodeURIComponent).join("&") }),
  "an answer of another shape":
    ({ byKey, everything, json, spoken }) =>
    () =>
      json({ ok: spoken, time: everything, users: byKey, list: byKey }),
  "an answer with secrets for keys":
    ({ byKey, json }) =>
    () =>
      json({ ok: 1, ...byKey, stats: byKey, users: byKey, rooms: byKey, shards: byKey, list: byKey }),
  "a list of secrets":
    ({ everything, json }) =>
    () =>
      json(everything),
  "a text as JSON":
    ({ json, spoken }) =>
    () =>
      json(spoken),
  "an answer that is not JSON":
    ({ respond, spoken }) =>
    () =>
      respond(spoken, 200, { "content-type": `text/${spoken}` }),
  "an answer that is half JSON":
    ({ everything, respond }) =>
    () =>
      respond(`{"password":${JSON.stringify(everything)}`, 200),
  "a long answer that is not JSON":
    ({ respond, spoken }) =>
    () =>
      respond("x".repeat(185) + spoken, 200),
  "a page in place of an answer":
    ({ page, spoken }) =>
    () =>
      page(spoken, 200),
  "nothing at all":
    ({ respond }) =>
    () =>
      respond("", 200),
  "a redirection":
    ({ respond, spoken }) =>
    () =>
      respond("", 302, { location: `http://x/?token=${encodeURIComponent(spoken)}` }),
  "a text with status 400":
    ({ respond, spoken }) =>
    () =>
      respond(`Bad ${spoken}`, 400),
  "JSON with status 400":
    ({ byKey, json, spoken }) =>
    () =>
      json({ message: spoken, ...byKey }, 400),
  "a refused token":
    ({ json, spoken }) =>
    () =>
      json({ error: `unauthorized ${spoken}` }, 401),
  "a refused token in a text":
    ({ respond, spoken }) =>
    () =>
      respond(spoken, 401),
  "a scope that is too narrow":
    ({ json, spoken }) =>
    () =>
      json({ error: "forbidden", token: spoken }, 403),
  "a status 403 with a text":
    ({ respond, spoken }) =>
    () =>
      respond(`forbidden ${spoken}`, 403),
  "a missing endpoint":
    ({ page, spoken }) =>
    () =>
      page(`Cannot GET /${spoken}`, 404),
  "a status 404 with JSON":
    ({ json, spoken }) =>
    () =>
      json({ error: `not found: ${spoken}` }, 404),
  "a missing file":
    ({ page, spoken }) =>
    () =>
      page(`ENOENT: no such file ${spoken}`, 500),
  "a body that is too large":
    ({ respond, spoken }) =>
    () =>
      respond(`too large: ${spoken}`, 413),
  "a used-up limit":
    ({ respond, spoken }) =>
    () =>
      respond(`Rate limit exceeded, retry after 5ms, https://x/?token=${looks.apiToken} ${spoken}`, 429, {
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1"
      }),
  "a used-up limit with secrets for numbers":
    ({ json, respond, spoken }) =>
    () =>
      respond(json(spoken).statusText, 429, { "x-ratelimit-limit": spoken, "retry-after": spoken }),
  "a fault with a page":
    ({ page, spoken }) =>
    () =>
      page(`TypeError: ${spoken}<br>at ${spoken}`, 500),
  "a fault with an error":
    ({ json, spoken }) =>
    () =>
      json({ error: spoken }, 503),
  "a fault with a title":
    ({ respond, spoken }) =>
    () =>
      respond(`<html><head><title>502 ${escaped(spoken)}</title></head></html>`, 502),
  "a broken connection":
    ({ spoken }) =>
    (asked) =>
      broken(asked, new TypeError("fetch failed", { cause: new Error(`cannot reach ${spoken}`) })),
  "a broken connection without a cause":
    ({ spoken }) =>
    (asked) =>
      broken(asked, undefined, `with ${spoken}`),
  "a broken connection with another cause":
    ({ spoken }) =>
    (asked) =>
      broken(asked, { spoken }),
  "a body that breaks off":
    ({ headers, spoken }) =>
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(`{"ok":1,"token":"${spoken}`))
            controller.error(new Error(`closed: ${spoken}`))
          }
        }),
        { headers }
      ),
  "no answer in time": () => () => Effect.never
}

/** Servers that fail in every way, with everything that they know. */
export const talkative: ReadonlyArray<
  readonly [what: string, answer: (everything: ReadonlyArray<string>) => Answer]
> = Object.entries(failures).map(([what, answer]) => [what, (everything) => answer(speaker(everything))])

/** One failure for every reason that an answer, or none, may give. */
export const principal: ReadonlySet<string> = new Set([
  "a refusal with status 200",
  "an answer of another shape",
  "an answer with secrets for keys",
  "an answer that is not JSON",
  "a refused token",
  "a scope that is too narrow",
  "a missing endpoint",
  "a used-up limit",
  "a fault with an error",
  "a broken connection",
  "a body that breaks off",
  "no answer in time"
])
