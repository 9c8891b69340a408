/**
 * The independent server xxscreeps 0.0.9 with its default mods: all of its endpoints, since nearly every one responds
 * otherwise than the game's own server.
 */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { text as page } from "../../../packages/testing/src/server/pages.ts"
import * as router from "../../../packages/testing/src/server/router.ts"
import { accounts } from "./accounts.ts"
import { building } from "./building.ts"
import { code, nameFirstBranch } from "./code.ts"
import { decorations } from "./decorations.ts"
import { callerOf, endpoints, notFound } from "./endpoint.ts"
import { game } from "./game.ts"
import { memory } from "./memory.ts"
import { messages } from "./messages.ts"
import { powerCreeps } from "./powerCreeps.ts"
import { statistics } from "./statistics.ts"
import { issueToken } from "./tokens.ts"
import { users } from "./users.ts"

/** Paths that no operation has and that the server was recorded not to have. */
const recorded: ReadonlySet<string> = new Set(["/api/nope", "/stats"])

const plain = "text/plain; charset=utf-8"

/** Returns the response to a request without a route: a known 404, or the methods of the path. */
const otherwise = (request: Request, path: string, known: ReadonlyArray<string>): Effect.Effect<Response> => {
  const methods = ["GET", "POST"].filter((method) => known.includes(`${method} ${path}`))
  if (methods.length > 0) {
    const allow = methods.flatMap((method) => (method === "GET" ? ["HEAD", "GET"] : [method])).join(", ")
    const isAsked = request.method === "OPTIONS"
    const response = page(isAsked ? "" : "Method Not Allowed", plain, isAsked ? 200 : 405)
    response.headers.set("allow", allow)
    return Effect.succeed(response)
  }
  const isKnown = ["GET", "POST"].some((method) => Endpoints.find(method, path) !== undefined)
  return isKnown || recorded.has(path) || path.startsWith("/room-history")
    ? Effect.succeed(notFound())
    : Effect.die(new router.UnhandledRequest({ request: `${request.method} ${path}`, known }))
}

/** Adds a new token to successes of signed-in callers; guests get theirs back from their profile. */
const sealed = (shard: Shard, request: Request, response: Response, now: number): Response => {
  if (response.status >= 400 || response.headers.has("x-token")) return response
  const caller = callerOf(shard, request, now)
  if (caller === "guest" && new URL(request.url).pathname === "/api/auth/me")
    response.headers.set("x-token", "guest")
  if (caller !== undefined && caller !== "guest")
    response.headers.set("x-token", issueToken(shard, caller, now))
  return response
}

/** Serves the first shard of a world. */
export const xxscreepsServer = (shard: Shard, tickEvery: Duration.Input | undefined): router.Handler => {
  for (const user of shard.accounts.all.values()) nameFirstBranch(user)
  const endpoint = endpoints(shard)
  const tickLength = tickEvery === undefined ? 500 : Duration.toMillis(Duration.fromInputUnsafe(tickEvery))
  const serve = router.handler(
    [
      ...accounts(endpoint, shard),
      ...game(endpoint, shard, tickLength),
      ...statistics(endpoint, shard),
      ...users(endpoint, shard),
      ...code(endpoint, shard),
      ...memory(endpoint, shard),
      ...messages(endpoint, shard),
      ...decorations(endpoint, shard),
      ...powerCreeps(endpoint, shard),
      ...building(endpoint, shard)
    ],
    otherwise,
    ({ pathname }) => pathname
  )
  return (request) =>
    Effect.gen(function* () {
      const now = yield* Millis.now
      const isHead = request.method === "HEAD"
      const served = isHead ? new Request(request.url, { headers: request.headers }) : request
      const response = sealed(shard, served, yield* serve(served), now)
      return isHead ? new Response(null, response) : response
    })
}
