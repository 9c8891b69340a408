/** Responses of official servers that others published: replayed strictly, and the evidence for a provenance. */
import { allPublished, type Reported, sourceOf, toResponse } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as Server from "@screeps-effect/api/Server"
import * as Pvp from "@screeps-effect/schema/Pvp"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { contentOf, inputOf, recordedContent } from "./replay/requests.ts"
import { encoded, differences } from "./replay/outcomes.ts"
import { linesWithBody, untyped } from "./support/calls.ts"
import { comments, nameOf } from "./support/comments.ts"
import { fake, reasonOf, run } from "./support/fake.ts"

const published = allPublished()

/** The published response by its name. */
const named = (name: string): Reported => {
  const found = published.find((one) => one.name === name)
  assert.isDefined(found)
  return found
}

const history = `GET ${History.officialChunk.path}`

/** Method and path template of a request, and its path below the world's prefix. */
const endpointOf = ({ request: { method, path } }: Reported) =>
  path.startsWith("/room-history/") ? history : `${method} ${path.replace(/^\/season(?=\/)/, "")}`

const isSeason = ({ request: { path } }: Reported) => /^\/season\/|\/shardSeason\//.test(path)

const inputFor = (one: Reported, operation: (typeof all)[number]) => {
  const [, shard, room, tick] = /^\/room-history\/(\w+)\/(\w+)\/(\d+)\.json$/.exec(one.request.path) ?? []
  return tick === undefined ? inputOf(one, operation) : { shard, room, tick: Number(tick) }
}

const call = (one: Reported) => {
  const operation = all.find((operation) => nameOf(operation) === endpointOf(one))
  assert.isDefined(operation, one.name)
  const server = fake(() => toResponse(one))
  // A server without a default shard: the request has the shard that the call has.
  const described = Server.official(isSeason(one) ? { url: "https://screeps.com/season" } : {})
  return {
    operation,
    server,
    options: { server: described },
    send: untyped(operation, inputFor(one, operation))
  }
}

/** Keys that operations leave out: what the database's driver adds, and ids of the storage. */
const dropped = ["connection", "message", "result.ok", "terrain[]._id"]

describe("a published response of an official server", () => {
  for (const one of published) {
    const isRefusal =
      typeof one.response.body === "object" && one.response.body !== null && "error" in one.response.body
    it.effect(`${isRefusal ? "is a rejection" : "is decoded whole, without drift"}: ${one.name}`, () =>
      Effect.gen(function* () {
        const { operation, options, send, server } = call(one)
        if (isRefusal) {
          assert.strictEqual((yield* reasonOf(send, server, options))._tag, "Rejected")
          return
        }
        const output = yield* run(send, server, options)
        assert.deepStrictEqual(server.requests.map(contentOf), [recordedContent(one)])
        const found = differences(encoded(operation, output), one.response.body)
        assert.deepStrictEqual(found.changed, [])
        assert.includeMembers(dropped, [...found.dropped])
      })
    )
  }

  it("has a name that starts with its group, and an invented token", () => {
    for (const { name, request } of published) {
      assert.match(name, /^[a-z-]+\.[a-z0-9-]+/)
      assert.isUndefined(request.headers)
    }
  })
})

describe("the provenance of operations on official servers", () => {
  const latest = new Map<string, string>()
  for (const one of published.toSorted((a, b) => sourceOf(a).year - sourceOf(b).year)) {
    const { repository, year } = sourceOf(one)
    latest.set(endpointOf(one), `Official: published in ${year} (${repository}).`)
  }

  it("is published exactly where there is a published response", () => {
    assert.sameMembers(all.filter(({ provenance }) => provenance.official === "published").map(nameOf), [
      ...latest.keys()
    ])
  })

  it.each([...latest])("is stated under Source with the latest year and its repository: %s", (name, text) => {
    assert.include(comments.get(name)?.split("**Source**")[1], text)
  })
})

describe("what published responses show", () => {
  it.effect("is the short form of decorations in the seasonal world, without _id and user", () =>
    Effect.gen(function* () {
      const one = named("game.room-decorations.season")
      const { options, server } = call(one)
      const { decorations } = yield* run(
        Game.roomDecorations({ room: "W44S40", shard: "shardSeason" }),
        server,
        options
      )
      assert.deepStrictEqual(linesWithBody(server), [
        "GET /season/api/game/room-decorations?room=W44S40&shard=shardSeason"
      ])
      assert.deepStrictEqual(
        decorations.map(({ _id, active, decoration, user }) => [_id, user, active["shard"], decoration.type]),
        ["floorLandscape", "wallLandscape", "object"].map((type) => [
          undefined,
          undefined,
          "shardSeason",
          type
        ])
      )
    })
  )

  it.effect("is a version with the map tiles, resources and pictures of a season", () =>
    Effect.gen(function* () {
      const { options, server } = call(named("game.version.season"))
      const { serverData } = yield* run(Game.version(), server, options)
      assert.deepStrictEqual(
        serverData?.features?.map(({ mapUrl, name, resourceTypeNames }) => [name, mapUrl, resourceTypeNames]),
        [
          ["season9", undefined, { T: "thorium" }],
          ["map-url-replace", "https://static.example/map/", undefined],
          ["season-chronicle", undefined, undefined]
        ]
      )
      assert.hasAllKeys(serverData?.renderer, ["resources", "metadata"])
    })
  )

  it.effect("is shardX, and rooms of fights in the order of either end", () =>
    Effect.gen(function* () {
      const { options, server } = call(named("experimental.pvp.2026"))
      const shards = Pvp.shards(yield* run(Experimental.pvp({ interval: 50 }), server, options))
      const ordered = shards.map(({ rooms, shard }) => {
        const [first, second] = rooms.map(({ lastPvpTime }) => Number(lastPvpTime))
        return first === undefined || second === undefined ? [shard] : [shard, Math.sign(second - first)]
      })
      assert.deepStrictEqual(ordered, [
        ["shard0", -1],
        ["shard1", -1],
        ["shard2"],
        ["shard3", 1],
        ["shardX", -1]
      ])
    })
  )

  it.effect("are chunks of room history of 2020, 2023 and 2026 whose states have known objects only", () =>
    Effect.gen(function* () {
      const chunks = published.filter((one) => endpointOf(one) === history)
      const counts = yield* Effect.forEach(chunks, (one) => {
        const { options, send, server } = call(one)
        return Effect.map(run(send, server, options), (output) => {
          const chunk = Schema.decodeUnknownSync(RoomHistory.RoomHistory)(output)
          const states = [...RoomHistory.states(chunk)]
          const unknown = states.flatMap(({ objects }) =>
            [...objects.values()].filter(({ type }) => type === "unknown")
          )
          return [sourceOf(one).year, states.length, unknown.length]
        })
      })
      assert.deepStrictEqual(counts, [
        [2020, 100, 0],
        [2023, 100, 0],
        [2026, 7, 0]
      ])
    })
  )
})
