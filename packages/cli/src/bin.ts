#!/usr/bin/env node
/**
 * The entry point of the `screeps` program: loads as little as possible, and only what an old Node can load, before it
 * has checked the version of Node.
 */
import { readFileSync } from "node:fs"

// The manifest is one folder above this file, in the sources and in the package.
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
  const message = `requires Node ${engines.node.replace(">=", "")} or newer; this is Node ${process.versions.node}`
  const line = args.includes("--json") ? JSON.stringify({ error: "Usage", message }) : `screeps: ${message}`
  process.stderr.write(`${line}\n`)
  process.exitCode = 2
} else {
  process.getBuiltinModule("node:module").enableCompileCache?.()
  const { main } = await import("./main.ts")
  main(args, String(version))
}
