/** Shows what a runner does: a line at the terminal, lines of JSON for programs, a table at the end. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Collector from "@screeps-effect/world/Collector"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Output from "../../output/output.ts"
import * as Screen from "../../output/screen.ts"
import { cut, format, join, oneLine, plain, type PlainText, toJson } from "../../output/text.ts"
import type { Account } from "./accounts.ts"

type Counts = Omit<Collector.KindStatus, "kind" | "lastError">

interface Summary extends Counts {
  readonly accounts: ReadonlyArray<{
    readonly name: string
    readonly requestsPerMinute: number
    /** The account's quota of requests per minute; absent on private servers. */
    readonly limit?: number
    readonly remaining?: number
    /** Quotas that are used up. */
    readonly waitsFor: ReadonlyArray<string>
  }>
}

const none: Counts = {
  open: 0,
  due: 0,
  failing: 0,
  running: 0,
  done: 0,
  holes: 0,
  failed: 0,
  lag: 0,
  rows: 0
}

const sum = (a: Counts, b: Counts): Counts => ({
  open: a.open + b.open,
  due: a.due + b.due,
  failing: a.failing + b.failing,
  running: a.running + b.running,
  done: a.done + b.done,
  holes: a.holes + b.holes,
  failed: a.failed + b.failed,
  lag: Math.max(a.lag, b.lag),
  rows: a.rows + b.rows
})

/** Returns the state of a server's jobs and of this runner's accounts. */
const summary = (server: string, accounts: ReadonlyArray<Account>) =>
  Effect.gen(function* () {
    const all = yield* Collector.status
    const kinds = all.find((one) => one.server === server)?.kinds ?? []
    const now = yield* Clock.currentTimeMillis
    const shown = yield* Effect.forEach(accounts, ({ lastMinute, name, services }) =>
      Effect.map(Context.get(services, RateLimits.RateLimits).states, ({ global, ...others }) => ({
        name,
        requestsPerMinute: lastMinute(now),
        ...(global === undefined ? {} : { limit: global.limit, remaining: global.remaining }),
        waitsFor: Object.entries(others).flatMap(([limitKey, { remaining }]) =>
          remaining === 0 ? [limitKey] : []
        )
      }))
    )
    return { ...kinds.reduce(sum, none), accounts: shown } satisfies Summary
  })

/** Formats a time span in its largest unit. */
const span = (millis: number): string => {
  const seconds = Math.round(millis / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

const account = ({ limit, name, requestsPerMinute, waitsFor }: Summary["accounts"][number]): PlainText => {
  const quota = limit === undefined ? format`` : format` of ${limit}`
  const waits = waitsFor.length === 0 ? format`` : format`, quota used up: ${oneLine(waitsFor.join(" "))}`
  return format`${oneLine(name)} ${requestsPerMinute}${quota} requests/min${waits}`
}

const line = (
  { accounts, done, due, failing, holes, lag, running }: Summary,
  paint: Output.Paint
): PlainText => {
  const counts = [
    format`${done} done`,
    format`${due} due`,
    format`${running} running`,
    ...(failing === 0 ? [] : [paint("yellow", format`${failing} failing`)]),
    holes === 0 ? format`0 holes` : paint("red", format`${holes} holes`),
    format`lag ${plain(span(lag))}`,
    ...accounts.map(account)
  ]
  return join(counts, ", ")
}

/** Time between two lines at a terminal, and of JSON, in milliseconds. */
const every = { terminal: 1000, json: 10_000 } as const

/** Shows the state until it is interrupted: a line that is redrawn, or lines of JSON; nothing in a pipe. @internal */
export const watch = (server: string, accounts: ReadonlyArray<Account>) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    if (!output.isJson && !output.isTerminal) return yield* Effect.never
    while (true) {
      const startedAt = yield* Clock.currentTimeMillis
      // While the database is away, the runner logs a warning.
      const now = yield* Effect.orElseSucceed(summary(server, accounts), () => undefined)
      if (now !== undefined) {
        yield* output.isJson
          ? output.line(toJson(now))
          : Screen.showUntilOutput(
              cut(
                line(now, (_style, text) => text),
                Math.max(10, output.columns - 1)
              )
            )
      }
      // Counting many jobs takes time: it gets a small part of it.
      const took = (yield* Clock.currentTimeMillis) - startedAt
      yield* Effect.sleep(Math.max(output.isJson ? every.json : every.terminal, 50 * took))
    }
  })

/** Shows the state when the runner has ended: a table, or the last line of JSON. @internal */
export const end = (server: string, accounts: ReadonlyArray<Account>) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    if (output.isJson) return yield* output.line(toJson(yield* summary(server, accounts)))
    yield* table((yield* Collector.status).filter((one) => one.server === server))
  })

interface Row extends Collector.KindStatus {
  readonly server: string
  readonly runners: number
}

const rowsOf = (all: ReadonlyArray<Collector.Status>): ReadonlyArray<Row> =>
  all.flatMap(({ kinds, runners, server }) => kinds.map((one) => ({ ...one, server, runners })))

const columns: ReadonlyArray<Output.Column<Row>> = [
  { head: "kind", of: ({ kind }) => kind },
  { head: "done", of: ({ done }) => done, align: "right" },
  { head: "due", of: ({ due }) => due, align: "right" },
  { head: "running", of: ({ running }) => running, align: "right" },
  {
    head: "failing",
    of: ({ failing }) => failing,
    align: "right",
    paint: ({ failing }) => (failing > 0 ? "yellow" : undefined)
  },
  {
    head: "holes",
    of: ({ failed, holes }) => holes + failed,
    align: "right",
    paint: ({ failed, holes }) => (holes + failed > 0 ? "red" : undefined)
  },
  { head: "lag", of: ({ lag }) => span(lag), align: "right" },
  { head: "rows", of: ({ rows }) => rows, align: "right" },
  { head: "last error", of: ({ lastError }) => lastError }
]

/** Prints the state of all jobs. @internal */
export const table = (all: ReadonlyArray<Collector.Status>) => {
  const withServer = { head: "server", of: ({ server }: Row) => server }
  return Output.rows(rowsOf(all), all.length > 1 ? [withServer, ...columns] : columns, plain("no jobs"))
}
