/**
 *   npx vite browser/room-viewer                                        an in-memory world
 *   SCREEPS_URL=http://127.0.0.1:21025 npx vite browser/room-viewer     a private server; the page has a sign-in form
 */
import { defineConfig } from "vite"
import { fromEnvironment } from "../server.ts"

export default defineConfig(({ command }) => fromEnvironment(import.meta.dirname, command))
