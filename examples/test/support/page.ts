/** Pages of the examples: built and served by Vite, opened in Chromium. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isMissing } from "@screeps-effect/fixtures/services"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { chromium, type Page } from "playwright"
import { build, preview } from "vite"
import { type Game, settings } from "../../browser/server.ts"

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"

/** Whether tests of pages are skipped. */
export const isChromiumMissing = isMissing("chromium", existsSync(executablePath))

/** The page, built once. */
class Built extends Context.Service<Built, { readonly folder: string; readonly source: string }>()("Built") {
  static readonly layer = (source: string) =>
    Layer.effect(
      Built,
      Effect.acquireRelease(
        Effect.promise(async () => {
          const folder = mkdtempSync(join(tmpdir(), "page-"))
          const game = settings(source, { url: "http://127.0.0.1:1", name: "" })
          const rest = { outDir: folder, emptyOutDir: true, minify: false, reportCompressedSize: false }
          await build({ ...game, configFile: false, logLevel: "warn", build: { ...game.build, ...rest } })
          return { folder, source }
        }),
        ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
    )
}

/** A browser, started once. */
export class Browser extends Context.Service<Browser, { readonly open: () => Promise<Page> }>()("Browser") {
  static readonly layer = Layer.effect(
    Browser,
    Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath, args: ["--no-sandbox"] })),
      (browser) => Effect.promise(() => browser.close())
    ).pipe(
      Effect.map((browser) => ({ open: () => browser.newPage({ viewport: { width: 1280, height: 800 } }) }))
    )
  )
}

/** Serves the page for a game and opens it; collects its errors. */
export const open = Effect.fn(function* (game: Game) {
  const { folder, source } = yield* Built
  const browser = yield* Browser
  const url = yield* Effect.acquireRelease(
    Effect.promise(() => {
      const config = settings(source, game)
      const port = { port: 0, host: "127.0.0.1" }
      return preview({
        ...config,
        configFile: false,
        logLevel: "silent",
        build: { outDir: folder },
        preview: { ...config.preview, ...port }
      })
    }),
    (server) => Effect.promise(() => server.close())
  ).pipe(Effect.map(({ resolvedUrls }) => resolvedUrls?.local[0] ?? ""))
  const page = yield* Effect.acquireRelease(Effect.promise(browser.open), (page) =>
    Effect.promise(() => page.close())
  )
  const faults: Array<string> = []
  page.on("pageerror", (error) => faults.push(String(error)))
  yield* Effect.promise(() => page.goto(url))
  return { faults, page }
})

/** Waits until an element contains a text. */
export const text = (page: Page, id: string, words: string | RegExp) =>
  Effect.promise(() => page.locator(`#${id}`, { hasText: words }).waitFor({ timeout: 40_000 }))

/** Builds the page in a folder, and starts a browser. */
export const layerPages = (source: string) => Layer.merge(Built.layer(source), Browser.layer)
