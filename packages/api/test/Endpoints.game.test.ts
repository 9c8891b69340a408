/** What is published and known about the endpoints of the game's side, beside what they are told and answer. */
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"

const isGame = ({ path }: AnyOperation) => !/^\/api\/(user|auth|authmod|register)\b/.test(path)
const game = all.filter(isGame)
const nameOf = ({ method, path }: AnyOperation) => `${method} ${path}`
const namesOf = (operations: ReadonlyArray<AnyOperation>) => operations.map(nameOf).toSorted()

describe("the endpoints of the game's side", () => {
  it("have the quotas that are published, and no other", () => {
    const quotas = game.flatMap((operation) =>
      operation.quota === undefined
        ? []
        : [`${nameOf(operation)}: ${operation.quota.limit} per ${operation.quota.per}`]
    )
    assert.deepStrictEqual(quotas.toSorted(), [
      "GET /api/game/market/my-orders: 60 per hour",
      "GET /api/game/market/orders-index: 60 per hour",
      "GET /api/game/market/orders: 60 per hour",
      "GET /api/game/market/stats: 60 per hour",
      "GET /api/game/room-terrain: 360 per hour",
      "POST /api/game/map-stats: 60 per hour"
    ])
  })

  it("are open to guests where guests were seen to be answered", () => {
    const open = game.filter(({ auth }) => auth.private !== "always" && auth.official !== "always")
    assert.deepStrictEqual(namesOf(open), [
      "GET /api/experimental/nukes",
      "GET /api/experimental/pvp",
      "GET /api/game/room-objects",
      "GET /api/game/room-terrain",
      "GET /api/game/shards/info",
      "GET /api/game/shards/tick",
      "GET /api/game/tick",
      "GET /api/game/time",
      "GET /api/game/world-size",
      "GET /api/leaderboard/find",
      "GET /api/leaderboard/list",
      "GET /api/leaderboard/seasons",
      "GET /api/mods",
      "GET /api/version",
      "GET /api/warpath/battles",
      "GET /room-history",
      "GET /stats",
      "POST /api/game/rooms",
      "POST /api/servers/list"
    ])
  })

  it("are told a shard where they are about one, and may be where they are about the account", () => {
    const isNone = ({ shard }: AnyOperation) => shard === "none"
    const inGame = game.filter(({ path }) => path.startsWith("/api/game/"))
    assert.deepStrictEqual(
      namesOf(game.filter((operation) => !isNone(operation) && !inGame.includes(operation))),
      []
    )
    assert.deepStrictEqual(
      namesOf(inGame.filter(isNone).filter(({ path }) => !path.includes("/power-creeps/"))),
      ["GET /api/game/shards/info", "GET /api/game/tick"]
    )
    assert.deepStrictEqual(namesOf(game.filter(({ shard }) => shard === "optional")), [
      "GET /api/game/market/my-orders",
      "GET /api/game/market/orders",
      "POST /api/game/add-global-intent"
    ])
  })

  it("do not exist on private servers, or need a mod there, where that was seen", () => {
    assert.deepStrictEqual(
      namesOf(game.filter(({ provenance: evidence }) => evidence.private === "absent")),
      [
        "GET /api/game/room-decorations",
        "GET /api/game/shards/tick",
        "GET /api/scoreboard/list",
        "GET /api/seasons",
        "GET /api/seasons/current",
        "POST /api/game/change-flag",
        "POST /api/servers/list"
      ]
    )
    assert.deepStrictEqual(namesOf(game.filter(({ mod }) => mod === "screepsmod-admin-utils")), [
      "GET /api/experimental/nukes",
      "GET /api/experimental/pvp",
      "GET /api/game/room-objects",
      "GET /api/game/shards/info",
      "GET /api/mods",
      "GET /api/warpath/battles",
      "GET /stats"
    ])
  })

  it("do not exist on official servers where nobody ever saw them", () => {
    assert.deepStrictEqual(
      namesOf(game.filter(({ provenance: evidence }) => evidence.official === "absent")),
      ["GET /api/game/tick", "GET /api/mods", "GET /api/warpath/battles", "GET /room-history", "GET /stats"]
    )
  })

  it("are asked again on an unknown fate only where that changes nothing", () => {
    const repeated = game.filter(({ idempotent, method }) => idempotent && method === "POST")
    assert.deepStrictEqual(namesOf(repeated), [
      "POST /api/game/change-flag",
      "POST /api/game/change-flag-color",
      "POST /api/game/check-unique-flag-name",
      "POST /api/game/check-unique-object-name",
      "POST /api/game/create-flag",
      "POST /api/game/gen-unique-flag-name",
      "POST /api/game/gen-unique-object-name",
      "POST /api/game/map-stats",
      "POST /api/game/power-creeps/upgrade",
      "POST /api/game/remove-flag",
      "POST /api/game/rooms",
      "POST /api/game/set-notify-when-attacked",
      "POST /api/servers/list"
    ])
  })
})
