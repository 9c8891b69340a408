/** `screeps limits` */
import * as Code from "@screeps-effect/api/Code"
import * as Market from "@screeps-effect/api/Market"
import * as Memory from "@screeps-effect/api/Memory"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Segments from "@screeps-effect/api/Segments"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import type { RateLimit } from "@screeps-effect/schema/RateLimit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import * as Output from "../output/output.ts"
import { format, oneLine, plain, toJson } from "../output/text.ts"

/** One reading request per quota: only responses report the remaining requests. */
const probes: ReadonlyArray<Effect.Effect<unknown, ScreepsError, ScreepsClient>> = [
  Code.get({ branch: "$activeWorld" }),
  Memory.get({ path: "screeps" }),
  Segments.get({ segment: 0 }),
  Market.ordersIndex(),
  Market.myOrders(),
  Market.stats({ resourceType: "energy" }),
  User.moneyHistory()
]

interface Row extends Partial<RateLimit> {
  readonly limitKey: string
  readonly left: number | undefined
}

const rowOf = ([limitKey, state]: readonly [string, RateLimit]): Row => {
  // Without a response the number is an estimate of this process, which has only just started.
  const isReported = state.reset > 0
  return {
    limitKey,
    limit: state.limit,
    period: state.period,
    left: isReported ? state.remaining : undefined,
    ...(isReported ? { reset: state.reset } : {})
  }
}

const clock = (reset: number | undefined) =>
  reset === undefined ? undefined : `${new Date(reset * 1000).toISOString().slice(0, 19)}Z`

const limits = Effect.fnUntraced(function* (refresh: boolean) {
  const output = yield* Output.Output
  const known = yield* RateLimits.RateLimits
  const before = yield* known.states
  if (refresh && Object.keys(before).length > 0) {
    yield* output.note(format`Sending ${probes.length} requests, one for each quota.`)
    // A request that is forbidden or rate limited does not affect the others.
    yield* Effect.forEach(probes, (probe) => Effect.result(probe), {
      concurrency: 4,
      discard: true
    })
  }
  const rows = Object.entries(yield* known.states).map(rowOf)
  yield* Output.rows(
    rows,
    [
      { head: "quota", of: ({ limitKey }) => limitKey },
      {
        head: "remaining",
        of: ({ left }) => left ?? "?",
        align: "right",
        paint: ({ left }) => (left === 0 ? "red" : undefined)
      },
      { head: "limit", of: ({ limit }) => limit, align: "right" },
      { head: "per", of: ({ period }) => period },
      { head: "resets at", of: ({ reset }) => clock(reset) }
    ],
    plain("No rate limits are known for this server.")
  )
  if ((yield* Session).method !== "Token" || rows.length === 0) return
  // It contains a part of the token and is shown only by this command, whose purpose it is.
  const resetUrl = Redacted.value(yield* known.resetUrl)
  yield* output.line(
    output.isJson ? toJson({ resetUrl }) : format`\nSuspend the limits for two hours: ${oneLine(resetUrl)}`
  )
})

export default define(
  Command.make(
    "limits",
    {
      refresh: Flag.Boolean("refresh").pipe(
        Flag.withDefault(true),
        Flag.withDescription(
          "Send one reading request per quota to get its numbers (default); --no-refresh sends none"
        )
      )
    },
    ({ refresh }) => Effect.provide(limits(refresh), client.http)
  ).pipe(Command.withDescription("Show the remaining requests of each rate limit"))
)
