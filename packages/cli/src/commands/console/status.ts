/** The status line above the prompt: tick, CPU time, Memory and level of the account, and watched values. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import { Server } from "@screeps-effect/api/Server"
import * as CpuEvent from "@screeps-effect/schema/CpuEvent"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { format, join, oneLine, plain, type PlainText } from "../../output/text.ts"
import type { Desk } from "./commands.ts"

/** What the line shows; what is not known yet is left out. */
export interface Status {
  tick?: number | undefined
  cpu?: number | undefined
  limit?: number | undefined
  /** Length of Memory's text. */
  memory?: number | undefined
  gcl?: number | undefined
}

const short = (value: number) =>
  value >= 1_000_000
    ? `${(value / 1_000_000).toFixed(1)} M`
    : value >= 10_000
      ? `${Math.round(value / 1000)} k`
      : `${value}`

const levelOf = (points: number): PlainText => {
  const { level, progress, progressTotal } = Gcl.progress(points)
  return format`GCL ${level} (${Math.floor((progress / progressTotal) * 100)} %)`
}

/** Writes the line. */
export const lineOf = (status: Status, desk: Desk): PlainText => {
  const { cpu, gcl, limit, memory, tick } = status
  const parts: ReadonlyArray<PlainText> = [
    ...(desk.isPaused ? [format`paused, ${desk.hidden} hidden`] : []),
    ...(tick === undefined ? [] : [format`tick ${tick}`]),
    ...(cpu === undefined ? [] : [limit === undefined ? format`CPU ${cpu}` : format`CPU ${cpu}/${limit}`]),
    ...(memory === undefined ? [] : [format`Memory ${plain(short(memory))}`]),
    ...(gcl === undefined ? [] : [levelOf(gcl)]),
    ...(desk.shard === undefined ? [] : [oneLine(desk.shard)]),
    ...(desk.filter === undefined ? [] : [format`filter "${oneLine(desk.filter)}"`]),
    ...Array.from(desk.watched, ([path, text]) => format`${oneLine(path)} ${oneLine(text ?? "…")}`)
  ]
  return join(parts, "  ")
}

/** How often the account is read, and the tick on official servers, whose quotas are small; in milliseconds. */
const minute = 60_000

/** Keeps a status up to date until it is interrupted; what fails is left out. */
export const follow = (status: Status, shard: () => string | undefined) =>
  Effect.gen(function* () {
    const { kind } = yield* Server
    const account = Effect.map(Auth.me(), ({ cpu, gcl }) => {
      status.gcl = gcl ?? undefined
      status.limit = cpu ?? undefined
    })
    const tick = Effect.map(
      Effect.suspend(() => Game.time({ shard: shard() })),
      ({ time }) => (status.tick = time)
    )
    const cpu = Stream.runForEach(ScreepsSocket.subscribe(Channels.cpu()), (event) =>
      Effect.sync(() => {
        if (CpuEvent.isError(event)) return
        status.cpu = typeof event.cpu === "number" ? event.cpu : undefined
        status.memory = event.memory ?? undefined
        // An event for each tick, of which busy servers leave some out: the next reading corrects it.
        if (status.tick !== undefined && kind === "official") status.tick += 1
      })
    )
    const repeated = <A, E, R>(effect: Effect.Effect<A, E, R>, every: number) =>
      Effect.repeat(Effect.ignore(effect), Schedule.spaced(every))
    yield* Effect.all(
      [
        repeated(account, 5 * minute),
        repeated(tick, kind === "official" ? minute : 2000),
        Effect.ignore(cpu)
      ],
      { concurrency: "unbounded", discard: true }
    )
  })
