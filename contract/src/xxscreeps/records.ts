/** Users in responses and frames: name and badge. */
import type { World } from "../../../packages/testing/src/world/state/world.ts"

/** Returns the short record of a user; `badge` is `null` without one. */
export const shortRecord = ({ accounts }: World, id: string): object => {
  const user = accounts.byId(id)
  return { username: (user ?? accounts.brief(id))?.username, badge: user?.badge ?? null }
}

/** Returns short records with their ids. */
export const records = (world: World, ids: Iterable<string>): Record<string, object> =>
  Object.fromEntries([...new Set(ids)].map((_id) => [_id, { _id, ...shortRecord(world, _id) }]))
