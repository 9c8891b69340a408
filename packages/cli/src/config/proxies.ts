/** The proxies of the environment: Node's `fetch` and `WebSocket` do not use them by themselves. */
import * as Effect from "effect/Effect"
import { Usage } from "../runner/failure.ts"

const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]

/**
 * Lets all requests and sockets of this process use the proxies that the environment names. The transport is loaded only
 * then.
 *
 * @internal
 */
export const useProxies: Effect.Effect<void, Usage> = Effect.suspend(() => {
  if (!variables.some((name) => process.env[name])) return Effect.void
  return Effect.flatMap(
    Effect.promise(() => import("@screeps-effect/api/UndiciHttpClient")),
    ({ installGlobally }) =>
      Effect.try({
        try: installGlobally,
        catch: (error) => new Usage({ message: error instanceof Error ? error.message : String(error) })
      })
  )
})
