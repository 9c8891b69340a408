/** `screeps collect status`, `holes` and `requeue` */
import * as Collector from "@screeps-effect/collector/Collector"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { choose } from "../../config/servers.ts"
import * as Settings from "../../config/settings.ts"
import { duration, optional, toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import { format, plain } from "../../output/text.ts"
import { base } from "./base.ts"
import { query, resolve } from "./database.ts"
import { read } from "./settings.ts"
import * as Show from "./show.ts"

/** The database of the flags that all these commands share. */
const database = Effect.gen(function* () {
  const { database } = yield* base
  return yield* resolve(database, yield* read)
})

/** The address of the server, if one is named: a database may contain several. */
const server = Effect.gen(function* () {
  const isNamed = (yield* Settings.Url) !== undefined || (yield* Settings.ServerName) !== undefined
  return isNamed ? (yield* choose).server.url : undefined
})

export const status = Command.make("status", {}, () =>
  Effect.gen(function* () {
    const url = yield* server
    const all = yield* query(yield* database, Collector.status)
    yield* Show.table(all.filter((one) => url === undefined || one.server === url))
  })
).pipe(
  Command.withDescription("Show how many jobs are done, due, running, failing and without a result"),
  Command.withExamples([{ command: "screeps collect status" }])
)

/** Parses a tick, or a day or time in UTC, to a slot. */
const parseSlot = (text: string): Option.Option<number> => {
  if (/^\d{1,15}$/.test(text)) return Option.some(Number(text))
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z?)?$/.test(text)) return Option.none()
  const millis = Date.parse(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text)
  return Number.isNaN(millis) ? Option.none() : Option.some(millis)
}

const slot = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("<time or tick>"),
    Flag.filterMap(parseSlot, () => "a time such as 2026-11-23 or 2026-11-23T10:00, or a tick of a history"),
    Flag.withDefault(undefined),
    Flag.withDescription(description)
  )

const filters = {
  kind: optional(Flag.Literals("kind", Collector.kinds), "Jobs of this kind only"),
  target: optional(
    Flag.String("target"),
    "Jobs of this target only, such as a room or a resource",
    "<target>"
  ),
  from: slot("from", "Jobs of this time (UTC) and later; with --kind history, of this tick"),
  to: slot("to", "Jobs of this time (UTC) and earlier; with --kind history, of this tick"),
  absent: toggle("absent", "Also include jobs whose data the server never recorded; they are not holes")
} as const

const filterOf = Effect.fnUntraced(function* (given: Omit<Collector.Filter, "server" | "shard">) {
  return { server: yield* server, shard: yield* Settings.Shard, ...given } satisfies Collector.Filter
})

/** When a job was due: the tick of a chunk, or a time; nothing for terrain, which has none. */
const when = ({ kind, slot }: Collector.Hole): string => {
  if (kind === "history") return `tick ${slot}`
  return kind === "terrain" ? "" : `${new Date(slot).toISOString().slice(0, 16)}Z`
}

const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

const shardOf = ({ shard }: Collector.Hole) => shard

const most = 1000

export const holes = Command.make("holes", filters, (given) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const filter = yield* filterOf(given)
    const found = yield* query(yield* database, Collector.holes(filter, most))
    yield* Output.rows(
      found,
      [
        { head: "kind", of: ({ kind }) => kind },
        // Private servers have no shards.
        ...(found.every(({ shard }) => shard === "") ? [] : [{ head: "shard", of: shardOf }]),
        { head: "target", of: ({ target }) => shortened(target) },
        { head: "when", of: when },
        { head: "attempts", of: ({ attempts }) => attempts, align: "right" },
        { head: "last error", of: ({ lastError }) => lastError }
      ],
      plain("no holes")
    )
    if (found.length === most) yield* output.note(format`These are the newest ${most}.`)
  })
).pipe(
  Command.withDescription("List jobs that have no result and are not requested any more, the newest first"),
  Command.withExamples([
    { command: "screeps collect holes --kind history" },
    { command: "screeps collect holes --kind rooms --from 2026-11-01" }
  ])
)

export const requeue = Command.make(
  "requeue",
  {
    ...filters,
    deadline: duration("deadline", "How long to retry them until they are holes again (default: 6h)").pipe(
      Flag.withDefault(Duration.hours(6))
    )
  },
  Effect.fnUntraced(function* ({ deadline, ...given }) {
    const output = yield* Output.Output
    const filter = yield* filterOf(given)
    const used = yield* database
    const { left, requeued } = yield* query(
      used,
      Effect.gen(function* () {
        const requeued = yield* Collector.requeue(filter, deadline)
        return { requeued, left: (yield* Collector.holes(filter, most)).length }
      })
    )
    yield* Output.value({ requeued, left }, () =>
      requeued === 1
        ? format`1 job will be requested again`
        : format`${requeued} jobs will be requested again`
    )
    if (requeued > 0) yield* output.note(format`Runners request them now; start one with screeps collect.`)
    if (left > 0)
      yield* output.note(
        format`${left} holes stay: rooms, orders and ranks of the past, which servers do not return any more.`
      )
  })
).pipe(
  Command.withDescription("Request holes again, where the server still has the data"),
  Command.withExamples([{ command: "screeps collect requeue --kind history --target W7N3" }])
)
