/**
 * One quota in Redis: the arithmetic of `ledger.ts` as a Lua script, which runs atomically. In addition, the script
 * handles processes that die: requests in flight have a lease, and so has the first waiting call of each process.
 *
 * Moments are in Redis' own time, since clocks of machines differ. Processes and the script exchange durations. The one
 * exception is `reset`, which only identifies a period: a moment of the game server's clock.
 */
import { cautiousConcurrency, type Rule } from "./ledger.ts"

/** The lease of a request in milliseconds: if it is not renewed, the request counts as ended and its slot as used. */
export const lease = 30_000

/** The longest time between two polls of a waiting call in milliseconds; if it stops polling, it loses its place. */
export const longestPoll = 10_000

const grace = 1_000

/** How long a process counts as one of those that share the quota after its last step, in milliseconds. */
const remembered = 60_000
const day = 86_400_000

/** The parts of a quota, each of which is a key. */
export const parts = ["state", "used", "inFlight", "waiting", "polls", "programs"] as const

/** The steps of the script. */
export type Step =
  /** Requests a slot, behind `before` other requests of this process. */
  | readonly ["take", id: string, waited: number, patient: 0 | 1, before: number, born: number]
  /** Renews the lease of a request. */
  | readonly ["renew", id: string]
  /** Returns the slot of a request that has ended; `refusals` is -1 if the script did not give the slot. */
  | readonly ["settle", id: string, spent: 0 | 1, reported: 0 | 1, counts: 0 | 1, refusals: number]
  /** Checks whether a slot is still valid. */
  | readonly ["check", refusals: number]
  /** Updates the quota from rate headers; `wait` is the time to the reset. */
  | readonly ["update", limit: number, remaining: number, reset: number, wait: number]
  | readonly ["block", millis: number]
  | readonly ["suspend", millis: number]
  /** Returns how long a new call would wait, behind `before` others of this process; -1: before all others. */
  | readonly ["look", before: number]
  /** Withdraws a request; the process has no waiting calls any more. */
  | readonly ["leave", id: string]
  /** Reports requests: pairs of an id and the milliseconds since its response. */
  | readonly ["report", ...completed: ReadonlyArray<string | number>]
  /** Counts so many requests at least, as they were known `age` milliseconds ago: others may have ended without a report. */
  | readonly ["atLeast", total: number, age: number]

const unlimited = 1_000_000_000

/** Returns the arguments of a step, without its keys. */
export const toArguments = (
  { concurrency, limit }: Rule,
  period: number,
  program: string,
  [name, ...rest]: Step
): ReadonlyArray<string | number> => [
  name,
  program,
  period,
  Math.min(limit, unlimited),
  Math.min(concurrency, unlimited),
  ...rest
]

/** The numbers that the script returns, in this order. */
export const fields = [
  // 1: slot given, or still valid; 0: not; 2: the store has lost its data, report and repeat the step.
  "verdict",
  // Milliseconds until a slot is free; 0 or less when only the response of another request can free one.
  "wait",
  "counts",
  "refusals",
  "programs",
  "born",
  "limit",
  "used",
  "inFlight",
  "reportedLimit",
  "reportedRemaining",
  // Milliseconds to the end of the reported period, and since the response that reported it.
  "reportedWait",
  "reportedAge",
  "suspended",
  // Milliseconds that the server requires to wait after a 429.
  "blocked"
] as const

/** The result of a step. */
export type Reply = { readonly [F in (typeof fields)[number]]: number }

export const toReply = (values: ReadonlyArray<number>): Reply => {
  const of = (field: (typeof fields)[number]) => values[fields.indexOf(field)] ?? 0
  return {
    verdict: of("verdict"),
    wait: of("wait"),
    counts: of("counts"),
    refusals: of("refusals"),
    programs: of("programs"),
    born: of("born"),
    limit: of("limit"),
    used: of("used"),
    inFlight: of("inFlight"),
    reportedLimit: of("reportedLimit"),
    reportedRemaining: of("reportedRemaining"),
    reportedWait: of("reportedWait"),
    reportedAge: of("reportedAge"),
    suspended: of("suspended"),
    blocked: of("blocked")
  }
}

