import * as User from "@screeps-effect/api/User"
import * as MoneyEntry from "@screeps-effect/schema/MoneyEntry"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { always, run, fake } from "./support/fake.ts"
import {
  alwaysReported,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const path = "/api/user/money-history"

describe("User.moneyHistory", () => {
  it.effect("sends the page (money-history.page-param)", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.moneyHistory(), "user/money-history.some", `GET ${path}`)
      yield* checkRequest(
        User.moneyHistory({ page: 9 }),
        "user/money-history.page-beyond",
        `GET ${path}?page=9`
      )
    })
  )

  it.effect("returns deals and fees, newest first (money-history.some)", () =>
    Effect.gen(function* () {
      const { hasMore, list } = yield* run(User.moneyHistory(), always("user/money-history.some"))
      assert.isFalse(hasMore)
      assert.deepStrictEqual([list[0]?.type, list[0]?.balance, list[0]?.change], ["market.sell", 5080, 100])
      assert.isTrue(MoneyEntry.isFill(list[0]?.market))
    })
  )

  it.effect("returns the shard of entries on official servers", () =>
    Effect.gen(function* () {
      const { list } = yield* run(
        User.moneyHistory(),
        alwaysReported("user.money-history.official"),
        official
      )
      assert.deepStrictEqual(list[0]?.shard, "shard3")
    })
  )

  it.effect("fails with Unauthorized without a sign-in", () =>
    checkFailure(User.moneyHistory(), "user/money-history.noauth", "Unauthorized: the API token was rejected")
  )

  it.effect("rejects negative and fractional pages without a request", () =>
    Effect.gen(function* () {
      for (const page of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
        yield* checkInvalidInput(User.moneyHistory({ page }), "page")
      yield* checkInvalidInput(untyped(User.moneyHistory, { page: "1" }), "page")
    })
  )
})

const entry = (n: number) => ({
  _id: `entry${n}`,
  date: "2026-11-21T13:17:27.570Z",
  user: "7c8fe39e74fdae1",
  type: "market.fee",
  balance: n,
  change: -1
})

/** A history in pages of 20 entries, the highest number newest, with `perRequest` new entries after each request. */
const history = (entries: number, perRequest = 0) => {
  let made = entries
  return fake(({ url }) => {
    const page = Number(url.searchParams.get("page") ?? 0)
    const all = Array.from({ length: made }, (_, i) => entry(made - i))
    made += perRequest
    const list = all.slice(page * 20, page * 20 + 20)
    return Response.json({ ok: 1, page, list, hasMore: all.length > page * 20 + 20 })
  })
}

describe("User.moneyHistoryEntries", () => {
  it.effect("requests pages in order until there are no more", () =>
    Effect.gen(function* () {
      const server = history(45)
      yield* run(Stream.runDrain(User.moneyHistoryEntries()), server)
      assert.deepStrictEqual(linesWithBody(server), [
        `GET ${path}?page=0`,
        `GET ${path}?page=1`,
        `GET ${path}?page=2`
      ])
    })
  )

  it.effect("requests no page that the consumer does not take", () =>
    Effect.gen(function* () {
      const server = history(100)
      yield* run(Stream.runDrain(Stream.take(User.moneyHistoryEntries(), 40)), server)
      assert.lengthOf(server.requests, 2)
    })
  )

  it.effect("ends after an empty page, even when the server reports more", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, page: 0, list: [], hasMore: true })
      yield* run(Stream.runDrain(User.moneyHistoryEntries()), server)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("fails as the operation does", () =>
    Effect.gen(function* () {
      const server = always("user/money-history.noauth")
      const error = yield* Effect.flip(run(Stream.runDrain(User.moneyHistoryEntries()), server))
      assert.strictEqual(error.message, `GET ${path}: Unauthorized (the API token was rejected)`)
    })
  )

  it.effect("emits entries of all pages, newest first", () =>
    Effect.gen(function* () {
      const entries = yield* run(Stream.runCollect(User.moneyHistoryEntries()), history(45))
      assert.deepStrictEqual(
        entries.map(({ balance }) => balance),
        Array.from({ length: 45 }, (_, i) => 45 - i)
      )
    })
  )

  it.effect("emits each entry once while new entries shift the pages", () =>
    Effect.gen(function* () {
      const entries = yield* run(Stream.runCollect(User.moneyHistoryEntries()), history(45, 3))
      assert.deepStrictEqual(
        entries.map(({ balance }) => balance),
        Array.from({ length: 45 }, (_, i) => 45 - i)
      )
    })
  )

  it.effect("ends when a server repeats a page and always reports more", () =>
    Effect.gen(function* () {
      const list = recording("user/money-history.some").response.body
      const server = always({ ...Object(list), hasMore: true })
      const entries = yield* run(Stream.runCollect(User.moneyHistoryEntries()), server)
      assert.isNotEmpty(entries)
      assert.lengthOf(server.requests, 4)
    })
  )

  it.effect("requests the pages again for each run", () =>
    Effect.gen(function* () {
      const entries = User.moneyHistoryEntries()
      const server = history(5)
      assert.lengthOf(yield* run(Stream.runCollect(entries), server), 5)
      assert.lengthOf(yield* run(Stream.runCollect(entries), server), 5)
    })
  )
})

describe("User.moneyHistoryDetails", () => {
  it.effect("returns the seller and the buyer of a deal of the history", () =>
    Effect.gen(function* () {
      const deal = { tick: 50_000_012, roomName: "E1S1", targetRoomName: "E5S5" } as const
      const call = User.moneyHistoryDetails(deal)
      const name = "user.money-history-details.sale"
      yield* checkRequest(
        call,
        name,
        `GET ${path}/details?tick=50000012&roomName=E1S1&targetRoomName=E5S5`,
        official
      )
      const { orders, users } = yield* run(call, alwaysReported(name), official)
      assert.deepStrictEqual(
        orders.map(({ type, user }) => [type, users?.[user ?? ""]?.username]),
        [
          ["market.sell", "Dana"],
          ["market.buy", "Erik"]
        ]
      )
    })
  )
})
