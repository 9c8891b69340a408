import * as User from "@screeps-effect/api/User"
import * as MoneyEntry from "@screeps-effect/schema/MoneyEntry"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { always, ask, fake } from "./support/fake.ts"
import {
  alwaysReported,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  requests,
  untyped
} from "./support/asking.ts"

const path = "/api/user/money-history"

describe("the history of credits", () => {
  it.effect("is asked for by page (money-history.page-param)", () =>
    Effect.gen(function* () {
      yield* checkRequest(User.moneyHistory(), "user/money-history.some", `GET ${path}`)
      yield* checkRequest(
        User.moneyHistory({ page: 9 }),
        "user/money-history.page-beyond",
        `GET ${path}?page=9`
      )
    })
  )

  it.effect("tells deals and fees, newest first (money-history.some)", () =>
    Effect.gen(function* () {
      const { hasMore, list } = yield* ask(User.moneyHistory(), always("user/money-history.some"))
      assert.isFalse(hasMore)
      assert.deepStrictEqual([list[0]?.type, list[0]?.balance, list[0]?.change], ["market.sell", 5080, 100])
      assert.isTrue(MoneyEntry.isFill(list[0]?.market))
    })
  )

  it.effect("names the shard on official servers", () =>
    Effect.gen(function* () {
      const { list } = yield* ask(
        User.moneyHistory(),
        alwaysReported("user.money-history.official"),
        official
      )
      assert.deepStrictEqual(list[0]?.shard, "shard3")
    })
  )

  it.effect("is the user's own, who has to be signed in", () =>
    checkRefusal(User.moneyHistory(), "user/money-history.noauth", "Unauthorized: the API token was rejected")
  )

  it.effect("has whole pages, from 0 on", () =>
    Effect.gen(function* () {
      for (const page of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
        yield* checkNothingSent(User.moneyHistory({ page }), "page")
      yield* checkNothingSent(untyped(User.moneyHistory, { page: "1" }), "page")
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

/** A history of so many entries, the highest number newest, on pages of 20; new ones come after each request. */
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

describe("the pages of the history", () => {
  it.effect("come one after the other until there are no more", () =>
    Effect.gen(function* () {
      const server = history(45)
      const pages = yield* ask(Stream.runCollect(User.moneyHistoryPages()), server)
      assert.deepStrictEqual(
        pages.map(({ list, page }) => [page, list.length]),
        [
          [0, 20],
          [1, 20],
          [2, 5]
        ]
      )
      assert.deepStrictEqual(requests(server), [
        `GET ${path}?page=0`,
        `GET ${path}?page=1`,
        `GET ${path}?page=2`
      ])
    })
  )

  it.effect("begin where they are told to", () =>
    Effect.gen(function* () {
      const server = history(45)
      const pages = yield* ask(Stream.runCollect(User.moneyHistoryPages(2)), server)
      assert.deepStrictEqual(
        pages.map(({ page }) => page),
        [2]
      )
    })
  )

  it.effect("are asked for only when they are needed", () =>
    Effect.gen(function* () {
      const server = history(100)
      yield* ask(Stream.runDrain(Stream.take(User.moneyHistoryPages(), 2)), server)
      assert.lengthOf(server.asked, 2)
    })
  )

  it.effect("end with an empty one, even when a server says that there are more", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, page: 0, list: [], hasMore: true })
      yield* ask(Stream.runDrain(User.moneyHistoryPages()), server)
      assert.lengthOf(server.asked, 1)
    })
  )

  it.effect("fail as the operation does", () =>
    Effect.gen(function* () {
      const server = always("user/money-history.noauth")
      const error = yield* Effect.flip(ask(Stream.runDrain(User.moneyHistoryPages()), server))
      assert.strictEqual(error.message, `GET ${path}: Unauthorized (the API token was rejected)`)
    })
  )

  it.effect("do not begin before the first", () =>
    checkNothingSent(Stream.runDrain(User.moneyHistoryPages(-1)), "page")
  )
})

describe("the entries of the history", () => {
  it.effect("come newest first over all pages", () =>
    Effect.gen(function* () {
      const entries = yield* ask(Stream.runCollect(User.moneyHistoryEntries()), history(45))
      assert.deepStrictEqual(
        entries.map(({ balance }) => balance),
        Array.from({ length: 45 }, (_, i) => 45 - i)
      )
    })
  )

  it.effect("come once each, though new ones move them on", () =>
    Effect.gen(function* () {
      const entries = yield* ask(Stream.runCollect(User.moneyHistoryEntries()), history(45, 3))
      assert.deepStrictEqual(
        entries.map(({ balance }) => balance),
        Array.from({ length: 45 }, (_, i) => 45 - i)
      )
    })
  )

  it.effect("come anew each time they are asked for", () =>
    Effect.gen(function* () {
      const entries = User.moneyHistoryEntries()
      const server = history(5)
      assert.lengthOf(yield* ask(Stream.runCollect(entries), server), 5)
      assert.lengthOf(yield* ask(Stream.runCollect(entries), server), 5)
    })
  )
})
