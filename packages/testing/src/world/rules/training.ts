/** Upgrades of power creeps, checked in the order of a server 4.3.0. */
import * as Power from "@screeps-effect/schema/Power"
import type { StoredPowerCreep } from "../state/powerCreeps.ts"

type Levels = StoredPowerCreep["powers"]

/** Returns a power at another level; its cooldown stays. */
export const withLevel = (present: Levels[string] | undefined, level: number): Levels[string] => {
  const cooldownTime = present?.cooldownTime ?? undefined
  return cooldownTime === undefined ? { level } : { level, cooldownTime }
}

/** Whether the powers can be reached one level at a time. */
const isReachable = (wanted: ReadonlyArray<readonly [Power.Power, number]>, total: number): boolean => {
  const reached = new Map<Power.Power, number>()
  for (let level = 0; level < total; level++) {
    const next = wanted.find(([power, goal]) => {
      const known = reached.get(power) ?? 0
      const needed = Power.creepLevels(power)[known]
      return known < goal && needed !== undefined && needed <= level
    })
    if (next === undefined) return false
    reached.set(next[0], (reached.get(next[0]) ?? 0) + 1)
  }
  return true
}

/** Returns a power creep's powers after an upgrade, or the server's rejection. @internal */
export const upgradedPowers = (creep: StoredPowerCreep, powers: unknown, free: number): Levels | string => {
  if (typeof powers !== "object" || powers === null) return "invalid powers"
  const wanted: Array<readonly [Power.Power, number]> = []
  for (const [name, level] of Object.entries(powers) as ReadonlyArray<[string, unknown]>) {
    const power = Power.all.find((one) => String(one) === name)
    if (power === undefined) return `invalid power ${name}`
    if (Power.classOf(power) !== creep.className) return `invalid class for power ${name}`
    if (typeof level !== "number") return `invalid value for power ${name}`
    if (level < (creep.powers[name]?.level ?? 0)) return `cannot downgrade power ${name}`
    if (level > Power.maxLevel) return `invalid max value for power ${name}`
    wanted.push([power, level])
  }
  const missing = Object.entries(creep.powers).find(
    ([name, { level }]) => level > 0 && !wanted.some(([power]) => String(power) === name)
  )
  if (missing !== undefined) return `cannot downgrade power ${missing[0]}`
  const total = wanted.reduce((sum, [, level]) => sum + level, 0)
  if (total > Power.maxCreepLevel) return "max level"
  for (const [power, level] of wanted) {
    const needed = Power.creepLevels(power)[level - 1]
    if (needed !== undefined && total < needed) return `not enough level for power ${power}`
  }
  if (!isReachable(wanted, total)) return "powers set is not valid"
  if (free < total - creep.level) return "not enough power level"
  const levels = wanted.filter(([, level]) => level > 0)
  return Object.fromEntries(
    levels.map(([power, level]) => [String(power), withLevel(creep.powers[String(power)], level)])
  )
}
