/** `screeps admin …` */
import * as Command from "effect/cli/Command"
import { define } from "../runner/define.ts"
import * as Accounts from "./admin/accounts.ts"
import * as Npcs from "./admin/npcs.ts"
import * as Operation from "./admin/operation.ts"
import * as World from "./admin/world.ts"

export default define(
  Command.make("admin").pipe(
    Command.withDescription("Administer a private server through its command line"),
    Command.withSubcommands([
      Operation.status,
      Operation.pause,
      Operation.resume,
      Operation.step,
      Operation.tickDuration,
      Operation.reset,
      Accounts.users,
      Accounts.createUser,
      Accounts.updateUser,
      Accounts.setPassword,
      Accounts.ban,
      Accounts.unban,
      Accounts.removeUser,
      Accounts.bots,
      Accounts.spawnBot,
      Accounts.reloadBot,
      Accounts.removeBot,
      World.rooms,
      World.generateRoom,
      World.removeRoom,
      World.openRoom,
      World.closeRoom,
      World.terrain,
      World.setTerrain,
      World.objects,
      World.addObjects,
      World.removeObjects,
      Npcs.strongholds,
      Npcs.spawnStronghold,
      Npcs.expandStronghold,
      Npcs.createInvader,
      Npcs.removeInvaders,
      Operation.broadcast,
      Operation.sendMessage,
      Operation.find,
      Operation.count,
      Operation.value
    ])
  )
)
