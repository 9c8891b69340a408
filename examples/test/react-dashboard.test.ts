/** Tests the dashboard: built and served by Vite, opened in Chromium. */
import { createServer } from "node:http"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, layer } from "@effect/vitest"
import { Server } from "@screeps-effect/api"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Page } from "playwright"
import { isChromiumMissing, layerPages, open, text } from "./support/page.ts"

const source = join(import.meta.dirname, "../browser/react-dashboard")

/** A sample world that only the test advances. */
const makeGame = Effect.gen(function* () {
  const world = yield* SampleWorld.make()
  const built = yield* Layer.build(
    TestServer.layerHttp(world).pipe(
      Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
      Layer.orDie
    )
  )
  return {
    controls: Context.get(built, TestServer.Controls),
    url: Context.get(built, Server.Server).url,
    world
  }
})

const game = (url: string) => ({ url, name: "a test", room: SampleWorld.room })

/** Returns the size at which the browser shows the picture of the room; 0 if it is not a valid image. */
const pictureSize = (page: Page) =>
  Effect.promise(() => page.locator("#room img").evaluate((image: HTMLImageElement) => image.naturalWidth))

describe.skipIf(isChromiumMissing)("react-dashboard", () => {
  layer(layerPages(source), { timeout: 120_000, excludeTestServices: true })((it) => {
    it.effect("shows a room, prices and Memory, and each new tick", () =>
      Effect.gen(function* () {
        const { url, world } = yield* makeGame
        const { faults, page } = yield* open({ ...game(url), account: SampleWorld.account })
        yield* text(page, "connection", "Ready")
        yield* text(page, "room", /\d\d objects/)
        assert.strictEqual(yield* pictureSize(page), 800)
        yield* text(page, "market", /energy\d+\.\d{3}\d+\.\d{3}/)
        yield* world.tick
        const tick = yield* world.tick
        yield* text(page, "room", `tick ${tick.toLocaleString("en")},`)
        yield* text(page, "memory", /^MemoryWatch\d+\d s ago$/)

        yield* Effect.promise(async () => {
          await page.fill("#memory input", "settings")
          await page.press("#memory input", "Enter")
        })
        yield* text(page, "memory", "waiting")
        yield* world.tick
        yield* text(page, "memory", /"allies": \[\s*"alice"\s*\]/)

        yield* Effect.promise(async () => {
          await page.fill("#room input", "W5N5")
          await page.press("#room input", "Enter")
        })
        yield* text(page, "room", /\d objects/)
        assert.strictEqual(
          yield* Effect.promise(() => page.getAttribute("#room img", "alt")),
          "The room W5N5"
        )
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("shows a lost connection, and continues after it", () =>
      Effect.gen(function* () {
        const { controls, url, world } = yield* makeGame
        const { faults, page } = yield* open({ ...game(url), account: SampleWorld.account })
        yield* text(page, "connection", "Ready")
        yield* controls.stop
        yield* text(page, "connection", /Backoff|Connecting/)
        yield* controls.start
        yield* text(page, "connection", "Ready")
        // The room is subscribed to again some time after the connection is ready.
        const ticking = world.tick.pipe(Effect.delay("100 millis"), Effect.forever)
        yield* Effect.raceFirst(ticking, text(page, "room", /tick 1,0(?!00)\d\d,/))
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )

    it.effect("shows a sign-in form until the password is right", () =>
      Effect.gen(function* () {
        const { url } = yield* makeGame
        const { faults, page } = yield* open(game(url))
        const signIn = (password: string) =>
          Effect.promise(async () => {
            await page.fill("#sign-in input[name=username]", SampleWorld.account.username)
            await page.fill("#sign-in input[name=password]", password)
            await page.click("#sign-in button")
          })
        yield* signIn("a wrong one")
        yield* text(page, "sign-in", "the name or the password is wrong")
        yield* signIn(SampleWorld.account.password)
        yield* text(page, "connection", "Ready")
        yield* text(page, "room", /\d\d objects/)
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.scoped)
    )
  })
})
