/** Differences that a supported server explains: no reason for a warning. */

/** Operations, and the parts that xxscreeps 0.0.9 does not send (recorded). */
const absent: { readonly [source: string]: ReadonlyArray<string> } = {
  "GET /api/auth/me": ["money"],
  "GET /api/game/power-creeps/list": ["list[].user"],
  "GET /api/leaderboard/find": ["_id", "list[]._id"],
  "GET /api/leaderboard/list": ["list[]._id"],
  "GET /api/user/branches": ["list[]._id"],
  "GET /api/user/decorations/inventory": ["list[].user"],
  "GET /api/version": ["serverData.historyChunkSize"],
  "POST /api/user/code": ["timestamp"],
  "POST /api/user/delete-branch": ["timestamp"]
}

/** The same as `operation path`. */
export const explainedDrift: ReadonlySet<string> = new Set(
  Object.entries(absent).flatMap(([source, paths]) => paths.map((path) => `${source} ${path}`))
)
