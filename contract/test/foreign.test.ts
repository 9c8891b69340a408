/** Other people's clients, from npm, see the same on the in-memory server as on the game's own, as recorded there. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { clients, recordings } from "../src/foreign/clients.ts"
import { compare, judge, recorded } from "../src/foreign/compare.ts"

const layer = Layer.suspend(() =>
  TestServer.layerHttp(ScreepsWorld.make({ evaluate: ScreepsWorld.evaluate }), { tickEvery: "50 millis" })
).pipe(
  Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
  Layer.merge(FetchHttpClient.layer)
)

describe("clients of others on the in-memory server", () => {
  it.live("see what they see on the game's own server, except for explained differences", () =>
    Effect.gen(function* () {
      const { stale, unexplained } = judge(compare(recorded(), yield* recordings))
      assert.deepStrictEqual(unexplained, [])
      assert.deepStrictEqual(stale, [])
    }).pipe(Effect.provide(layer))
  )

  it("have recordings of all their tasks", () => {
    const tasks = clients.flat().flatMap(({ name, tasks }) => tasks.map((task) => `${name}: ${task}`))
    const seen = recorded().map(({ client, task }) => `${client}: ${task}`)
    for (const task of tasks) assert.include(seen, task)
  })

  it("differ where a part is absent or added, and where a request is", () => {
    const [one] = recorded()
    assert.isDefined(one)
    const changed = { ...one, response: [...one.response.slice(1), "status: 500"] }
    const parts = compare([one], [changed]).map(({ part }) => part)
    assert.deepStrictEqual(parts, [`- ${one.response[0]}`, "+ status: 500"])
    assert.lengthOf(compare([one], []), one.response.length)
    assert.isNotEmpty(judge(compare([one], [changed])).unexplained)
  })
})
