/** Users in responses and frames: name and badge. */
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"

/** Returns the short record of a user; `badge` is `null` without one. */
export const shortRecord = ({ accounts }: Shard, id: string): object => {
  const user = accounts.byId(id)
  return { username: (user ?? accounts.brief(id))?.username, badge: user?.badge ?? null }
}

/** Returns short records with their ids. */
export const records = (shard: Shard, ids: Iterable<string>): Record<string, object> =>
  Object.fromEntries([...new Set(ids)].map((_id) => [_id, { _id, ...shortRecord(shard, _id) }]))
