/** Servers that limit tokens as official ones do, on one loopback port; the paths of each start with its number. */
import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import { fastNow } from "./fastTime.ts"
import type { official } from "./limiter.ts"

/** The latency of a request and of a response, in milliseconds. */
const latency = 3

const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

/** Starts the servers; returns their URLs and the largest number of requests in flight of each. */
export const serve = (servers: ReadonlyArray<ReturnType<typeof official>>) => {
  const open = servers.map(() => 0)
  const most = servers.map(() => 0)
  const http = createServer((request, response) => {
    const [, number = "", path = ""] = /^\/(\d+)(\/[^?]*)/.exec(request.url ?? "") ?? []
    const index = Number(number)
    const count = (by: 1 | -1) => {
      open[index] = (open[index] ?? 0) + by
      most[index] = Math.max(most[index] ?? 0, open[index] ?? 0)
    }
    count(1)
    setTimeout(() => {
      const result = servers[index]?.arrive(path, true, fastNow())
      response.statusCode = result?.status ?? 404
      for (const name of names) {
        const value = result?.headers[name]
        if (value !== undefined) response.setHeader(name, value)
      }
      setTimeout(() => {
        count(-1)
        response.end(result?.text)
      }, latency)
    }, latency)
  })
  const listening = Effect.callback<{ readonly urls: ReadonlyArray<string>; readonly most: typeof most }>(
    (resume) => {
      http.listen(0, "127.0.0.1", () => {
        const address = http.address()
        const port = typeof address === "object" ? address?.port : undefined
        resume(Effect.succeed({ urls: servers.map((_, i) => `http://127.0.0.1:${port}/${i}`), most }))
      })
    }
  )
  const close = Effect.callback<void>((resume) => {
    http.close(() => resume(Effect.void))
    http.closeAllConnections()
  })
  return Effect.acquireRelease(listening, () => close)
}
