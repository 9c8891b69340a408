/** All groups of operations of the in-memory server, with the recordings that they are compared with. */
import type { Group } from "../support/group.ts"
import { accounts } from "./accounts.ts"
import { boards } from "./boards.ts"
import { code } from "./code.ts"
import { game } from "./game.ts"
import { history } from "./history.ts"
import { mods } from "./mods.ts"
import { construction } from "./construction.ts"
import { decorations } from "./decorations.ts"
import { flags } from "./flags.ts"
import { intents } from "./intents.ts"
import { invaders } from "./invaders.ts"
import { mapTool } from "./mapTool.ts"
import { market } from "./market.ts"
import { messages } from "./messages.ts"
import { powerCreeps } from "./powerCreeps.ts"
import { server } from "./server.ts"
import { shards } from "./shards.ts"
import { user } from "./user.ts"
import { battles } from "./battles.ts"

export const groups: Readonly<Record<string, Group>> = {
  server,
  accounts,
  game,
  user,
  code,
  history,
  boards,
  shards,
  battles,
  mods,
  mapTool,
  market,
  messages,
  decorations,
  powerCreeps,
  intents,
  construction,
  flags,
  invaders
}
