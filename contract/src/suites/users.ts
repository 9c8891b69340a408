import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as User from "@screeps-effect/api/User"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  account,
  asGuest,
  has,
  isTrue,
  raw,
  rejects,
  same,
  test,
  testAsGuest,
  testAsNewUser,
  type Test
} from "../test.ts"
import { settle } from "../places.ts"

const unknownId = UserId.make("0123456789abcde")

/** Users, their rooms and their statistics. */
export const users: ReadonlyArray<Test> = [
  test("finds users by name in any case", function* () {
    const { as, username } = yield* account
    const { _id } = yield* as(User.whoAmI())
    const { user } = yield* asGuest(User.find({ username: username.toUpperCase() }))
    yield* has(user, { _id, username, gcl: 0 }, "the user")
  }),
  test("finds users by id, computer players included", function* () {
    const { as, username } = yield* account
    const { _id } = yield* as(User.whoAmI())
    yield* same((yield* asGuest(User.find({ id: _id }))).user.username, username, "the name")
    const invader = yield* asGuest(User.find({ id: UserId.invader }))
    yield* same(invader.user.username, "Invader", "the computer player")
  }),
  testAsGuest("finds a user when the name to find is empty", function* () {
    const found = yield* raw({
      method: "GET",
      path: User.find.path,
      query: { username: "" },
      auth: "never"
    })
    const { user } = yield* Schema.decodeUnknownEffect(User.find.output)(found)
    yield* isTrue(user._id !== "", "there is a user")
  }),
  testAsNewUser("returns no credits before the first page of the money history", function* () {
    const query = { page: -1 }
    const page = yield* raw({ method: "GET", path: User.moneyHistory.path, query })
    yield* has(Object(page), { page: -1, list: [], hasMore: false }, "the page")
  }),
  testAsGuest("rejects a search for a user who does not exist", function* () {
    yield* rejects(User.find({ username: "Nobody at all" }), "user not found")
    yield* rejects(User.find({ id: unknownId }), "user not found")
  }),
  testAsNewUser("lists the rooms of a user, and an empty list for an unknown user", function* () {
    const { _id: id } = yield* User.whoAmI()
    const { room } = yield* settle
    const roomsOf = (id: UserId.UserId) =>
      Effect.map(User.rooms({ id }), (found) => User.roomsByShard(found).flatMap(({ rooms }) => rooms))
    yield* same(yield* roomsOf(id), [room], "the rooms")
    yield* same(yield* roomsOf(unknownId), [], "the rooms of an unknown user")
  }),
  testAsNewUser("returns empty statistics for players", function* () {
    const { _id: id } = yield* User.whoAmI()
    const { room } = yield* settle
    for (const interval of [8, 180, 1440] as const)
      yield* same((yield* User.stats({ id, interval })).stats, {}, "the numbers")
    const [overview] = User.overviewByShard(yield* User.overview({ interval: 180 }))
    yield* same([overview?.rooms, overview?.gameTimes], [[room], []], "the overview")
    const query = { id, interval: 9 }
    yield* rejects(raw({ method: "GET", path: User.stats.path, query }), "invalid params")
  }),
  testAsNewUser("releases a player's room on respawn", function* () {
    yield* rejects(User.respawn(), "invalid status")
    const { room } = yield* settle
    yield* User.respawn()
    yield* same((yield* User.worldStatus()).status, "empty", "the status")
    yield* same((yield* Game.roomOverview({ room })).owner ?? null, null, "the owner")
    yield* same((yield* User.respawnProhibitedRooms()).rooms, [], "rooms that are closed to the player")
  }),
  testAsGuest("returns an empty leaderboard", function* () {
    yield* has(yield* Leaderboard.list(), { list: [], count: 0 }, "the list")
    const found = yield* Leaderboard.find({ username: "Invader" })
    yield* same(Leaderboard.ranks(found), [], "all months of a user")
    const inMonth = Leaderboard.find({ username: "Invader", season: "2026-11" })
    yield* rejects(inMonth, "result not found")
  })
]
