/** Decides by samples how far milestones are; pure. */
import { printable } from "@screeps-effect/schema/ConsoleText"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Equal from "effect/Equal"
import type { Milestone } from "../Milestone.ts"
import { type BotSample, objectsOf, type Sample, summary } from "../Sample.ts"

const creepCount = (count: number) => (count === 1 ? "1 creep" : `${count} creeps`)

/** Returns the name of a milestone. */
export const nameOf = (milestone: Milestone): string => {
  const { console, controllerLevel, creeps, energy, memory, name, structures } = milestone
  if (name !== undefined) return name
  if (milestone.spawnPlaced) return "spawn placed"
  if (milestone.codeRuns) return "code runs"
  if (milestone.roomClaimed !== undefined) return `${milestone.roomClaimed} claimed`
  if (milestone.orderFilled !== undefined) return `order for ${milestone.orderFilled} filled`
  if (milestone.tick !== undefined) return `tick ${milestone.tick}`
  if (controllerLevel !== undefined) return `controller level ${controllerLevel}`
  if (creeps !== undefined) return creepCount(creeps)
  if (structures !== undefined)
    return Object.entries(structures)
      .map(([type, count]) => `${count} ${type}`)
      .join(", ")
  if (energy !== undefined) return `${energy} energy`
  if (memory !== undefined)
    return memory.atLeast === undefined
      ? `Memory.${memory.path} is ${JSON.stringify(memory.equals)}`
      : `Memory.${memory.path} is at least ${memory.atLeast}`
  if (console !== undefined) return `console has ${JSON.stringify(console)}`
  return milestone.noErrors ? "no errors" : "a condition"
}

/** What a milestone's condition found in one tick. */
interface Found {
  readonly holds: boolean
  /** What was seen, for reports. */
  readonly seen: string
}

const valueAt = (memory: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined,
      memory
    )

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? "undefined"
  return printable(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}

const inRoom = (sample: Sample, room: RoomName | undefined): Sample =>
  room === undefined
    ? sample
    : { ...sample, rooms: new Map([...sample.rooms].filter(([name]) => name === room)) }

const inMemory = (
  { memory }: BotSample,
  { atLeast, equals, path }: NonNullable<Milestone["memory"]>
): Found => {
  const value = valueAt(memory, path)
  const seen = `Memory.${path} is ${shown(value)}`
  return atLeast === undefined
    ? { holds: Equal.equals(value, equals), seen }
    : { holds: typeof value === "number" && value >= atLeast, seen }
}

const structuresOf = (
  sample: Sample,
  { user }: BotSample,
  wanted: Readonly<Record<string, number>>
): Found => {
  const objects = objectsOf(sample, user)
  const counts = Object.entries(wanted).map(([type, least]) => {
    const count = objects.filter((object) => object.type === type).length
    return { holds: count >= least, seen: `${count} ${type}` }
  })
  return { holds: counts.every(({ holds }) => holds), seen: counts.map(({ seen }) => seen).join(", ") }
}

const errorsOf = ({ console }: BotSample): Found => {
  const error = console.find(({ kind }) => kind === "error")
  const [line = ""] = error?.text.split("\n", 1) ?? []
  return {
    holds: error === undefined,
    seen: error === undefined ? "no error" : printable(line.slice(0, 200))
  }
}

const claimed = ({ rooms }: Sample, { user }: BotSample, room: RoomName): Found => {
  const objects = [...(rooms.get(room)?.objects.values() ?? [])]
  const holds = objects.some((one) => one.type === "controller" && one.user === user && one.level > 0)
  return { holds, seen: holds ? "it owns the controller" : "it does not own the controller" }
}

const filled = ({ orders }: BotSample, resource: string): Found => {
  const found = orders.filter(({ resourceType }) => resourceType === resource)
  const least = Math.min(...found.map(({ remainingAmount }) => remainingAmount ?? Infinity))
  return { holds: least === 0, seen: found.length === 0 ? "no order" : `${least} units are left` }
}