/** The Lua expression for Redis' time in milliseconds. */
export const redisTime = `(function()
  local time = redis.call("TIME")
  return time[1] * 1000 + math.floor(time[2] / 1000)
end)()`

/** Returns the script; `time` is the Lua expression for the current milliseconds. */
export const lua = (time: string): string => `
local stateKey, usedKey, inFlightKey, waitingKey, pollsKey, programsKey = unpack(KEYS)
local step, program = ARGV[1], ARGV[2]
local period, firstLimit, firstConcurrency = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local a, b, c, d, e = ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local now = ${time}

local names = { "limit", "most", "concurrency", "refusals", "blocked", "suspended", "born",
  "reportedLimit", "reportedRemaining", "reportedReset", "reportedUntil", "reportedAt", "unknown" }
local first = { firstLimit, firstConcurrency, firstConcurrency, 0, 0, 0, now, 0, 0, 0, 0, 0, 0 }
local s = {}
for i, text in ipairs(redis.call("HMGET", stateKey, unpack(names))) do
  s[names[i]] = tonumber(text or first[i])
end

-- Removes what has expired: used slots, requests of processes that died, places of processes that stopped polling.
redis.call("ZREMRANGEBYSCORE", usedKey, "-inf", now)
local lost = redis.call("ZRANGEBYSCORE", inFlightKey, "-inf", now, "WITHSCORES")
for i = 1, #lost, 2 do
  redis.call("ZREM", inFlightKey, lost[i])
  local free = tonumber(lost[i + 1]) + period
  if period > 0 and free > now then redis.call("ZADD", usedKey, free, lost[i]) end
end
for _, gone in ipairs(redis.call("ZRANGEBYSCORE", pollsKey, "-inf", now)) do
  redis.call("ZREM", pollsKey, gone)
  redis.call("ZREM", waitingKey, gone)
end
redis.call("ZREMRANGEBYSCORE", programsKey, "-inf", now - ${remembered})

local inFlight = redis.call("ZCARD", inFlightKey)

local function slotAt(ahead)
  if period == 0 then return now end
  local free = s.limit - redis.call("ZCARD", usedKey) - inFlight
  local nth = ahead % s.limit
  local base = now
  if nth >= free then
    local slot = redis.call("ZRANGE", usedKey, nth - free, nth - free, "WITHSCORES")
    base = slot[2] and tonumber(slot[2]) or now + period
  end
  return base + math.floor(ahead / s.limit) * period
end

local function waitFor(ahead)
  if now < s.suspended then return s.blocked - now end
  local at = math.max(s.blocked, slotAt(ahead))
  if s.reportedUntil > now and s.reportedRemaining - inFlight - ahead <= 0 then at = math.max(at, s.reportedUntil) end
  return at - now
end

local function leaveQueue()
  redis.call("ZREM", waitingKey, program)
  redis.call("ZREM", pollsKey, program)
end

local verdict, wait, ahead = 0, nil, 0
local changes = true

if step == "take" then
  local id, waited, patient, before, born = a, b, c, d, e
  if born > 0 and born ~= s.born then
    verdict = 2
  else
    local arrived = now - waited
    if patient == 1 then
      redis.call("ZADD", waitingKey, arrived, program)
      ahead = before + redis.call("ZRANK", waitingKey, program)
    else
      ahead = before + redis.call("ZCOUNT", waitingKey, "-inf", arrived)
      local mine = redis.call("ZSCORE", waitingKey, program)
      if mine and tonumber(mine) <= arrived then ahead = ahead - 1 end
    end
    wait = waitFor(ahead)
    if wait <= 0 and inFlight + ahead < s.concurrency then
      verdict = 1
      if patient == 1 then leaveQueue() end
      redis.call("ZADD", inFlightKey, now + ${lease}, id)
    elseif patient == 1 then
      redis.call("ZADD", pollsKey, now + math.min(math.max(wait, 0), ${longestPoll}) + ${grace}, program)
    end
  end
elseif step == "renew" then
  redis.call("ZREM", usedKey, a)
  redis.call("ZADD", inFlightKey, now + ${lease}, a)
elseif step == "settle" then
  local spent, reported, counts, refusals = b, c, d, e
  redis.call("ZREM", inFlightKey, a)
  redis.call("ZREM", usedKey, a)
  if spent == 1 then
    if counts == 1 and period > 0 then redis.call("ZADD", usedKey, now + period, a) end
    if counts == 1 and reported == 0 then s.reportedRemaining = s.reportedRemaining - 1 end
    if refusals == s.refusals then s.concurrency = math.min(s.concurrency + 1, s.most) end
  end
elseif step == "check" then
  changes = false
  local good = now < s.suspended or s.reportedUntil <= now or s.reportedRemaining >= inFlight
  if good and tonumber(a) == s.refusals then verdict = 1 end
elseif step == "update" then
  local limit, remaining, reset, ends = tonumber(a), b, c, now + math.min(d, period > 0 and period or ${day})
  if reset >= s.reportedReset or now >= s.reportedUntil then
    if reset == s.reportedReset then
      remaining, ends = math.min(s.reportedRemaining, remaining), math.min(s.reportedUntil, ends)
    end
    s.reportedLimit, s.reportedRemaining, s.reportedReset = limit, remaining, reset
    s.reportedUntil, s.reportedAt = ends, now
    if period > 0 then s.limit = limit end
  end
elseif step == "block" then
  s.blocked = math.max(s.blocked, now + tonumber(a))
  s.refusals = s.refusals + 1
  s.most = math.min(s.most, ${cautiousConcurrency})
  s.concurrency = 1
elseif step == "suspend" then
  s.suspended = now + tonumber(a)
elseif step == "look" then
  changes = false
  if tonumber(a) >= 0 then
    ahead = tonumber(a) + redis.call("ZCARD", waitingKey)
    if redis.call("ZSCORE", waitingKey, program) then ahead = ahead - 1 end
  end
elseif step == "leave" then
  redis.call("ZREM", inFlightKey, a)
  leaveQueue()
elseif step == "report" then
  for i = 6, #ARGV, 2 do
    local free = now + period - tonumber(ARGV[i + 1])
    if period > 0 and free > now and redis.call("ZADD", usedKey, free, ARGV[i]) == 1 and s.unknown > 0 then
      -- It may be one of those that were counted without an id.
      redis.call("ZREM", usedKey, "unknown:" .. s.unknown)
      s.unknown = s.unknown - 1
    end
  end
elseif step == "atLeast" then
  local free = now + period - b
  if period > 0 and free > now then
    for _ = redis.call("ZCARD", usedKey) + inFlight + 1, tonumber(a) do
      s.unknown = s.unknown + 1
      redis.call("ZADD", usedKey, free, "unknown:" .. s.unknown)
    end
  end
end

if changes then
  redis.call("ZADD", programsKey, now, program)
  local values = {}
  for _, name in ipairs(names) do
    values[#values + 1] = name
    values[#values + 1] = s[name]
  end
  redis.call("HSET", stateKey, unpack(values))
  for _, key in ipairs(KEYS) do redis.call("PEXPIRE", key, period + ${day}) end
end

inFlight = redis.call("ZCARD", inFlightKey)
return { verdict, wait or waitFor(ahead), now < s.suspended and 0 or 1, s.refusals,
  redis.call("ZCARD", programsKey), s.born, s.limit, redis.call("ZCARD", usedKey), inFlight,
  s.reportedLimit, s.reportedRemaining, s.reportedUntil - now, now - s.reportedAt, now < s.suspended and 1 or 0,
  math.max(0, s.blocked - now) }
`
