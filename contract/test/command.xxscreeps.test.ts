/** The program on the independent server xxscreeps, in memory. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Strictness } from "@screeps-effect/api/ScreepsClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { folder } from "../../packages/cli/test/support/inside.ts"
import { parsed, screeps, serve, until } from "../../packages/cli/test/support/live.ts"
import * as Xxscreeps from "../src/xxscreeps/Xxscreeps.ts"

const world = serve((sample) => Xxscreeps.layerHttp(sample, { tickEvery: "100 millis" }))
/** This server leaves out parts that the game's own server sends. */
const tolerantly = Effect.provideService(Strictness, "tolerant")

describe("screeps on xxscreeps", () => {
  it.live("signs in, and prints who the account is", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(["whoami", "--json"])
      const [who] = parsed(out)
      assert.deepStrictEqual([status, err], [0, ""])
      assert.deepInclude(who, { username: "bob", access: "full" })
    }).pipe(Effect.provide(world), tolerantly)
  )

  it.live("uploads code to a new branch, and nothing the second time", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dir = yield* folder
      yield* fs.writeFileString(`${dir}/main.js`, "exports.loop = () => {}\n")
      yield* fs.writeFile(`${dir}/fast.wasm`, new Uint8Array([0, 97, 115, 109]))
      const pushed = yield* screeps(["code", "push", dir, "--branch", "next", "--activate"])
      assert.deepStrictEqual(
        [pushed.status, pushed.out, pushed.err],
        [0, "+ fast\n+ main\nnext (--branch, new): uploaded, activated", ""]
      )
      const again = yield* screeps(["code", "push", dir, "--branch", "next"])
      assert.deepStrictEqual([again.status, again.out], [0, "next (--branch): unchanged"])
      const branches = yield* screeps(["code", "branches"])
      assert.include(branches.out, "main")
      const missing = yield* screeps(["code", "pull", dir, "--branch", "nowhere"])
      assert.deepStrictEqual([missing.status, missing.err], [1, "screeps: branch nowhere does not exist"])
    }).pipe(Effect.provide(Layer.merge(world, NodeFileSystem.layer)), tolerantly)
  )

  it.live("prints the states of a room as lines of JSON", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(["watch", "W7N3", "--ticks", "3"])
      const [first, second, third] = parsed(out)
      assert.deepStrictEqual([status, err], [0, ""])
      assert.strictEqual(first?.["room"], "W7N3")
      assert.strictEqual(Number(third?.["tick"]), Number(second?.["tick"]) + 1)
      assert.include(JSON.stringify(second?.["objects"]), '"name":"Upgrader')
    }).pipe(Effect.provide(world), tolerantly)
  )

  it.live("runs an expression, and prints its result", () =>
    Effect.gen(function* () {
      const { err, out, status } = yield* screeps(["console", "-e", "6 * 7"])
      assert.deepStrictEqual([status, out, err], [0, "42", ""])
    }).pipe(Effect.provide(world), tolerantly)
  )

  it.live("prints console output until it is interrupted", () =>
    Effect.gen(function* () {
      const { out } = yield* until(["console", "--follow", "--json"], ({ out }) => out !== "")
      assert.match(out.split("\n")[0] ?? "", /^\{"kind":"log","text":"tick \d+0: all is well"\}$/)
    }).pipe(Effect.provide(world), tolerantly)
  )

  it.live("finds no drift that this server does not explain", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(["doctor", "--json"])
      const Report = Schema.Struct({
        operations: Schema.Array(Schema.Struct({ outcome: Schema.String, operation: Schema.String }))
      })
      const { operations } = Schema.decodeUnknownSync(Report)(parsed(out)[0])
      const differing = operations.filter(({ outcome }) => outcome === "drift" || outcome === "failed")
      assert.isAbove(operations.length, 50)
      assert.deepStrictEqual(differing, [])
    }).pipe(Effect.provide(world), tolerantly)
  )
})
