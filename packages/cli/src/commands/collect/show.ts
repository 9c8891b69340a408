/** Shows what a runner does: a line at the terminal or in a log, lines of JSON for programs, a table at the end. */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Collector from "@screeps-effect/collector/Collector"
import * as Millis from "@screeps-effect/schema/Millis"
import * as CliOutput from "effect/cli/CliOutput"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Output from "../../output/output.ts"
import * as Print from "../../output/print.ts"
import * as Screen from "../../output/screen.ts"
import { cut, format, join, oneLine, plain, type PlainText, toJson } from "../../output/text.ts"
import type { Account } from "./accounts.ts"

type Counts = Omit<Collector.KindStatus, "kind" | "lastError">

/** The state of a server's jobs and of this runner's accounts. */
export interface Summary extends Counts {
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
  absent: 0,
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
  absent: a.absent + b.absent,
  lag: Math.max(a.lag, b.lag),
  rows: a.rows + b.rows
})

/** Returns the state of a server's jobs and of this runner's accounts. */
const summary = Effect.fnUntraced(function* (server: string, accounts: ReadonlyArray<Account>) {
  const all = yield* Collector.status
  const kinds = all.find((one) => one.server === server)?.kinds ?? []
  const now = yield* Millis.monotonic
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

type AccountSummary = Summary["accounts"][number]

const requests = ({ limit, requestsPerMinute }: Pick<AccountSummary, "limit" | "requestsPerMinute">) =>
  limit === undefined ? format`${requestsPerMinute}` : format`${requestsPerMinute} of ${limit}`

/** Returns the requests of all accounts together. */
const total = (accounts: ReadonlyArray<AccountSummary>) => {
  const add = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)
  const limits = accounts.flatMap(({ limit }) => limit ?? [])
  const requestsPerMinute = add(accounts.map((one) => one.requestsPerMinute))
  return requests(
    limits.length < accounts.length ? { requestsPerMinute } : { requestsPerMinute, limit: add(limits) }
  )
}

/**
 * Formats the state in one line, what needs attention first. Where it does not fit, the accounts' requests are added up and
 * quotas are not named; if that is not enough, the number of running jobs is left out.
 */
export const statusLine = (
  { absent, accounts, done, due, failing, holes, lag, running }: Summary,
  width: number
): PlainText => {
  const waiting = accounts.filter(({ waitsFor }) => waitsFor.length > 0)
  const usedUp = (of: (account: AccountSummary) => string) =>
    waiting.length === 0 ? [] : [format`quota used up: ${oneLine(waiting.map(of).join(", "))}`]
  const counts = [
    ...(failing === 0 ? [] : [format`${failing} failing`]),
    format`${holes} holes`,
    format`lag ${plain(span(lag))}`,
    format`${done} done`,
    ...(absent === 0 ? [] : [format`${absent} not recorded`]),
    format`${due} due`
  ]
  const withRunning = [...counts, format`${running} running`]
  const names = usedUp(({ name }) => name)
  const all = format`${total(accounts)} requests/min`
  const each = accounts.map((one) => format`${oneLine(one.name)} ${requests(one)}`)
  const longer = [
    join(
      [
        ...usedUp(({ name, waitsFor }) => `${name} ${waitsFor.join(" and ")}`),
        ...withRunning,
        format`${join(each, ", ")} requests/min`
      ],
      ", "
    ),
    join([...names, ...withRunning, all], ", ")
  ]
  return (
    longer.find((text) => CliOutput.displayWidth(text) <= width) ??
    cut(join([...names, ...counts, all], ", "), width)
  )
}

/** Time between two lines at a terminal, of JSON, and into a pipe, in milliseconds. */
const every = { terminal: 1000, json: 10_000, pipe: 60_000 } as const

/**
 * Shows the state until it is interrupted: a line that is redrawn, lines of JSON, or now and then a line on standard error
 * into a pipe.
 */
export const watch = Effect.fnUntraced(function* (server: string, accounts: ReadonlyArray<Account>) {
  const output = yield* Output.Output
  const kind = output.isJson ? "json" : output.isTerminal ? "terminal" : "pipe"
  // What is done within a minute needs no report.
  if (kind === "pipe") yield* Effect.sleep(every.pipe)
  while (true) {
    const startedAt = yield* Millis.monotonic
    // While the database is unavailable, the runner logs a warning.
    const now = yield* Effect.orElseSucceed(summary(server, accounts), () => undefined)
    if (now !== undefined) {
      if (kind === "json") yield* output.line(toJson(now))
      else if (kind === "pipe") yield* Print.toErrors(statusLine(now, Infinity))
      else yield* Screen.showUntilOutput(statusLine(now, Math.max(10, output.columns - 1)))
    }
    // Counting many jobs takes time: it gets a small part of it.
    const took = (yield* Millis.monotonic) - startedAt
    yield* Effect.sleep(Math.max(every[kind], 50 * took))
  }
})

/** Shows the state when the runner has ended: a table, or the last line of JSON. */
export const end = Effect.fnUntraced(function* (server: string, accounts: ReadonlyArray<Account>) {
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
  { head: "not recorded", of: ({ absent }) => absent, align: "right" },
  { head: "lag", of: ({ lag }) => span(lag), align: "right" },
  { head: "rows", of: ({ rows }) => rows, align: "right" },
  { head: "last error", of: ({ lastError }) => lastError }
]

/** Prints the state of all jobs. */
export const table = (all: ReadonlyArray<Collector.Status>) => {
  const withServer = { head: "server", of: ({ server }: Row) => server }
  return Output.rows(rowsOf(all), all.length > 1 ? [withServer, ...columns] : columns, plain("no jobs"))
}
