/** Runs the script of shared quotas in Redis; the only module that imports Effect's Redis module. */
import * as Effect from "effect/Effect"
import { Redis, type RedisError, script } from "effect/persistence/Redis"
import type { Run } from "./link.ts"
import { lua, parts, redisTime } from "./script.ts"

export { Redis }

/** Returns the function that runs steps of the script; `time` is the Lua expression for the current milliseconds. */
export const makeRun = (time: string = redisTime): Effect.Effect<Run<RedisError>, never, Redis> =>
  Effect.map(Redis, (redis) => {
    const evaluate = redis.eval(
      script(
        (key: string, values: Parameters<Run>[1]) => [...parts.map((part) => `${key}:${part}`), ...values],
        { lua: lua(time), numberOfKeys: parts.length }
      ).withReturnType<ReadonlyArray<number>>()
    )
    return (key, values) => Effect.map(evaluate(key, values), (numbers) => numbers.map(Number))
  })
