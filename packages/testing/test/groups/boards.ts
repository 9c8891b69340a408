import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Seasons from "@screeps-effect/api/Seasons"
import * as Servers from "@screeps-effect/api/Servers"
import type { Recording } from "@screeps-effect/fixtures"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type Group, nothing, signIn } from "../support/group.ts"
import { makeServer, type Server } from "../support/server.ts"

/** Fills a world's tables: two months, two seasonal worlds, a community server. */
const furnish = (server: Server) =>
  Effect.gen(function* () {
    const { tables } = server.world
    for (const [month, name] of [
      ["2026-10", "October 2026"],
      ["2026-11", "November 2026"]
    ] as const) {
      yield* tables.addLeaderboardSeason({ _id: month, name, date: `${month}-01T00:00:00.000Z` })
      yield* tables.addScore({ mode: "world", season: month, username: "alice", score: 2000 })
      yield* tables.addScore({ mode: "world", season: month, username: "bob", score: 3000 })
    }
    for (const index of [8, 9]) {
      const at = (month: number) => new Date(Date.UTC(1970, index - 9 + month, 1)).toISOString()
      yield* tables.addSeason({
        _id: ObjectId.make(`season${index}`),
        title: `Season ${index}`,
        index,
        players: 2,
        startDate: at(0),
        endDate: at(1),
        createdAt: at(-1),
        updatedAt: at(0)
      })
    }
    yield* tables.setSeasonScore("alice", 7)
    yield* tables.setSeasonScore("bob", 9)
    yield* tables.addServer({
      _id: ObjectId.make("server1"),
      name: "A server",
      status: "active",
      likeCount: 1,
      settings: { host: "example.com", port: "21025", pass: "" }
    })
  })

/** Distinguishes the two forms of one endpoint: with a month, and without one. */
const form = ({ request: { method, path, query } }: Recording) =>
  path === "/api/leaderboard/find" && query?.["season"] !== undefined
    ? `${method} ${path} as of a month`
    : undefined

const lists = (server: Server) =>
  Effect.gen(function* () {
    const season = "2026-11"
    return {
      "GET /api/leaderboard/list": yield* server.get("/api/leaderboard/list", { season }),
      "GET /api/leaderboard/find": yield* server.get("/api/leaderboard/find", { username: "alice" }),
      "GET /api/leaderboard/seasons": yield* server.get("/api/leaderboard/seasons")
    }
  })

export const boards: Group = {
  operations: [
    Leaderboard.list,
    Leaderboard.find,
    Leaderboard.seasons,
    Scoreboard.list,
    Seasons.current,
    Seasons.list,
    Seasons.access,
    Seasons.enter,
    Seasons.lastPost,
    Seasons.ranks,
    Servers.list,
    Servers.news
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    yield* furnish(server)
    return yield* lists(server)
  }),
  form,
  situations: {
    "a request without a token": {
      before: nothing,
      cases: ["game/leaderboard-find.with-season"]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: ["game/seasons.unmodded-404"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({}, { dialect: "official" })
      yield* furnish(server)
      const headers = yield* server.withToken("alice")
      const { _id } = yield* server.world.users.get("alice")
      yield* server.world.users.change("alice", { resources: { accessKey: 1 } })
      const ranks = `/api/seasons/users/${_id}/ranks`
      return {
        ...(yield* lists(server)),
        "GET /api/leaderboard/find as of a month": yield* server.get("/api/leaderboard/find", {
          username: "alice",
          season: "2026-11"
        }),
        "GET /api/scoreboard/list": yield* server.get("/api/scoreboard/list", {}, headers),
        "GET /api/seasons/current": yield* server.get("/api/seasons/current", {}, headers),
        "GET /api/seasons": yield* server.get("/api/seasons", {}, headers),
        "GET /api/seasons/access/granted": yield* server.get("/api/seasons/access/granted", {}, headers),
        "POST /api/seasons/access/granted": yield* server.post("/api/seasons/access/granted", {}, headers),
        "GET /api/seasons/current/posts/last": yield* server.get("/api/seasons/current/posts/last"),
        "GET /api/seasons/users/{userId}/ranks": yield* Effect.andThen(
          TestClock.adjust("60 days"),
          server.get(ranks)
        ),
        "POST /api/servers/list": yield* server.post("/api/servers/list", {}),
        "GET /api/steam/news": yield* server.get("/api/steam/news")
      }
    }),
    form,
    aside: {
      "seasons.current.none": "the season is running; TestServer.boards tests responses between seasons"
    },
    lacks: {
      "GET /api/steam/news": Object.fromEntries(
        ["", ...Object.keys(Servers.NewsItem.fields).map((key) => `.${key}`)].map((key) => [
          `appnews.newsitems[]${key}`,
          "the world has no news"
        ])
      )
    }
  }
}
