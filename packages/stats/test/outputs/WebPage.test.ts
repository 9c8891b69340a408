import { createHash } from "node:crypto"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import { WebPage } from "@screeps-effect/stats"
import { withRegistry } from "./support/registry.ts"

/** Serves the page in memory; returns a function that sends a request. */
const served = (options?: WebPage.Options) =>
  Effect.gen(function* () {
    const context = yield* Effect.context()
    const { dispose, handler } = HttpRouter.toWebHandler(
      WebPage.layer(options).pipe(Layer.provide([NodeServices.layer, Layer.succeedContext(context)])),
      { disableLogger: true }
    )
    let isOpen = true
    const close = Effect.suspend(() => {
      const end = isOpen ? Effect.promise(dispose) : Effect.void
      isOpen = false
      return end
    })
    yield* Effect.addFinalizer(() => close)
    const request = (path: string, { host = "127.0.0.1:9464" } = {}) =>
      Effect.promise(async () => {
        const response = await handler(new Request(`http://unused${path}`, { headers: { host } }))
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
    return { request, close }
  })

const gauge = Metric.gauge("screeps_cpu_used", { attributes: { account: "bob" } })

describe("the web page", () => {
  it.effect("is served at / with a policy that allows its own script and style only", () =>
    Effect.gen(function* () {
      const { request } = yield* served()
      const { headers, status, text } = yield* request("/")
      assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"])
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.notInclude(policy, "unsafe")
      const [, script = ""] = /<script>([\s\S]*)<\/script>/u.exec(text) ?? []
      const [, style = ""] = /<style>([\s\S]*)<\/style>/u.exec(text) ?? []
      for (const part of [script, style])
        assert.include(policy, `'sha256-${createHash("sha256").update(part).digest("base64")}'`)
      assert.include(style, "Copyright (c)")
    }).pipe(withRegistry)
  )

  it.effect("gets the numbers of an hour, a day or a week, and of nothing else", () =>
    Effect.gen(function* () {
      yield* Metric.update(gauge, 5)
      const { request } = yield* served()
      yield* TestClock.adjust("1 hour")
      yield* Metric.update(gauge, 6)
      yield* TestClock.adjust("15 seconds")
      const of = (range: string) =>
        Effect.map(request(`/history?range=${range}`), ({ text }) => JSON.parse(text))
      const hour = yield* of("hour")
      assert.deepStrictEqual(hour.series[0].values.slice(-2), [5, 6])
      assert.strictEqual((yield* of("week")).step, 1800)
      for (const path of ["/history", "/history?range=year", "/history?range=__proto__"])
        assert.strictEqual((yield* request(path)).status, 400, path)
    }).pipe(withRegistry)
  )

  it.effect("is refused to other hosts", () =>
    Effect.gen(function* () {
      const { request } = yield* served({ hosts: ["stats.example.com"] })
      for (const path of ["/", "/history?range=hour"]) {
        assert.strictEqual((yield* request(path, { host: "evil.example" })).status, 403, path)
        assert.strictEqual((yield* request(path, { host: "stats.example.com" })).status, 200, path)
      }
    }).pipe(withRegistry)
  )

  it.effect("keeps its numbers in a file across restarts, readable only by the user", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder("page"), "numbers.json")
      yield* Metric.update(gauge, 5)
      yield* TestClock.adjust("1 hour")
      const first = yield* served({ file })
      yield* first.request("/")
      yield* first.close
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      yield* Metric.update(gauge, 6)
      yield* TestClock.adjust("30 seconds")
      const { request } = yield* served({ file })
      const { text } = yield* request("/history?range=hour")
      assert.deepStrictEqual(JSON.parse(text).series[0].values.slice(-3), [5, null, 6])
    }).pipe(withRegistry)
  )

  it.effect("starts without numbers when the file is not its own", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder("page"), "numbers.json")
      writeFileSync(file, "[")
      yield* Metric.update(gauge, 7)
      const { close, request } = yield* served({ file })
      const { text } = yield* request("/history?range=hour")
      assert.deepStrictEqual(JSON.parse(text).series[0].values.slice(-1), [7])
      yield* close
      assert.include(readFileSync(file, "utf8"), '"version":1')
    }).pipe(withRegistry)
  )
})
