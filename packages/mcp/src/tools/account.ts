/** Tools about the account. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Access } from "../Access.ts"
import { cursor, listed } from "./answers.ts"
import { define, handle } from "./define.ts"
import { shard } from "./rooms.ts"

const whoAmI = define("who_am_i", {
  operations: [Auth.me, User.worldStatus, Game.time],
  description:
    "Shows which account and server the tools use, the current tick, what the account owns, which changes are allowed, and how many requests are left.",
  parameters: { shard, cursor }
})

/** The tools. @internal */
export const tools = [whoAmI] as const

/** What the tools do. @internal */
export const handlers = {
  who_am_i: handle(whoAmI, ({ cursor, shard }) =>
    Effect.gen(function* () {
      const { server } = yield* ScreepsClient
      const { username } = yield* User.whoAmI()
      const { status } = yield* User.worldStatus()
      const { time } = yield* Game.time({ shard })
      const me = yield* Effect.option(Auth.me())
      const { write, yesTo } = yield* Access
      const quotas = yield* Effect.flatMap(RateLimits.RateLimits, ({ states }) => states)
      const owns = Option.match(me, {
        // Restricted API tokens may not read it.
        onNone: () => [],
        onSome: ({ cpu, gcl, money, power }) => [
          [
            ...(cpu === undefined ? [] : [`CPU limit ${cpu} ms per tick`]),
            `GCL ${Gcl.level(gcl ?? 0)}`,
            `GPL ${Gcl.powerLevel(power ?? 0)}`,
            ...(money === undefined ? [] : [`${money} credits`])
          ].join(", ")
        ]
      })
      const allowed = write
        ? `Changes are allowed; what cannot be undone is confirmed by the player${yesTo.length === 0 ? "" : `, except ${yesTo.join(", ")}`}.`
        : "Only reading is allowed."
      const title = [
        `${JSON.stringify(username ?? "a user without a name")} on the ${server.kind} server ${server.url}${server.shard === undefined ? "" : `, ${server.shard}`}; tick ${time}; status ${JSON.stringify(status)}.`,
        ...owns,
        allowed
      ].join("\n")
      const lines = Object.entries(quotas).map(
        ([key, { limit, period, remaining }]) =>
          `${key}: ${remaining} of ${limit} requests per ${period} left`
      )
      return yield* listed(title, lines, cursor)
    })
  )
}
