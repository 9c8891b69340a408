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

/** One request for each quota that reading uses; only responses report what is left. */
const questions: ReadonlyArray<Effect.Effect<unknown, ScreepsError, ScreepsClient>> = [
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
  // Without such a response the number is an estimate of this process, which has only just started.
  const isTold = state.reset > 0
  return {
    limitKey,
    limit: state.limit,
    period: state.period,
    left: isTold ? state.remaining : undefined,
    ...(isTold ? { reset: state.reset } : {})
  }
}

const clock = (reset: number | undefined) =>
  reset === undefined ? undefined : `${new Date(reset * 1000).toISOString().slice(0, 19)}Z`

const limits = (ask: boolean) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const known = yield* RateLimits.RateLimits
    const before = yield* known.states
    if (ask && Object.keys(before).length > 0) {
      yield* output.note(`Asking ${questions.length} endpoints, one request of each quota.`)
      // One that is forbidden, or used up, leaves the others as they are.
      yield* Effect.forEach(questions, (question) => Effect.result(question), {
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
          head: "left",
          of: ({ left }) => left ?? "?",
          align: "right",
          paint: ({ left }) => (left === 0 ? "red" : undefined)
        },
        { head: "of", of: ({ limit }) => limit, align: "right" },
        { head: "per", of: ({ period }) => period },
        { head: "again", of: ({ reset }) => clock(reset) }
      ],
      "This server is not known to limit requests."
    )
    if ((yield* Session).method !== "Token" || rows.length === 0) return
    // It holds a part of the token: shown because it was asked for, and nowhere else.
    const resetUrl = Redacted.value(yield* known.resetUrl)
    yield* output.line(
      output.isJson ? Output.toJson({ resetUrl }) : `\nSuspend them for two hours: ${resetUrl}`
    )
  })

/** @internal */
export default define(
  Command.make(
    "limits",
    {
      ask: Flag.Boolean("ask").pipe(
        Flag.withDefault(true),
        Flag.withDescription("Ask the server, which costs one request of each quota that reading has")
      )
    },
    ({ ask }) => Effect.provide(limits(ask), client.http)
  ).pipe(Command.withDescription("Tell what is left of the rate limits"))
)
