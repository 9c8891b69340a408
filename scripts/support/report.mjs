// Shared by the slow checks: steps with their times, commands, and a final table with all problems.
import { spawn } from "node:child_process"

const start = performance.now()
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** The time since the program's start. */
export const sinceStart = () => seconds(start)

/** Prints the start of a step with the time. */
export const step = (text) => console.log(`${seconds(start).padStart(7)}  ${text}`)

/** Runs a command to its end; returns its exit code, all of its output, its standard output alone, and its duration. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && command !== process.execPath,
      ...options,
      env: { ...process.env, CI: "true", ...options.env }
    })
    let text = ""
    let out = ""
    const add = (chunk) => (text += chunk)
    child.stdout
      .setEncoding("utf8")
      .on("data", add)
      .on("data", (chunk) => (out += chunk))
    child.stderr.setEncoding("utf8").on("data", add)
    const end = (code) => resolve({ code, text, out, took: seconds(began) })
    child.on("error", (error) => {
      add(error.message)
      end(1)
    })
    child.on("close", end)
  })

/** Runs a command that must succeed; returns its standard output. */
export const need = async (command, args, options) => {
  const ended = await run(command, args, options)
  if (ended.code !== 0) throw new Error(`${[command, ...args].join(" ")}\n${ended.text}`)
  return ended.out
}

/** Prints a failure when it comes: a table is printed at the end, which an interrupted run does not reach. */
const fail = (problems, text) => {
  problems.push(text)
  console.error(`✗ ${text.split("\n")[0]}`)
}

/** Creates a table that is filled cell by cell with the results of `check`, or the reason of a skip. */
export const table = (head) => {
  const rows = new Map()
  const problems = []
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const put = (row, column, text) => rows.set(row, { ...rows.get(row), [column]: text })
  return {
    skip: (row, column, why) => {
      counts.skipped += 1
      put(row, column, `skipped: ${why}`)
    },
    /**
     * Runs a command that must succeed with the expected output (a text or a pattern), or fail with a text that matches `refused`; lines that match
     * `excused` are counted and ignored, and so is an exit code that they cause.
     */
    check: async (row, column, command, args, { excused, expected, refused, ...options } = {}) => {
      const { code, text, took } = await run(command, args, options)
      if (refused !== undefined) {
        const good = code !== 0 && refused.test(text)
        counts[good ? "passed" : "failed"] += 1
        put(row, column, good ? `refused, ${took}` : "NOT REFUSED")
        if (!good) fail(problems, `${row}, ${column}: exit code ${code}, and not ${refused}\n${text.trim()}`)
        return good
      }
      const lines = text.trim().split("\n")
      const rest = excused === undefined ? lines : lines.filter((line) => !excused.test(line))
      const forgiven = lines.length - rest.length
      const shown = rest.join("\n")
      const fits = expected instanceof RegExp ? expected.test(shown) : shown === (expected ?? shown)
      const good = (code === 0 || forgiven > 0) && fits
      counts[good ? "passed" : "failed"] += 1
      put(row, column, good ? took + (forgiven > 0 ? `, ${forgiven} excused` : "") : "FAILED")
      const wanted = fits ? "" : `, not ${expected instanceof RegExp ? expected : JSON.stringify(expected)}`
      if (!good) fail(problems, `${row}, ${column}: exit code ${code}${wanted}\n${shown}`)
      return good
    },
    /** Prints the table and the problems; the exit code is 1 if there are any. */
    close: () => {
      const columns = [...new Set([...rows.values()].flatMap((row) => Object.keys(row)))]
      const lines = [[head, ...columns]]
      for (const [row, cells] of rows) lines.push([row, ...columns.map((column) => cells[column] ?? "")])
      const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => line[i].length)))
      const show = (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`
      const [first, ...others] = lines.map(show)
      const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`
      console.log(["", first, rule, ...others, ""].join("\n"))
      for (const problem of problems) console.error(`✗ ${problem}\n`)
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
      // Several tables may be closed.
      if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1
      return counts
    }
  }
}
