/** For which hosts a server responds, and how. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const hostShape = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Whether a request for this host is allowed: addresses, names without a dot, such as `localhost` or a container's name,
 * and listed names. Nobody can register a name without a dot. In DNS rebinding, a web page gives a name of its own the
 * address of this machine and reads what is served there; the header `Host` contains that name.
 */
const isAllowed = (header: string | undefined, hosts: ReadonlyArray<string>): boolean => {
  if (header === undefined || header.length > 300) return false
  const name = hostShape.exec(header)?.[1]?.toLowerCase()
  if (name === undefined) return false
  return (
    name.startsWith("[") ||
    !name.includes(".") ||
    ipv4.test(name) ||
    hosts.some((host) => host.toLowerCase() === name)
  )
}

/** Creates a response that no other origin reads, and no cache keeps. */
export const respond = (
  body: string,
  {
    contentType = "text/plain; charset=utf-8",
    headers = {},
    status = 200
  }: {
    readonly status?: number
    readonly contentType?: string
    readonly headers?: Readonly<Record<string, string>>
  } = {}
) =>
  HttpServerResponse.text(body, {
    status,
    contentType,
    headers: {
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...headers
    }
  })

/** Returns a function that adds a route, for these hosts only. */
export const routes = (hosts: ReadonlyArray<string>) =>
  Effect.map(
    HttpRouter.HttpRouter,
    (router) =>
      (
        path: HttpRouter.PathInput,
        response: (
          request: HttpServerRequest.HttpServerRequest
        ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
      ) =>
        router.add(
          "GET",
          path,
          Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
            isAllowed(request.headers["host"], hosts)
              ? response(request)
              : Effect.succeed(respond('This host is not allowed: add it to "hosts".\n', { status: 403 }))
          )
        )
  )
