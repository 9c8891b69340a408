/** Takes steps on quotas in Redis; the only module that imports Effect's Redis module. */
import * as Effect from "effect/Effect"
import { Redis, type RedisError, script } from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import type { Rule } from "./ledger.ts"
import { type Run, Stored, takeStep } from "./sharedState.ts"

export { Redis }

/** Expires a day after the end of the longest period. */
const lifetime = 2 * 86_400_000

/** The Lua expression for Redis' time in milliseconds. */
const redisTime = `(function()
  local time = redis.call("TIME")
  return time[1] * 1000 + math.floor(time[2] / 1000)
end)()`

/**
 * Replaces a state unless it has changed since it was read. Otherwise returns its version and the time, and the state if it
 * is not the one that the process knows.
 */
const lua = (time: string) => `
local version = redis.call("HGET", KEYS[1], "version") or ""
if ARGV[2] ~= "" and ARGV[1] == version then
  redis.call("HSET", KEYS[1], "version", ARGV[2], "state", ARGV[3])
  redis.call("PEXPIRE", KEYS[1], ${lifetime})
  return { 1, "", "", 0 }
end
return { 0, version, version ~= ARGV[1] and redis.call("HGET", KEYS[1], "state") or "", ${time} }
`

const Text = Schema.fromJsonString(Stored)
const decode = Schema.decodeEffect(Text)
const encode = Schema.encodeEffect(Text)

/** Returns the function that takes steps; `time` is the Lua expression for the current milliseconds. */
export const makeRun = (
  time = redisTime
): Effect.Effect<Run<RedisError | Schema.SchemaError>, never, Redis> =>
  Effect.map(Redis, (redis) => {
    const swap = redis.eval(
      script((key: string, before: string, after: string, state: string) => [key, before, after, state], {
        lua: lua(time),
        numberOfKeys: 1
      }).withReturnType<readonly [isReplaced: number, version: string, state: string, now: number]>()
    )
    /** The last known states: most steps of a process follow one of its own. */
    const known = new WeakMap<Rule, { readonly version: string; readonly stored: Stored }>()
    return Effect.fnUntraced(function* (key, request) {
      const { rule } = request
      let [isReplaced, version, state, now] = yield* swap(key, known.get(rule)?.version ?? "", "", "")
      while (true) {
        if (version === "") known.delete(rule)
        else if (state !== "") known.set(rule, { version, stored: yield* decode(state) })
        const [reply, stored] = takeStep(known.get(rule)?.stored, now, request)
        if (stored === undefined) return reply
        const after = yield* Effect.sync(() => crypto.randomUUID())
        ;[isReplaced, version, state, now] = yield* swap(key, version, after, yield* encode(stored))
        if (isReplaced === 1) {
          known.set(rule, { version: after, stored })
          return reply
        }
      }
    })
  })
