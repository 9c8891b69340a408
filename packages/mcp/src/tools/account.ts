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
import { define } from "./define.ts"
import { shard } from "./rooms.ts"
import { answer, join, own } from "./text.ts"

const whoAmI = define("who_am_i", {
  operations: [Auth.me, User.worldStatus, Game.time],
  description:
    "Shows which account and server the tools use, the current tick, what the account owns, which changes are allowed, and how many requests are left.",
  parameters: { shard, cursor },
  *run({ cursor, shard }) {
    const { server } = yield* ScreepsClient
    const { username } = yield* User.whoAmI()
    // Restricted API tokens may read neither it nor the account.
    const status = yield* User.worldStatus().pipe(
      Effect.map(({ status }) => answer`; status ${status}`),
      Effect.catchReason("ScreepsError", "Forbidden", () => Effect.succeed(own("")))
    )
    const { time } = yield* Game.time({ shard })
    const me = yield* Effect.option(Auth.me())
    const { write, yesTo } = yield* Access
    const quotas = yield* Effect.flatMap(RateLimits.RateLimits, ({ states }) => states)
    const owns = Option.match(me, {
      onNone: () => [],
      onSome: ({ cpu, gcl, money, power }) => [
        join(
          [
            ...(cpu === undefined ? [] : [answer`CPU limit ${cpu} ms per tick`]),
            answer`GCL ${Gcl.level(gcl ?? 0)}`,
            answer`GPL ${Gcl.powerLevel(power ?? 0)}`,
            ...(money === undefined ? [] : [answer`${money} credits`])
          ],
          ", "
        )
      ]
    })
    const allowed = write
      ? answer`Changes are allowed; what changes code that runs or cannot be undone is confirmed by the player${own(yesTo.length === 0 ? "" : `, except ${yesTo.join(", ")}`)}.`
      : answer`Only reading is allowed.`
    const title = join(
      [
        answer`${username ?? "a user without a name"} on the ${own(server.kind)} server ${own(server.url)}${own(server.shard === undefined ? "" : `, ${server.shard}`)}; tick ${time}${status}.`,
        ...owns,
        allowed
      ],
      "\n"
    )
    const lines = Object.entries(quotas).map(
      ([key, { limit, period, remaining }]) => `${key}: ${remaining} of ${limit} requests per ${period} left`
    )
    return yield* listed(title, lines, cursor)
  }
})

/** The tools. @internal */
export const tools = [whoAmI] as const
