/** All routes of a shard: one file per group of operations. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import { type Dialect, has, type RouteContext } from "../dialect.ts"
import type { Route } from "../router.ts"
import { account } from "./account.ts"
import { auth, register, tokens } from "./auth.ts"
import { code } from "./code.ts"
import { construction, intents, invaders, names } from "./building.ts"
import { decorations } from "./decorations.ts"
import { experimental, mods, servers, shards, warpath } from "./server.ts"
import { flags } from "./flags.ts"
import { game } from "./game.ts"
import { history } from "./history.ts"
import { holdings, user } from "./user.ts"
import { leaderboard, scoreboard, seasons } from "./boards.ts"
import { mapTool } from "./mapTool.ts"
import { market } from "./market.ts"
import { memory } from "./memory.ts"
import { messages } from "./messages.ts"
import { powerCreeps } from "./powerCreeps.ts"
import { rooms } from "./rooms.ts"

const groups: ReadonlyArray<(context: RouteContext) => ReadonlyArray<Route>> = [
  auth,
  tokens,
  register,
  account,
  game,
  rooms,
  names,
  user,
  holdings,
  code,
  memory,
  history,
  market,
  messages,
  decorations,
  powerCreeps,
  intents,
  construction,
  flags,
  invaders,
  leaderboard,
  scoreboard,
  seasons,
  servers,
  shards,
  experimental,
  warpath,
  mods,
  mapTool
]

/** Returns the routes of one shard, without those that a server of its dialect does not have. @internal */
export const routes = (context: RouteContext): ReadonlyArray<Route> =>
  groups
    .flatMap((group) => group(context))
    .filter(({ method, path }) => {
      const operation = Endpoints.find(method, path)
      return operation === undefined || has(context.dialect, operation)
    })

/** Methods and paths that no operation has and that a private server 4.3.0 was recorded not to have. */
const recorded: ReadonlySet<string> = new Set([
  "GET /api/nope",
  "POST /api/auth/me",
  "GET /api/auth/signin",
  "POST /api/game/time",
  "GET /api/user/console",
  "GET /api/user/notify-prefs",
  "GET /api/user/tutorial-done"
])

/** Private servers serve paths at their root only; two leading slashes or three anywhere match no path. */
const elsewhere = /\/\/|.\/(?:api|room-history)(?:\/|$)/

/** Whether a server of this dialect is known not to have the path. @internal */
export const isAbsent = (dialect: Dialect, method: string, path: string): boolean => {
  if (dialect.kind === "private" && elsewhere.test(path)) return true
  const operation = Endpoints.find(method, path)
  return operation === undefined ? recorded.has(`${method} ${path}`) : !has(dialect, operation)
}