const find = (milestone: Milestone, whole: Sample, bot: BotSample): Found => {
  const sample = inRoom(whole, milestone.room)
  const { console, controllerLevel, creeps, energy, memory, structures } = milestone
  const numbers = summary(sample, bot)
  if (milestone.spawnPlaced) return structuresOf(sample, bot, { spawn: 1 })
  if (structures !== undefined) return structuresOf(sample, bot, structures)
  if (controllerLevel !== undefined) {
    const best = numbers.controllers.toSorted((a, b) => b.level - a.level || b.progress - a.progress)[0]
    return {
      holds: best !== undefined && best.level >= controllerLevel,
      seen: best === undefined ? "no controller" : `level ${best.level}, progress ${best.progress}`
    }
  }
  if (creeps !== undefined) return { holds: numbers.creeps >= creeps, seen: creepCount(numbers.creeps) }
  if (energy !== undefined) return { holds: numbers.energy >= energy, seen: `${numbers.energy} energy` }
  if (memory !== undefined) return inMemory(bot, memory)
  if (console !== undefined)
    return { holds: bot.console.some(({ text }) => text.includes(console)), seen: "no such line" }
  if (milestone.noErrors) return errorsOf(bot)
  if (milestone.codeRuns) {
    const found = errorsOf(bot)
    return bot.cpu === undefined && found.holds ? { holds: false, seen: "the script did not run" } : found
  }
  if (milestone.roomClaimed !== undefined) return claimed(whole, bot, milestone.roomClaimed)
  if (milestone.orderFilled !== undefined) return filled(bot, milestone.orderFilled)
  if (milestone.tick !== undefined)
    return { holds: sample.tick >= milestone.tick, seen: `tick ${sample.tick}` }
  return { holds: milestone.when?.(sample, bot) ?? false, seen: "it returned false" }
}

/** Returns which parts of samples milestones need, that are not always read. */
export const reads = (
  milestones: ReadonlyArray<Milestone>
): { readonly memory: boolean; readonly orders: boolean } => ({
  memory: milestones.some(({ memory, when }) => memory !== undefined || when !== undefined),
  orders: milestones.some(({ orderFilled, when }) => orderFilled !== undefined || when !== undefined)
})

/** How far a milestone is. */
export interface Progress {
  readonly milestone: Milestone
  /** `open` until it is decided. */
  readonly status: "open" | "passed" | "failed"
  /** The tick of the run in which it was decided. */
  readonly tick: number | undefined
  /** What was seen last. */
  readonly seen: string
}

/** Returns milestones before the first tick. */
export const begin = (milestones: ReadonlyArray<Milestone>): ReadonlyArray<Progress> =>
  milestones.map((milestone) => ({ milestone, status: "open", tick: undefined, seen: "no tick ran" }))

const advanceOne = (progress: Progress, sample: Sample): Progress => {
  const { milestone, status } = progress
  const bot = milestone.bot === undefined ? [...sample.bots.values()][0] : sample.bots.get(milestone.bot)
  if (status !== "open" || bot === undefined) return progress
  const { holds, seen } = find(milestone, sample, bot)
  const { tick } = sample
  const isLast = milestone.within !== undefined && tick >= milestone.within
  if (milestone.noErrors === true) {
    if (!holds) return { milestone, status: "failed", tick, seen }
    return isLast ? { milestone, status: "passed", tick, seen } : { ...progress, seen }
  }
  if (holds) return { milestone, status: "passed", tick, seen }
  return isLast ? { milestone, status: "failed", tick, seen } : { ...progress, seen }
}

/** Returns milestones after a tick; pure. */
export const advance = (all: ReadonlyArray<Progress>, sample: Sample): ReadonlyArray<Progress> =>
  all.map((progress) => advanceOne(progress, sample))

/** Returns whether a milestone is reached only by the end of a run, whenever that is. */
export const isUntilTheEnd = ({ milestone }: Pick<Progress, "milestone">): boolean =>
  milestone.noErrors === true && milestone.within === undefined

/** Returns whether a run may end: a milestone failed, or only those are open that hold until the end. */
export const isDecided = (all: ReadonlyArray<Progress>): boolean =>
  all.some(({ status }) => status === "failed") ||
  (all.some((progress) => !isUntilTheEnd(progress)) &&
    all.every((progress) => progress.status !== "open" || isUntilTheEnd(progress)))

/**
 * Returns milestones after the last tick. What holds until the end has passed; when the run ended because of its limits,
 * everything else that is open has failed.
 */
export const end = (all: ReadonlyArray<Progress>, tick: number): ReadonlyArray<Progress> => {
  const failed = all.some(({ status }) => status === "failed")
  return all.map((progress) => {
    if (progress.status !== "open" || failed) return progress
    return { ...progress, status: progress.milestone.noErrors === true ? "passed" : "failed", tick }
  })
}
