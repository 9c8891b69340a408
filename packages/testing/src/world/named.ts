/** Finds what tests name; an unknown name is a mistake of the test. */
import type { User } from "./state/accounts.ts"
import type { World } from "./state/world.ts"

/** @internal */
export const named = (world: World, username: string): User => {
  const user = world.accounts.byName(username)
  if (user === undefined) throw new Error(`The world has no user named "${username}": add the account first.`)
  return user
}

/** Returns the shard with this name, or the first shard without a name. @internal */
export const shardNamed = (world: World, name: string | undefined): World => {
  const found = name === undefined ? world : world.shards.find(({ shard }) => shard === name)
  if (found === undefined)
    throw new Error(`The world has no shard named "${name}": pass it to ScreepsWorld.make.`)
  return found
}
