/** What a worker sends to the frame: at most as much as the frame permits, so that no program can flood the page. */
import * as Formatter from "effect/Formatter"
import type { LineKind, ToOutput, ToWorker } from "./messages.ts"

/** What may be sent until the next `ping`, in characters; a message costs some, too. */
const budget = 100_000
const costOfMessage = 200

const longestText = 4000

/** The worker's own address, in stack traces. */
const library = self.location.href

class Output {
  /** Address of the running program, in stack traces. */
  program: string | undefined
  readonly #send: (message: ToOutput) => void
  readonly #port: MessagePort
  #left = budget
  #lost = 0

  constructor({ port1, port2 }: MessageChannel) {
    this.#port = port1
    this.#send = port1.postMessage.bind(port1)
    // The frame reads what comes through its port, and nothing else.
    self.postMessage(null, { transfer: [port2] })
    Object.defineProperty(self, "postMessage", { value: undefined })
  }

  /** Calls back with the program, and answers each `ping`. */
  listen(run: (message: Extract<ToWorker, { readonly kind: "run" }>) => void): void {
    this.#port.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
      if (data.kind === "run") return run(data)
      this.#left = budget
      this.#send({ kind: "pong" })
      if (this.#lost > 0) this.line("note", `${this.#lost} messages were left out: too many at once.`)
      this.#lost = 0
    })
    this.#port.start()
  }

  /** Sends a message, and returns whether it was permitted. */
  send(message: ToOutput): boolean {
    if (this.#left <= 0) {
      this.#lost += 1
      return false
    }
    this.#left -= costOfMessage + (message.kind === "line" ? message.text.length : 0)
    this.#send(message)
    return true
  }

  /** Prints a text, with the program's lines of a stack trace, and without those of libraries. */
  line(line: LineKind, text: string): void {
    const shown = text
      .slice(0, 4 * longestText)
      .split("\n")
      .filter((one) => !one.includes(library))
      .join("\n")
      .slice(0, longestText)
    this.send({
      kind: "line",
      line,
      text: this.program === undefined ? shown : shown.replaceAll(this.program, "program.ts")
    })
  }

  /** Prints an error with its place in the program. */
  failure(error: unknown): void {
    if (!(error instanceof Error)) return this.line("error", Formatter.format(error))
    const { program } = this
    const places = (error.stack ?? "")
      .slice(0, 4 * longestText)
      .split("\n")
      .filter((one) => program !== undefined && one.includes(program) && !one.startsWith(error.name))
    this.line("error", [`${error.name}: ${error.message}`, ...places].join("\n"))
  }
}

/** The only way out of the worker. */
export const output = new Output(new MessageChannel())

const text = (values: ReadonlyArray<unknown>) =>
  values.map((value) => (typeof value === "string" ? value : Formatter.format(value, { space: 2 }))).join(" ")

for (const method of ["log", "info", "debug", "trace", "dir", "table", "group"] as const)
  console[method] = (...values: ReadonlyArray<unknown>) => output.line("log", text(values))
for (const method of ["warn", "error"] as const)
  console[method] = (...values: ReadonlyArray<unknown>) => output.line("error", text(values))

self.addEventListener("error", (event) => {
  event.preventDefault()
  output.failure(event.error ?? event.message)
})
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault()
  output.failure(event.reason)
})
