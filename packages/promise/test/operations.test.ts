/** Every operation is a method: its requests and errors are those of the operation itself. */
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as operations from "@screeps-effect/api/operations"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { isOperation } from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { ScreepsError } from "../src/index.ts"
import { connectSample } from "./support/connect.ts"

const lowerFirst = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)

const members = Object.entries(operations).flatMap(([group, module]) =>
  Object.entries<unknown>(module).flatMap(([name, operation]) =>
    isOperation(operation) ? [{ group: lowerFirst(group), name, operation }] : []
  )
)

it("has a method for every operation", () => {
  assert.sameMembers(
    members.map(({ operation }) => operation),
    [...Endpoints.all]
  )
})

describe("a method", () => {
  it("rejects input that the operation rejects, and names the operation", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    const groups: Readonly<Record<string, unknown>> = { ...screeps }
    let rejected = 0
    for (const { group, name, operation } of members) {
      const input = { room: 5, surprise: true }
      if (
        Result.getOrUndefined(Result.flip(operation.request(input, screeps.server)))?._tag !== "InvalidInput"
      )
        continue
      const call: unknown = Reflect.get(Object(groups[group]), name)
      assert.isFunction(call, `${group}.${name}`)
      const error: unknown = await Reflect.apply(call as Function, undefined, [input]).then(
        () => undefined,
        (reason: unknown) => reason
      )
      assert.instanceOf(error, ScreepsError)
      assert.strictEqual(error.operation, `${operation.method} ${operation.path}`)
      assert.strictEqual(error.reason._tag, "InvalidInput")
      rejected += 1
    }
    assert.isAbove(rejected, 80)
  })

  it("returns what the operation returns", async () => {
    await using sample = await connectSample()
    const { screeps } = sample
    assert.deepStrictEqual(await screeps.game.time(), { ok: 1, time: 1000 })
    assert.strictEqual((await screeps.auth.me()).username, "bob")
    const terrain = await screeps.game.terrain({ room: "W7N3" })
    assert.strictEqual(Terrain.encode(terrain).length, 2500)
  })
})
