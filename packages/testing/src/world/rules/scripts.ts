/** Runs players' scripts with a function that the test provides; no JavaScript runs here. */
import type { User } from "../state/accounts.ts"
import { findBranch } from "../state/code.ts"
import type { Events } from "../state/events.ts"
import type { UserMemory } from "../state/memory.ts"
import type { Evaluate } from "../state/script.ts"

/** Returns console lines as their own results. @internal */
export const echo: Evaluate = ({ expressions }) => ({ results: expressions })

/** Performs the queued writes; an error is returned and drops the later writes. */
const perform = ({ memory, writes }: UserMemory): string | undefined => {
  for (const write of writes.splice(0)) {
    const thrown = write(memory)
    if (thrown !== undefined) return `${thrown}\n    at console`
  }
  return undefined
}

/**
 * Runs a player's script once: the script, its queued console lines and writes, and the resulting events. An error ends
 * the run, and what follows it is lost.
 *
 * @internal
 */
export const run = (
  user: User,
  userMemory: UserMemory,
  at: {
    readonly shard: string
    readonly time: number
    readonly evaluate: Evaluate
    readonly events: Events
  }
) => {
  const { events, evaluate, shard, time } = at
  const active = findBranch(user, "$activeWorld")
  const outcome = evaluate({
    user: user._id,
    username: user.username,
    shard,
    time,
    branch: active?.branch ?? "",
    modules: active?.modules ?? {},
    memory: userMemory.memory,
    expressions: userMemory.lines.splice(0)
  })
  const isEnded = outcome.error !== undefined || outcome.cpu === "error"
  if (isEnded) userMemory.writes.length = 0
  const error = isEnded ? outcome.error : perform(userMemory)
  userMemory.visuals = new Map(Object.entries(outcome.visuals ?? {}))
  userMemory.mapVisual = outcome.mapVisual
  const about = { shard, user: user._id } as const
  if (outcome.cpu !== "error") {
    const { log = [], logUnsafe = [], results = [] } = outcome
    events.publish({ type: "console", ...about, log, logUnsafe, results })
  }
  if (error !== undefined) events.publish({ type: "error", ...about, error })
  const cpu = outcome.cpu ?? 1
  const memory = cpu === "error" ? undefined : JSON.stringify(userMemory.memory).length
  events.publish({ type: "cpu", ...about, cpu: cpu === "error" ? cpu : Math.ceil(cpu), memory })
}
