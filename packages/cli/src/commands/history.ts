/** `screeps history download|play|export` */
import * as Command from "effect/cli/Command"
import { define } from "../runner/define.ts"
import * as Download from "./history/download.ts"
import * as Export from "./history/export.ts"
import * as Play from "./history/play.ts"

/** @internal */
export default define(
  Command.make("history").pipe(
    Command.withDescription("Download, replay and share the history of rooms"),
    Command.withSubcommands([Download.command, Play.command, Export.command])
  )
)
