/** `screeps admin …` */
import * as Command from "effect/cli/Command"
import { define } from "../runner/define.ts"
import { bots, setPassword, users } from "./admin/accounts.ts"
import { pause, reset, resume, status, step, tickDuration } from "./admin/simulation.ts"
import { closeRoom, objects, openRoom, rooms, setTerrain, terrain } from "./admin/world.ts"

/** @internal */
export default define(
  Command.make("admin").pipe(
    Command.withDescription("Administer a private server through its command line"),
    Command.withSubcommands([
      status,
      pause,
      resume,
      step,
      tickDuration,
      reset,
      users,
      setPassword,
      bots,
      rooms,
      openRoom,
      closeRoom,
      terrain,
      setTerrain,
      objects
    ])
  )
)
