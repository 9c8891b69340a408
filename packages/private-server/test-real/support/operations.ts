/** The cases by theme, and the operations that a real server does not have, or that are never sent. */
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as User from "@screeps-effect/api/User"
import type { Case } from "./case.ts"
import { absent, ofAdminMod, ofOtherMods } from "./operations/absent.ts"
import { accounts } from "./operations/accounts.ts"
import { admin } from "./operations/admin.ts"
import { building } from "./operations/building.ts"
import { code } from "./operations/code.ts"
import { requiresToken, lacks } from "./operations/everyOperation.ts"
import { intents } from "./operations/intents.ts"
import { market } from "./operations/market.ts"
import { memory } from "./operations/memory.ts"
import { messages } from "./operations/messages.ts"
import { powerCreeps } from "./operations/powerCreeps.ts"
import { users } from "./operations/users.ts"
import { world } from "./operations/world.ts"

export { absent, ofAdminMod, ofOtherMods }

/** Operations that no test sends to a real server, and why. */
export const neverSent: ReadonlyArray<readonly [AnyOperation, string]> = [
  [Account.changePassword, "a wrong old password crashes the server"]
]

/** Operations that a server without a server password never rejects. */
export const neverRefused: ReadonlyArray<AnyOperation> = [
  Auth.authmod,
  Game.version,
  Game.time,
  Game.tick,
  Game.worldSize,
  Leaderboard.list,
  Leaderboard.seasons,
  User.rooms
]

const operationsOf = (list: ReadonlyArray<readonly [AnyOperation, unknown]>) =>
  list.map(([operation]) => operation)

/** Cases of a server with only the built-in mods, by theme. */
export const onPlain: Readonly<Record<string, ReadonlyArray<Case>>> = {
  "all operations": [
    requiresToken("rejects calls without a token", operationsOf([...absent, ...neverSent])),
    lacks("has no endpoints of other kinds of servers", absent),
    lacks("has no endpoints of the admin mod", ofAdminMod),
    lacks("has no endpoints of mods that are not installed", ofOtherMods)
  ],
  accounts,
  "the world": world,
  building,
  intents,
  code,
  "Memory, the console and segments": memory,
  "the market": market,
  "power creeps": powerCreeps,
  messages,
  "users, ranks and history": users
}

/** Cases of a server with the admin mod and a mod that replaces Steam. */
export const withMods: Readonly<Record<string, ReadonlyArray<Case>>> = {
  "all operations": [lacks("has no endpoints of other kinds of servers", absent)],
  "the admin mod": admin
}
