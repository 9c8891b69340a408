/** Commands that `scripts/dev.mjs` runs. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const module = new URL("../support/run.mjs", import.meta.url)

/** A program that runs a shell script with `run`, and what it prints. */
const start = (script: string) => {
  const code = `import { run } from ${JSON.stringify(module.href)}
process.exit(await run("/bin/sh", ["-c", ${JSON.stringify(script)}], "/"))`
  return spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: fileURLToPath(new URL(".", module)),
    stdio: ["ignore", "pipe", "inherit"]
  })
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.skipIf(process.platform === "win32")("a command of the root", () => {
  it("returns its exit code", async () => {
    assert.deepStrictEqual(await once(start("exit 7"), "exit"), [7, null])
  })

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143]
  ] as const)("has ended with all its processes when %s ends it", async (signal, status) => {
    // The shell ends at once; its child takes half a second to end.
    const program = start(
      "(trap 'sleep 0.5; exit' INT TERM HUP; echo up; while :; do sleep 0.1; done) & echo $!; wait"
    )
    let printed = ""
    program.stdout.on("data", (data: Buffer) => (printed += data.toString()))
    while (!printed.includes("up") || !/\d\n/.test(printed)) await sleep(10)
    const child = Number(/\d+/.exec(printed)?.[0])
    assert.isTrue(isAlive(child))
    program.kill(signal)
    const [code] = await once(program, "exit")
    assert.strictEqual(code, status)
    assert.isFalse(isAlive(child))
  })
})
