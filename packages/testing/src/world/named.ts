/** What tests name: a name that nobody has is a mistake of the test. */
import type { User } from "./state/accounts.ts"
import type { World } from "./state/world.ts"

/** @internal */
export const named = (world: World, username: string): User => {
  const user = world.accounts.byName(username)
  if (user === undefined) throw new Error(`the world has no user named "${username}"`)
  return user
}

/** The shard of a name; the first when none is named. @internal */
export const shardNamed = (world: World, name: string | undefined): World => {
  const found = name === undefined ? world : world.shards.find(({ shard }) => shard === name)
  if (found === undefined) throw new Error(`the world has no shard named "${name}"`)
  return found
}
