/** Free names, and a first spawn. */
import * as Game from "@screeps-effect/api/Game"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import type { User } from "../../world/state/accounts.ts"
import { placeSpawn } from "../../world/rules/settling.ts"
import { shardsOf } from "./user.ts"
import { ok, refuse } from "./words.ts"

const Named = Schema.Struct({ name: Schema.String })

/** Returns the names of the user's spawns and of construction sites for spawns. */
const spawnNames = ({ world }: RouteContext, user: User): ReadonlySet<unknown> =>
  new Set(
    world
      .owned(user)
      .filter((object) => object.type === "spawn" || object["structureType"] === "spawn")
      .map(({ name }) => name)
  )

const firstFree = (prefix: string, taken: ReadonlySet<unknown>): string => {
  let number = 1
  while (taken.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

/** @internal */
export const names = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, world } = context
  const flagNames = (user: User) => new Set(world.flags.of(user._id).map(({ name }) => name))
  return [
    route(Game.genUniqueObjectName, signedIn, ({ type }, user) => {
      if (type === "spawn")
        return Effect.succeed({ ...ok, name: firstFree("Spawn", spawnNames(context, user)) })
      if (dialect.kind === "private") return refuse("invalid params")
      return Effect.succeed({ ...ok, name: firstFree("Flag", flagNames(user)) })
    }),
    route(Game.checkUniqueObjectName, signedIn, ({ name }, user) =>
      spawnNames(context, user).has(name) ? refuse("name exists") : Effect.succeed(ok)
    ),
    route(Game.genUniqueFlagName, signedIn, (_, user) =>
      Effect.succeed({ ...ok, name: firstFree("Flag", flagNames(user)) })
    ),
    route({ ...Game.checkUniqueFlagName, input: Named }, signedIn, ({ name }, user) =>
      flagNames(user).has(name) ? refuse("name exists") : Effect.succeed(ok)
    ),
    route(Game.placeSpawn, signedIn, (wanted, user, { now }) => {
      const refused = placeSpawn(world, shardsOf(context), user, wanted, now)
      return refused === undefined ? Effect.succeed({ ...ok, newbie: true }) : refuse(refused)
    })
  ]
}
