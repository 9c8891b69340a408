/**
 *   npx vite browser/room-viewer                                        an in-memory world
 *   SCREEPS_URL=http://127.0.0.1:21025 npx vite browser/room-viewer     a private server; the page has a sign-in form
 */
import { Effect, Scope } from "effect"
import { defineConfig } from "vite"
import { inMemory, settings } from "./viewer.ts"

export default defineConfig(async ({ command }) => {
  const url = process.env["SCREEPS_URL"]
  if (url !== undefined) return settings({ url, name: url })
  if (command === "build") return settings({ url: "http://127.0.0.1:21025", name: "a private server" })
  // The in-memory world ends with Vite's process.
  return settings(await Effect.runPromise(Scope.provide(inMemory, Scope.makeUnsafe())))
})
