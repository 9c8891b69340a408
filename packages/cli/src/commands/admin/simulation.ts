/** `screeps admin status|pause|resume|step|tick-duration|reset` */
import * as Administration from "@screeps-effect/private-server/Administration"
import * as System from "@screeps-effect/private-server/System"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Output from "../../output/output.ts"
import { Usage } from "../../runner/failure.ts"
import { parseDuration, toggle } from "../../input/flags.ts"
import * as Target from "./target.ts"

const printStatus = ({ paused, tick, tickDuration }: System.Status) =>
  Output.fields({ tick, paused, tickMillis: Duration.toMillis(tickDuration) })

/** Executes a command, and returns the state after it. */
const thenStatus = (command: Administration.Command<unknown>) =>
  Effect.map(Administration.batch([command, System.status]), ([, status]) => status)

/** @internal */
export const status = Command.make("status", Target.reads, ({ cli }) =>
  Target.read(cli, System.status, printStatus)
).pipe(Command.withDescription("Show the tick, the tick duration, and whether the simulation is paused"))

/** @internal */
export const pause = Command.make("pause", Target.changes, (target) =>
  Target.execute(target, thenStatus(System.pause), printStatus)
).pipe(Command.withDescription("Pause the simulation after the current tick"))

/** @internal */
export const resume = Command.make("resume", Target.changes, (target) =>
  Target.execute(target, thenStatus(System.resume), printStatus)
).pipe(Command.withDescription("Resume the simulation"))

/** @internal */
export const step = Command.make(
  "step",
  {
    ...Target.changes,
    ticks: Argument.Int("ticks").pipe(
      Argument.withDefault(1),
      Argument.withDescription("Number of ticks (default: 1)")
    )
  },
  ({ ticks, ...target }) => Target.execute(target, thenStatus(System.step(ticks)), printStatus)
).pipe(
  Command.withDescription("Run a number of ticks and pause the simulation"),
  Command.withExamples([{ command: "screeps admin step 10" }])
)

/** @internal */
export const tickDuration = Command.make(
  "tick-duration",
  {
    ...Target.changes,
    duration: Argument.String("duration").pipe(
      Argument.filterMap(parseDuration, () => "a duration such as 500ms or 1s"),
      Argument.withDescription("Least time between the beginnings of two ticks, such as 500ms or 1s")
    )
  },
  ({ duration, ...target }) =>
    Target.execute(target, thenStatus(System.setTickDuration(duration)), printStatus)
).pipe(
  Command.withDescription("Set the tick duration"),
  Command.withExamples([{ command: "screeps admin tick-duration 200ms" }])
)

/** @internal */
export const reset = Command.make(
  "reset",
  {
    ...Target.changes,
    eraseEverything: toggle(
      "erase-everything",
      "Required: confirms that all accounts, rooms and objects are erased"
    )
  },
  ({ eraseEverything, ...target }) =>
    Effect.gen(function* () {
      if (!eraseEverything && !target.dryRun) {
        return yield* new Usage({ message: "reset erases all accounts and rooms: pass --erase-everything" })
      }
      yield* Target.execute(target, thenStatus(System.resetAllData({ eraseEverything: true })), printStatus)
    })
).pipe(Command.withDescription("Erase everything and restore the world that the server was installed with"))
