// The smallest useful program of each package, which needs only the package and `effect`, with its output.
export const programs = {
  "@screeps-effect/schema": {
    code: `import { RoomName } from "@screeps-effect/schema"
import * as Result from "effect/Result"
console.log(RoomName.neighbours(Result.getOrThrow(RoomName.parse("w7n3"))).top)`,
    output: "W7N4"
  },
  "@screeps-effect/pictures": {
    code: `import { RoomPicture } from "@screeps-effect/pictures"
import { Terrain } from "@screeps-effect/schema"
const land = Terrain.fromSquares([{ x: 1, y: 1, type: "wall" }])
console.log(RoomPicture.draw(land, [], { colors: false })[1]?.slice(0, 3))`,
    output: ".#."
  },
  "@screeps-effect/api": {
    code: `import { Credentials, Game, ScreepsClient, Server } from "@screeps-effect/api"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
const layer = ScreepsClient.layerNoDeps().pipe(
  Layer.provide([Credentials.layerGuest, Server.layer(Server.privateServer("http://screeps.test")), FetchHttpClient.layer])
)
const answers: typeof fetch = () => Promise.resolve(Response.json({ ok: 1, time: 4200 }))
const program = Game.time().pipe(Effect.provide(layer), Effect.provideService(FetchHttpClient.Fetch, answers))
void Effect.runPromise(program).then(({ time }) => console.log(time))`,
    output: "4200"
  },
  "@screeps-effect/socket": {
    code: `import { Channels } from "@screeps-effect/socket"
import { Console } from "@screeps-effect/socket/workflows"
import * as Effect from "effect/Effect"
console.log(Channels.room("W7N3").kind, Effect.isEffect(Console.run("Game.time")))`,
    output: "Room true"
  },
  "@screeps-effect/testing": {
    code: `import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
const world = ScreepsWorld.make({ seed: "any" })
const program = HttpClient.get("http://screeps.test/api/version").pipe(
  Effect.map((response) => response.status),
  Effect.provide(TestServer.layer(world))
)
void Effect.runPromise(program).then((status) => console.log(status))`,
    output: "200"
  },
  "@screeps-effect/private-server": {
    code: `import { Administration, System } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
const program = System.status.pipe(Effect.provide(Administration.layerCli({ port: 1 })), Effect.flip)
void Effect.runPromise(program).then(({ reason }) => console.log(reason._tag))`,
    output: "Unreachable"
  },
  "@screeps-effect/promise": {
    code: `import { connect, ScreepsError } from "@screeps-effect/promise"
const screeps = await connect({ url: "http://screeps.test", guest: true })
globalThis.fetch = () => Promise.resolve(Response.json({ ok: 1, time: 4200 }))
const { time } = await screeps.game.time()
const error: unknown = await screeps.game.roomTerrain({ room: "W1.5N2" }).catch((reason: unknown) => reason)
console.log(time, error instanceof ScreepsError ? error.reason._tag : error)
await screeps.close()`,
    output: "4200 InvalidInput"
  },
  "@screeps-effect/world": {
    code: `import { MyRooms, Until, World } from "@screeps-effect/world"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
const key = MyRooms.keyOf({ room: "W7N3", shard: "shard3" })
console.log(key, Effect.isEffect(Until.tick(1)), Layer.isLayer(World.layerMemory))`,
    output: "shard3/W7N3 true true"
  },
  "@screeps-effect/collector": {
    code: `import { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
console.log(Collector.kinds.length, Effect.isEffect(Collector.status))`,
    output: "6 true"
  },
  "@screeps-effect/lab": {
    code: `import { CodeSyntax, Scenario } from "@screeps-effect/lab"
const [problem] = CodeSyntax.check({ main: "const a = = 1" })
console.log(problem && CodeSyntax.describe(problem), typeof Scenario.load)`,
    output: "main:1:11: SyntaxError: Unexpected token '=' function"
  },
  "@screeps-effect/mcp": {
    code: `import { ScreepsToolkit, TokenBudget } from "@screeps-effect/mcp"
console.log("look_at_room" in ScreepsToolkit.toolkit.tools, TokenBudget.TokenBudget.defaultValue())`,
    output: "true 4000"
  },
  "@screeps-effect/stats": {
    code: `import { Dashboards, Metrics, Stats } from "@screeps-effect/stats"
console.log(Metrics.definitions.screeps_credits.unit, Dashboards.colony.uid, typeof Stats.make)`,
    output: "credits screeps-colony function"
  },
  "@screeps-effect/rollup-plugin": {
    code: `import { screeps } from "@screeps-effect/rollup-plugin"
const { name, writeBundle } = screeps({ dryRun: true })
const context = { meta: { watchMode: true }, warn: (text: string) => console.log(name, text), error: (text: string): never => { throw new Error(text) } }
void writeBundle.call(context, { format: "es" }, {})`,
    output:
      'screeps The code was not uploaded: the format of the bundle is es, and the game runs CommonJS: set output.format to "cjs"'
  }
}
