#!/usr/bin/env node
/**
 * The `screeps` program: as little as possible before it is known what is asked for, and nothing that an old Node could
 * not load before it is needed.
 */
import { readFileSync } from "node:fs"

// The manifest stands one folder above this file, in the sources and in the package.
const { engines, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
const args = process.argv.slice(2)

const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number)

const isOlder = (own: string, needed: string): boolean => {
  const [[major = 0, minor = 0], [neededMajor = 0, neededMinor = 0]] = [numbers(own), numbers(needed)]
  return major === neededMajor ? minor < neededMinor : major < neededMajor
}

if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) {
  process.stdout.write(`screeps ${version}\n`)
} else if (isOlder(process.versions.node, engines.node)) {
  const message = `needs Node ${engines.node.replace(">=", "")} or newer, and this is Node ${process.versions.node}`
  const told = args.includes("--json") ? JSON.stringify({ error: "Usage", message }) : `screeps: ${message}`
  process.stderr.write(`${told}\n`)
  process.exitCode = 2
} else {
  process.getBuiltinModule("node:module").enableCompileCache?.()
  const { main } = await import("./main.ts")
  main(args, String(version))
}
