/** Reading the numbers of an account: values, gaps, failures. */
import * as Graphite from "@screeps-effect/stats/Graphite"
import * as JsonLines from "@screeps-effect/stats/JsonLines"
import * as Prometheus from "@screeps-effect/stats/Prometheus"
import { Faults, SampleWorld, ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { type Sample, sample } from "../src/reading/samples.ts"
import * as Secrets from "../src/reading/secrets.ts"
import { memory, onWorld, start, valueOf } from "./support/sample.ts"
import { pass } from "./support/time.ts"

describe("a server that repeats secrets, or lists without end", () => {
  const { password } = SampleWorld.account

  /** Changes the JSON of responses; `token` is the one in the request. */
  const edit = (change: (body: Record<string, unknown>, token: string) => Record<string, unknown>) =>
    Faults.fault("edited", (response, request) =>
      Effect.flatMap(response, (original) =>
        Effect.promise(async () => {
          const body: Record<string, unknown> = await original.json()
          const edited = change(body, request.headers.get("x-token") ?? "no token")
          return Response.json(edited, { headers: original.headers })
        })
      )
    )

  it.effect("never has a secret in a label, in any output, and what is left out is counted", () =>
    onWorld((script) =>
      Effect.gen(function* () {
        const seen = new Set<string>([password, btoa(password)])
        const keys = (token: string) => {
          seen.add(token)
          return { [token]: 1, [`a ${password}`]: 2, [btoa(password)]: 3, ["x".repeat(300)]: 4, fine: 5 }
        }
        const me = edit((body, token) => ({ ...body, cpuShard: keys(token) }))
        yield* Faults.next("/api/auth/me", me, Infinity)
        const statistics = edit((body, token) => ({ ...body, stats: keys(token) }))
        yield* Faults.next("/api/user/stats", statistics, Infinity)
        script.memory = {
          stats: JSON.stringify({ [password]: { b: 1 }, [btoa(password)]: 2, c: 3, W7N3: 4 })
        }
        yield* start()
        yield* pass("3 minutes")
        const outputs = [
          yield* Prometheus.text,
          (yield* Graphite.lines()).join(""),
          (yield* Graphite.lines({ format: "tags" })).join(""),
          (yield* JsonLines.lines).join("")
        ]
        assert.isAbove(seen.size, 3)
        for (const output of outputs) {
          for (const secret of seen) assert.isFalse(output.includes(secret), secret)
          assert.include(output, "fine")
        }
        assert.strictEqual(yield* memory("stats.c"), 3)
        const dropped = (source: string, labels = {}) =>
          valueOf("screeps_stats_dropped_values", { source, ...labels })
        assert.strictEqual(yield* dropped("account"), 4)
        assert.strictEqual(yield* dropped("statistics"), 4)
        assert.strictEqual(yield* dropped("memory", { item: "stats" }), 2)
      })
    )
  )

  it.effect("keeps names that the configuration or the game has, even if they are a password", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "power" }] })
      const services = yield* Layer.build(TestServer.layerScreeps(world))
      const { withoutSecrets } = Secrets.make([services])
      const kept = (source: Parameters<typeof withoutSecrets>[0], samples: ReadonlyArray<Sample>) =>
        withoutSecrets(source, samples).map(({ labels }) => Object.values(labels).join(" "))
      const room = { shard: undefined, room: "W7N3", structure: "powerSpawn" }
      assert.deepStrictEqual(
        kept({ source: "room" }, [
          ...sample("screeps_room_stored", { ...room, resource: "power" }, 1),
          ...sample("screeps_room_stored", { ...room, resource: "powers" }, 2),
          ...sample("screeps_statistic", { statistic: "power" }, 3),
          ...sample("screeps_leaderboard_place", { mode: "power" }, 4)
        ]),
        [" W7N3 powerSpawn power", "power"]
      )
      const labels = { shard: "power", room: undefined }
      assert.deepStrictEqual(
        kept({ source: "memory", shard: "power", item: "power" }, [
          ...sample("screeps_memory_value", { ...labels, path: "power.a" }, 1),
          ...sample("screeps_memory_value", { ...labels, path: "power.powers" }, 2)
        ]),
        ["power  power.a"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("has 200 rooms watched at most, the same ones in another order, and none that are lost", () =>
    onWorld(() =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        const logger = Logger.make(({ message }) => void logged.push(String(message)))
        const many = Array.from({ length: 1000 }, (_, i) => `W${i % 50}N${Math.floor(i / 50)}`)
        let rooms = many
        const lists = edit((body) => ({ ...body, rooms }))
        yield* Faults.next("/api/user/rooms", lists, Infinity)
        yield* Effect.gen(function* () {
          const stats = yield* start({ memory: [] })
          const watched = Effect.map(stats.status, (all) =>
            all.flatMap(({ room, source }) => (source === "room" && room !== undefined ? [room] : []))
          )
          yield* pass("10 seconds")
          const before = yield* watched
          assert.deepStrictEqual(before.toSorted(), many.slice(0, 200).toSorted())
          assert.strictEqual(yield* valueOf("screeps_rooms"), 1000)
          assert.strictEqual(yield* valueOf("screeps_stats_dropped_values", { source: "rooms" }), 1)
          rooms = many.toReversed()
          yield* pass("5 minutes")
          assert.deepStrictEqual((yield* watched).toSorted(), before.toSorted())
          rooms = [SampleWorld.room]
          yield* pass("5 minutes")
          assert.deepStrictEqual(yield* watched, [SampleWorld.room])
        }).pipe(Effect.provide(Logger.layer([logger])))
        assert.deepStrictEqual(
          logged.filter((line) => line.includes("watched")),
          ["1000 rooms are listed, of which 200 are watched"]
        )
      })
    )
  )
})
