/** `screeps history download|play` */
import * as Command from "effect/cli/Command"
import { define } from "../runner/define.ts"
import * as Download from "./history/download.ts"
import * as Play from "./history/play.ts"

/** @internal */
export default define(
  Command.make("history").pipe(
    Command.withDescription("Download and replay the history of rooms"),
    Command.withSubcommands([Download.command, Play.command])
  )
)
