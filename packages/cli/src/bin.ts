#!/usr/bin/env node
/** The `screeps` program: as little as possible before it is known what is asked for. */
import { readFileSync } from "node:fs"
import { enableCompileCache } from "node:module"

// The manifest stands one folder above this file, in the sources and in the package.
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
const args = process.argv.slice(2)

if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) {
  process.stdout.write(`screeps ${version}\n`)
} else {
  enableCompileCache?.()
  const { main } = await import("./main.ts")
  main(args, String(version))
}
