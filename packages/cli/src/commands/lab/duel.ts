/** `screeps lab duel` */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Duel from "@screeps-effect/lab/Duel"
import * as Lab from "@screeps-effect/lab/Lab"
import * as LabResult from "@screeps-effect/lab/LabResult"
import * as Report from "@screeps-effect/lab/Report"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import { plain } from "../../output/text.ts"
import { Refused, Usage } from "../../runner/failure.ts"
import * as Inputs from "./inputs.ts"

const toJson = Schema.encodeEffect(Schema.fromJsonString(LabResult.DuelResult))

/** @internal */
export const duel = Command.make(
  "duel",
  {
    ...Inputs.flags,
    swap: toggle("swap", "Play a second game with exchanged sides"),
    expect: Flag.String("expect").pipe(
      Flag.withMetavar("<bot>"),
      Flag.optional,
      Flag.withDescription("Fail unless this bot wins")
    ),
    save: Flag.String("save").pipe(
      Flag.withMetavar("<file>"),
      Flag.optional,
      Flag.withDescription("Save the result as JSON")
    )
  },
  ({ bot, expect, install, replay, samples, save, scenario: file, seed, swap }) =>
    Effect.gen(function* () {
      const loaded = yield* Duel.load(file)
      const wanted = Option.getOrUndefined(expect)
      if (wanted !== undefined && !Object.hasOwn(loaded.bots, wanted))
        return yield* new Usage({ message: "--expect: the duel has no such bot" })
      const made = Struct.assign(loaded, {
        bots: yield* Inputs.withFolders(loaded.bots, bot),
        seed: Option.getOrElse(seed, () => loaded.seed)
      })
      yield* Inputs.install(install)
      const client = yield* Inputs.clients
      const result = yield* Inputs.withSamples(samples, made.limits.ticks, (onSample) =>
        Lab.duel(made, {
          swap,
          replay: Option.getOrUndefined(replay),
          client,
          onSample
        })
      )
      yield* Output.value(result, (one) => plain(Report.duelText(one)))
      if (Option.isSome(save)) yield* LocalFile.write(save.value, yield* toJson(result))
      if (wanted !== undefined && result.winner !== wanted) {
        const message = result.winner === undefined ? "the duel is a draw" : `${result.winner} wins the duel`
        return yield* new Refused({ message })
      }
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Let two bots play against each other from mirrored starts"),
  Command.withExamples([
    { command: "screeps lab duel duel.yaml --swap --replay duel.html" },
    { command: "screeps lab duel duel.yaml --bot new=dist --expect new" }
  ])
)
