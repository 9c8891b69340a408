/**
 * Runs bots on the game's own server, tick by tick, until their milestones are decided.
 *
 * **Details**
 *
 * Each run starts a server of its own with an empty world, which ends with the run. The server is paused between ticks: what a
 * bot does depends on the scenario only, not on the speed of the machine.
 *
 * ```ts
 * import { Lab } from "@screeps-effect/lab"
 * import * as Effect from "effect/Effect"
 *
 * const program = Effect.gen(function* () {
 *   const result = yield* Lab.run({
 *     bots: { player: { code: "dist" } },
 *     milestones: [{ controllerLevel: 2, within: 500 }, { noErrors: true }]
 *   })
 *   yield* Effect.log(result.passed, result.milestones)
 * })
 * ```
 */
import type { LocalFileError } from "@screeps-effect/api/LocalFile"
import type * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import type { AdministrationError } from "@screeps-effect/private-server/AdministrationError"
import type { PrivateServerError } from "@screeps-effect/private-server/PrivateServerError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Path } from "effect/Path"
import * as Struct from "effect/Struct"
import type { BotCodeError } from "./BotCode.ts"
import type { DuelResult, GameResult, LabResult } from "./LabResult.ts"
import { type Client, type Codes, readCodes } from "./run/code.ts"
import { collector } from "./run/collect.ts"
import * as Duels from "./run/duels.ts"
import * as Milestones from "./run/milestones.ts"
import * as Replay from "./run/replay.ts"
import * as Session from "./run/session.ts"
import type { Sample } from "./Sample.ts"
import type { ScenarioError } from "./scenario/decode.ts"
import * as Duel from "./scenario/duel.ts"
import * as Scenario from "./scenario/scenario.ts"

/** Options of a run. */
export interface Options<E = never, R = never> {
  /** Runs after each tick, while the server is paused: for files and reports. */
  readonly onSample?: ((sample: Sample) => Effect.Effect<void, E, R>) | undefined
  /**
   * Records the run as an HTML file with a player. With several rooms there is a file for each: `replay.html` becomes
   * `replay-W1N1.html`.
   */
  readonly replay?: string | undefined
  /**
   * Provides the client that downloads bots whose code is on a branch, by the name of its server in the scenario; by default
   * the server and account of that name in the credentials file (`ConfigFile`).
   */
  readonly client?: Client | undefined
}

/** The errors of a run. */
export type RunError =
  | ScenarioError
  | BotCodeError
  | PrivateServerError
  | AdministrationError
  | LocalFileError

/** What a run needs of the platform: `NodeServices.layer` of `@effect/platform-node` provides it. */
export type Platform = PrivateServer.Platform | Path

/** Runs ticks until `decide` returns an outcome, which it has to do at a limit. */
const play = <A extends string | object, E, R>(
  scenario: Scenario.Scenario,
  codes: Codes,
  reads: Session.Reads,
  { onSample, replay }: Options<E, R>,
  decide: (sample: Sample, limit: "ticks" | "time" | undefined) => A | undefined
) =>
  Effect.gen(function* () {
    const { limits } = scenario
    const session = yield* Session.start(scenario, codes, reads)
    const recorder = replay === undefined ? undefined : yield* Replay.record(replay, session.world)
    const collected = collector([...session.world.users.keys()])
    for (;;) {
      const sample = yield* session.next
      collected.add(sample)
      if (recorder !== undefined) yield* recorder.add(sample)
      if (onSample !== undefined) yield* onSample(sample)
      const millis = yield* session.millis
      const isLate = millis.ticks >= Duration.toMillis(limits.time)
      const outcome = decide(sample, sample.tick >= limits.ticks ? "ticks" : isLate ? "time" : undefined)
      if (outcome === undefined) continue
      const replays = recorder === undefined ? [] : yield* recorder.end
      return { outcome, sample, bots: collected.bots, replays, millis }
    }
  }).pipe(Effect.scoped)

/**
 * Runs a scenario and returns the result; milestones that are not reached are not failures of the effect.
 *
 * **Details**
 *
 * The run ends when all milestones are decided, when one has failed, or at a limit. Interruption ends the server.
 *
 * **Errors** `ScenarioError` and `BotCodeError` before anything is started; `PrivateServerError`, such as `NotInstalled`; `AdministrationError`
 * if the server stops responding; `LocalFileError` if the replay cannot be written.
 */
