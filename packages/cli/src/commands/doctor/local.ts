/** `screeps doctor --local`: checks the local set-up, from the credentials file to the socket. */
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as client from "../../config/client.ts"
import type { Chosen } from "../../config/servers.ts"
import * as Output from "../../output/output.ts"
import { format, wrap } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"
import { type Line, skipped } from "./checks.ts"
import * as Checks from "./checks.ts"

/** The longest time of one request. */
const timeout = Duration.seconds(8)

const afterAddress = ["clock", "account", "auth mod", "branch", "socket"] as const

/** Checks everything that needs the server. */
const checkServer = Effect.fnUntraced(function* ({ method }: Chosen, clock: Checks.Clock) {
  const address = yield* Checks.address
  if (address.status === "problem")
    return [address, ...afterAddress.map((check) => skipped(check, "the server cannot be reached"))]
  const { failure, line } = yield* Checks.account(method._tag === "Guest")
  return [
    address,
    Checks.clock(clock),
    line,
    yield* Checks.authMod(failure),
    yield* Checks.branch(line.status === "ok"),
    line.status === "problem" ? skipped("socket", "signing in over HTTP fails") : yield* Checks.socket
  ]
})

const check = Effect.gen(function* () {
  const file = yield* Checks.file
  const { chosen, line } = yield* Checks.entry
  if (chosen === undefined) return [file, line]
  const clock: Checks.Clock = { ahead: undefined }
  const settings = Layer.mergeAll(
    Layer.succeed(ScreepsClient.Middleware, [Checks.comparing(clock)]),
    Layer.succeed(ScreepsClient.RequestTimeout, timeout),
    Layer.succeed(Retry.Retry, Retry.none)
  )
  const lines = yield* checkServer(chosen, clock).pipe(
    Effect.provide(client.httpOf(Effect.succeed(chosen)).pipe(Layer.provideMerge(settings)))
  )
  return [file, line, yield* Checks.proxy(chosen.server.url), ...lines]
})

interface Row {
  readonly check: string
  readonly status: Line["status"] | undefined
  readonly detail: string
}

const colors = { ok: "green", problem: "red", skipped: "dim" } as const

const rowsOf = (lines: ReadonlyArray<Line>, columns: number): ReadonlyArray<Row> => {
  const width = Math.max(20, columns - Math.max(...lines.map(({ check }) => check.length)) - 11)
  return lines.flatMap(({ advice, check, detail, status }) => {
    const texts = [
      ...wrap(detail, width, "  "),
      ...(advice === undefined ? [] : wrap(`→ ${advice}`, width, "  "))
    ]
    return texts.map((text, i): Row =>
      i === 0 ? { check, status, detail: text } : { check: "", status: undefined, detail: text }
    )
  })
}

export const local = Effect.gen(function* () {
  const output = yield* Output.Output
  const lines = yield* check
  yield* output.isJson
    ? Output.rows(lines, [])
    : output.line(
        Output.table(
          rowsOf(lines, output.columns),
          [
            { head: "check", of: ({ check }) => check },
            { head: "result", of: ({ status }) => status, paint: ({ status }) => status && colors[status] },
            { head: "details", of: ({ detail }) => detail }
          ],
          output
        )
      )
  const problems = lines.filter(({ status }) => status === "problem").length
  if (problems === 0) return yield* output.note(format`The set-up has no problem.`)
  return yield* new Refused({ message: problems === 1 ? "1 problem found" : `${problems} problems found` })
})
