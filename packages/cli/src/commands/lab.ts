/** `screeps lab …` */
import * as Command from "effect/cli/Command"
import { define } from "../runner/define.ts"
import { duel } from "./lab/duel.ts"
import { report } from "./lab/report.ts"
import { run } from "./lab/run.ts"

/** @internal */
export default define(
  Command.make("lab").pipe(
    Command.withDescription("Run bots on the game's own server and check their milestones"),
    Command.withSubcommands([run, duel, report])
  )
)