export const run = <E = never, R = never>(
  input: Scenario.Input | Scenario.Scenario,
  options: Options<E, R> = {}
): Effect.Effect<LabResult, RunError | E, Platform | R> =>
  Effect.gen(function* () {
    const scenario = yield* Effect.fromResult(Scenario.make(input))
    const { bots: given, milestones } = scenario
    const codes = yield* readCodes(given, options.client)
    const reads = { ...Milestones.reads(milestones), kills: false }
    let progress = Milestones.begin(milestones)
    const { bots, millis, outcome, replays, sample } = yield* play(
      scenario,
      codes,
      reads,
      options,
      (sample, limit): LabResult["ended"] | undefined => {
        progress = Milestones.advance(progress, sample)
        if (progress.some(({ status }) => status === "failed")) return "failure"
        return Milestones.isDecided(progress) ? "milestones" : limit
      }
    )
    const [first = ""] = Object.keys(scenario.bots)
    const decided = Milestones.end(progress, sample.tick)
    return {
      scenario: scenario.name,
      seed: scenario.seed,
      passed: decided.every(({ status }) => status === "passed"),
      ended: outcome,
      ticks: sample.tick,
      milestones: decided.map(({ milestone, seen, status, tick }) => ({
        name: Milestones.nameOf(milestone),
        bot: milestone.bot ?? first,
        within: Math.min(milestone.within ?? Infinity, scenario.limits.ticks),
        status,
        ...(tick === undefined ? {} : { tick }),
        ...(Milestones.isUntilTheEnd({ milestone }) ? { untilEnd: true as const } : {}),
        seen
      })),
      bots,
      replays,
      millis
    }
  })

/** Options of a duel. */
export interface DuelOptions<E = never, R = never> extends Options<E, R> {
  /** Whether to play a second game with exchanged sides; `false` by default. */
  readonly swap?: boolean | undefined
}

const playGame = <E, R>(
  duel: Duel.Duel,
  codes: Codes,
  isSwapped: boolean,
  options: Options<E, R>
): Effect.Effect<GameResult, RunError | E, Platform | R> =>
  Effect.gen(function* () {
    const scenario = yield* Effect.fromResult(Scenario.make(Duels.toScenario(duel, isSwapped)))
    const reads = { ...Milestones.reads(duel.first === undefined ? [] : [duel.first]), kills: true }
    let standing = Duels.begin(duel)
    const { bots, millis, outcome, replays, sample } = yield* play(
      scenario,
      codes,
      reads,
      options,
      (sample, limit) => {
        standing = Duels.advance(standing, sample)
        const verdict = Duels.judge(duel, standing, sample)
        return verdict ?? (limit === undefined ? undefined : Duels.judgeAtLimit(duel, standing, sample))
      }
    )
    const { reason, winner } = outcome
    const sides = Duels.sides(duel, isSwapped)
    return {
      sides,
      ...(winner === undefined ? {} : { winner }),
      reason,
      ticks: sample.tick,
      scores: Object.fromEntries(sides.map((name) => [name, Duels.scoresOf(standing, sample, name)])),
      bots,
      replays,
      millis
    }
  })

/**
 * Lets two bots play against each other, and returns the winner and why it won.
 *
 * **Details**
 *
 * Both start in rooms side by side, one the mirror image of the other. A bot wins when the other one has no spawn any more,
 * when it reaches the milestone `first` before the other one, or by a score at the limit. With `swap` there is a second
 * game with exchanged sides, and the bot that wins more games wins; replays of that game have `-swapped` in their name.
 *
 * **Errors** those of `run`.
 */
export const duel = <E = never, R = never>(
  input: Duel.Input | Duel.Duel,
  { swap = false, ...options }: DuelOptions<E, R> = {}
): Effect.Effect<DuelResult, RunError | E, Platform | R> =>
  Effect.gen(function* () {
    const given = yield* Effect.fromResult(Duel.make(input))
    // The text is mirrored for the eastern room.
    const made = Struct.assign(given, { room: yield* Scenario.withTerrain("room", given.room) })
    const codes = yield* readCodes(made.bots, options.client)
    const first = yield* playGame(made, codes, false, options)
    const replay = options.replay?.replace(/(?:\.html)?$/, "-swapped.html")
    const second = swap ? [yield* playGame(made, codes, true, { ...options, replay })] : []
    const games = [first, ...second]
    const winsOf = (name: string) => games.filter(({ winner }) => winner === name).length
    const [a, b] = first.sides
    const winner = winsOf(a) === winsOf(b) ? undefined : winsOf(a) > winsOf(b) ? a : b
    return { duel: made.name, seed: made.seed, ...(winner === undefined ? {} : { winner }), games }
  })
