/**
 *   npx vite browser/room-viewer                                        a world in memory
 *   SCREEPS_URL=http://127.0.0.1:21025 npx vite browser/room-viewer     a private server; the page asks who you are
 */
import { Effect, Scope } from "effect"
import { defineConfig } from "vite"
import { inMemory, settings } from "./viewer.ts"

export default defineConfig(async ({ command }) => {
  const url = process.env["SCREEPS_URL"]
  if (url !== undefined) return settings({ url, name: url })
  if (command === "build") return settings({ url: "http://127.0.0.1:21025", name: "a private server" })
  // It ends with Vite.
  return settings(await Effect.runPromise(Scope.provide(inMemory, Scope.makeUnsafe())))
})
