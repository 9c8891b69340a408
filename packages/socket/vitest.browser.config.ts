import { existsSync } from "node:fs"
import { createServer } from "node:net"
import { playwright } from "@vitest/browser-playwright"
import { defineConfig } from "vitest/config"

const chromium = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"

/** Returns a free loopback port. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Headless, without features that tests do not need. */
const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync"
      ]
    }
  }),
  instances: [{ browser: "chromium" as const }]
}

/**
 * Tests in a page, against the game's own server: not part of `pnpm test`. Without a browser they are skipped.
 *
 * Real servers allow no requests from pages of other origins: the page's own server is a proxy for the game server.
 */
export default defineConfig(async () => {
  const port = await freePort()
  const target = `http://127.0.0.1:${port}`
  const hasBrowser = existsSync(chromium)
  return {
    server: { proxy: { "/api": { target }, "/socket": { target, ws: true } } },
    test: {
      name: "socket (browser)",
      include: ["test-browser/**/*.test.ts"],
      globalSetup: ["test-browser/setup.ts"],
      provide: {
        port,
        whyNot: hasBrowser ? "" : `There is no Chromium at ${chromium}: set CHROMIUM_PATH or install it.`
      },
      testTimeout: 60_000,
      hookTimeout: 60_000,
      reporters: ["default", "json"],
      outputFile: { json: ".vitest/browser.json" },
      ...(hasBrowser ? { browser } : {})
    }
  }
})
