/** The endpoints of both tables of the specification; the documentation marks the operations beyond it. */

/** A method and a path, as in operations. */
export type Endpoint = `${"GET" | "POST"} /${string}`

/** Endpoints whose parameters the specification describes. */
export const described: ReadonlyArray<Endpoint> = [
  "GET /room-history",
  "POST /api/auth/signin",
  "POST /api/auth/steam-ticket",
  "POST /api/game/add-object-intent",
  "POST /api/game/check-unique-flag-name",
  "POST /api/game/check-unique-object-name",
  "POST /api/game/create-flag",
  "POST /api/game/create-invader",
  "POST /api/game/gen-unique-object-name",
  "POST /api/game/place-spawn",
  "GET /api/leaderboard/find",
  "GET /api/leaderboard/list",
  "POST /api/register/submit",
  "GET /api/scoreboard/list",
  "GET /api/seasons/current",
  "POST /api/user/clone-branch",
  "POST /api/user/console",
  "GET /api/user/overview",
  "POST /api/user/set-active-branch",
  "POST /api/user/decorations/pixelize",
  "POST /api/user/memory",
  "GET /api/user/memory-segment",
  "POST /api/user/messages/send"
]

/** Endpoints that the specification only lists. */
export const named: ReadonlyArray<Endpoint> = [
  "GET /api/auth/me",
  "GET /api/auth/query-token",
  "GET /api/authmod",
  "GET /api/version",
  "GET /api/experimental/nukes",
  "GET /api/experimental/pvp",
  "POST /api/game/create-construction",
  "POST /api/game/gen-unique-flag-name",
  "POST /api/game/map-stats",
  "GET /api/game/room-decorations",
  "GET /api/game/room-objects",
  "GET /api/game/room-overview",
  "GET /api/game/room-status",
  "GET /api/game/room-terrain",
  "GET /api/game/time",
  "GET /api/game/world-size",
  "GET /api/game/market/orders-index",
  "GET /api/game/market/orders",
  "GET /api/game/market/stats",
  "GET /api/game/market/my-orders",
  "GET /api/game/shards/info",
  "GET /api/leaderboard/seasons",
  "POST /api/servers/list",
  "GET /api/user/branches",
  "GET /api/user/code",
  "POST /api/user/code",
  "GET /api/user/find",
  "GET /api/user/memory",
  "GET /api/user/money-history",
  "GET /api/user/name",
  "POST /api/user/notify-prefs",
  "GET /api/user/respawn-prohibited-rooms",
  "GET /api/user/rooms",
  "GET /api/user/stats",
  "GET /api/user/world-start-room",
  "GET /api/user/world-status",
  "GET /api/user/decorations/inventory",
  "GET /api/user/decorations/themes",
  "GET /api/user/messages/index",
  "GET /api/user/messages/list",
  "POST /api/user/messages/mark-read",
  "GET /api/user/messages/unread-count",
  "GET /api/warpath/battles"
]

/** Endpoints without an operation. */
export const notYet: ReadonlyArray<Endpoint> = []

/** Operations whose endpoint has another path in the specification, because official servers have the fields in the path. */
export const otherAddress: Readonly<Record<string, Endpoint>> = {
  "GET /room-history/{shard}/{room}/{tick}.json": "GET /room-history"
}

/** Whether the specification contains an endpoint. */
export const isSpecified = ({
  method,
  path
}: {
  readonly method: string
  readonly path: string
}): boolean => {
  const name = `${method} ${path}`
  const endpoint: string = otherAddress[name] ?? name
  return [...described, ...named].some((one) => one === endpoint)
}
