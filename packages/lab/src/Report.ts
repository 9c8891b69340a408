/** Reports of results: a table, JUnit XML, lines of JSON, and the comparison with an earlier result. */
import { printable } from "@screeps-effect/schema/ConsoleText"
import type { BotResult, DuelResult, LabResult, MilestoneResult } from "./LabResult.ts"
import { type Sample, summary } from "./Sample.ts"

/** The widest line of a table. */
const width = 80

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`

const ends: Readonly<Record<LabResult["ended"], string>> = {
  milestones: "all milestones were decided",
  failure: "a milestone failed",
  ticks: "the limit of ticks was reached",
  time: "the time limit was reached"
}

/** Describes a milestone in one sentence, such as `controller level 2: not within 400 ticks (level 1, progress 20)`. */
export const describe = ({ name, seen, status, tick, within }: MilestoneResult): string => {
  if (status === "passed") return `${name}: tick ${tick ?? 0}`
  if (status === "open") return `${name}: not decided (${seen})`
  return tick === undefined || tick >= within
    ? `${name}: not within ${plural(within, "tick")} (${seen})`
    : `${name}: failed in tick ${tick} (${seen})`
}

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => Math.min(row[i]?.length ?? 0, 30)))
  )
  return rows.map((row) =>
    cut(
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cut(cell, 30).padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
      width
    )
  )
}

const firstLines = (text: string, count: number) => {
  const lines = text.trimEnd().split("\n", count + 1)
  return lines.length > count ? [...lines.slice(0, count), "…"] : lines
}

/** A stack frame of the game itself. */
const gameFrame = /^\s{0,40}at (?:[^\n(]{0,200}\()?(?:__mainLoop|<runtime>|<isolated-vm)/

/** Leaves out the stack frames of the game itself. */
const withoutGame = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !gameFrame.test(line))
    .join("\n")

type ErrorGroup = BotResult["errors"]["groups"][number]

/** Returns how often and when errors happened. */
const whenOf = ({ count, first, last }: ErrorGroup): string =>
  count === 1 ? `tick ${first}` : `${count} times, ticks ${first} to ${last}`

/** Returns the errors of bots, with the first lines of their traces. */
const errorLines = (bots: ReadonlyArray<BotResult>) =>
  bots.flatMap(({ errors, name }) =>
    errors.total === 0
      ? []
      : [
          "",
          `${plural(errors.total, "error")} of ${name}:`,
          ...errors.groups.slice(0, 3).flatMap((group) => {
            const [first = "", ...rest] = firstLines(withoutGame(group.text), 12)
            return [`  ${whenOf(group)}: ${first}`, ...rest.map((line) => `  ${line}`)]
          })
        ]
  )

const botTable = (bots: ReadonlyArray<BotResult>) =>
  table([
    ["bot", "CPU mean", "CPU max", "errors", "lines", "ticks without a run"],
    ...bots.map(({ console, cpu, errors, name, ticksWithoutRun }) =>
      [name, cpu.mean, cpu.max, errors.total, console.total, ticksWithoutRun].map(String)
    )
  ])

/** Returns the names of the files with the replay. */
const replayLines = ({ replays }: Pick<LabResult, "replays">) =>
  replays.length === 0 ? [] : ["", ...replays.map((file) => `Replay: ${file}`)]

const timeLine = (ticks: number, { start, world, ticks: millis }: LabResult["millis"]) => {
  const perSecond = millis === 0 ? 0 : Math.round((1000 * ticks) / millis)
  return `server started in ${Math.round(start)} ms, world in ${Math.round(world)} ms; ${perSecond} ticks per second.`
}

/**
 * Returns a result as text of at most 80 columns; only lines of stack traces, without the game's own, and names of replays
 * may be longer.
 */
export const text = (result: LabResult): string => {
  const { bots, ended, milestones, millis, passed, scenario, seed, ticks } = result
  const head = `${scenario}: ${passed ? "passed" : "failed"} after ${plural(ticks, "tick")}: ${ends[ended]}`
  return [
    cut(head, width),
    "",
    ...(milestones.length === 0
      ? []
      : [
          ...table([
            ["result", "tick", "within", "bot", "milestone"],
            ...milestones.map((one) => [
              one.status,
              one.tick === undefined ? "" : String(one.tick),
              String(one.within),
              one.bot,
              one.name
            ])
          ]),
          ...milestones.flatMap((one) => (one.status === "failed" ? ["", `Failed: ${describe(one)}`] : [])),
          ""
        ]),
    ...botTable(bots),
    ...errorLines(bots),
    ...replayLines(result),
    "",
    `Seed ${seed}; ${timeLine(ticks, millis)}`
  ]
    .map((line) => printable(line))
    .join("\n")
}

/** Returns the result of a duel as text. */
export const duelText = ({ duel, games, seed, winner }: DuelResult): string =>
  [
    cut(`${duel}: ${winner === undefined ? "a draw" : `${winner} wins`}`, width),
    "",
    ...table([
      ["west", "east", "ticks", "winner", "why"],
      ...games.map((game) => [...game.sides, String(game.ticks), game.winner ?? "none", game.reason])
    ]),
    ...games.flatMap(({ bots, millis, replays, scores, ticks }) => [
      "",
      ...table([
        ["bot", "control points", "rooms", "kills"],
        ...Object.entries(scores).map(([name, { controllerProgress, kills, rooms }]) =>
          [name, controllerProgress, rooms, kills].map(String)
        )
      ]),
      "",
      ...botTable(bots),
      ...errorLines(bots),
      ...replayLines({ replays }),
      "",
      `Seed ${seed}; ${timeLine(ticks, millis)}`
    ])
  ]
    .map((line) => printable(line))
    .join("\n")

const escapes: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;"
}

/** Escapes a text for XML, which does not allow all characters. */
const xml = (text: string) =>
  printable(text)
    .replaceAll(/[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])|[\ufffe\uffff]/g, "�")
    .replaceAll(/[<>&"']/g, (character) => escapes[character] ?? character)

/** Describes a difference in one sentence, such as `player: level (100 before, not reached now)`. */
export const describeDifference = ({ after, before, what }: Difference): string =>
  `${what} (${before ?? "not reached"} before, ${after ?? "not reached"} now)`

/** Returns whether nothing became worse as a test case. */
const baselineCase = (scenario: string, differences: ReadonlyArray<Difference>) => {
  const open = `    <testcase classname="${xml(scenario)}" name="not worse than the baseline"`
  const worse = differences.filter(({ isWorse }) => isWorse).map(describeDifference)
  const [first] = worse
  return first === undefined
    ? `${open}/>`
    : `${open}><failure message="${xml(`worse than the baseline: ${first}`)}">${xml(worse.join("\n"))}</failure></testcase>`
}

/** A result, with its differences from an earlier one if it was compared. */
export type Compared = LabResult & { readonly differences?: ReadonlyArray<Difference> | undefined }

/**
 * Returns results as JUnit XML: a scenario is a test suite, a milestone is a test case, and the comparison with an earlier
 * result is one, too.
 */
export const junit = (results: ReadonlyArray<Compared>): string => {
  const suites = results.map(({ bots, differences, milestones, millis, scenario }) => {
    const cases = milestones.map((one) => {
      const open = `    <testcase classname="${xml(`${scenario}.${one.bot}`)}" name="${xml(one.name)}"`
      if (one.status === "passed") return `${open}/>`
      const inner =
        one.status === "open"
          ? `<skipped message="${xml(one.seen)}"/>`
          : `<failure message="${xml(describe(one))}">${xml(
              bots
                .filter(({ name }) => name === one.bot)
                .flatMap(({ errors }) =>
                  errors.groups.map((group) => `${whenOf(group)}: ${withoutGame(group.text)}`)
                )
                .join("\n")
            )}</failure>`
      return `${open}>${inner}</testcase>`
    })
    const compared = differences === undefined ? [] : [baselineCase(scenario, differences)]
    const worse = differences?.some(({ isWorse }) => isWorse) === true ? 1 : 0
    const count = (status: MilestoneResult["status"]) =>
      milestones.filter((one) => one.status === status).length
    const lines = bots.flatMap(({ console, name }) =>
      console.last.map(({ text, tick }) => `${name} ${tick}: ${text}`)
    )
    return [
      `  <testsuite name="${xml(scenario)}" tests="${milestones.length + compared.length}" failures="${count("failed") + worse}" skipped="${count("open")}" time="${(millis.ticks / 1000).toFixed(3)}">`,
      ...cases,
      ...compared,
      `    <system-out>${xml(lines.join("\n"))}</system-out>`,
      "  </testsuite>"
    ].join("\n")
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", ...suites, "</testsuites>", ""].join("\n")
}

/** Returns a sample as one line of JSON: the numbers of each bot, and what it wrote to the console. */
export const jsonLine = (sample: Sample): string =>
  JSON.stringify({
    tick: sample.tick,
    gameTime: sample.gameTime,
    objects: Object.fromEntries([...sample.rooms].map(([room, { objects }]) => [room, objects.size])),
    bots: Object.fromEntries(
      [...sample.bots].map(([name, bot]) => [
        name,
        {
          ...summary(sample, bot),
          console: bot.console,
          ...(bot.dropped > 0 ? { dropped: bot.dropped } : {})
        }
      ])
    )
  })

/** How much worse a result may be, as a part of the earlier one: 0.1 is ten percent. */
export interface Tolerance {
  /** Ticks of milestones; 0 by default, since they do not depend on the machine. */
  readonly ticks?: number | undefined
  /** Mean CPU; 0.5 by default, since it depends on the machine. */
  readonly cpu?: number | undefined
}

/** A difference between two results. */
export interface Difference {
  /** What differs: a milestone, or the mean CPU of a bot. */
  readonly what: string
  /** The earlier value; `undefined` if the milestone was not reached. */
  readonly before: number | undefined
  readonly after: number | undefined
  /** Whether it is worse than the tolerance allows. */
  readonly isWorse: boolean
}

/** Returns the differences between a result and an earlier one of the same scenario. */
export const compare = (
  before: LabResult,
  after: LabResult,
  tolerance: Tolerance = {}
): ReadonlyArray<Difference> => {
  const { cpu = 0.5, ticks = 0 } = tolerance
  const reached = ({ status, tick }: MilestoneResult) => (status === "passed" ? tick : undefined)
  const milestones = after.milestones.flatMap((one): ReadonlyArray<Difference> => {
    const earlier = before.milestones.find(({ bot, name }) => bot === one.bot && name === one.name)
    if (earlier === undefined) return []
    const [was, is] = [reached(earlier), reached(one)]
    // What holds until the end passes later in a longer run, which says nothing about the bot.
    if (one.untilEnd === true && was !== undefined && is !== undefined) return []
    const isWorse = was !== undefined && (is === undefined || is > was * (1 + ticks))
    return was === is ? [] : [{ what: `${one.bot}: ${one.name}`, before: was, after: is, isWorse }]
  })
  const usage = after.bots.flatMap((one): ReadonlyArray<Difference> => {
    const was = before.bots.find(({ name }) => name === one.name)?.cpu.mean
    const is = one.cpu.mean
    return was === undefined || was === is
      ? []
      : [{ what: `${one.name}: mean CPU`, before: was, after: is, isWorse: is > was * (1 + cpu) }]
  })
  return [...milestones, ...usage]
}
