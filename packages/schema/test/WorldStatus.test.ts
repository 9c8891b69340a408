import { all, WorldStatus } from "@screeps-effect/schema/WorldStatus"
import { recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(WorldStatus)

describe("the world status of a user", () => {
  for (const name of ["empty", "normal", "lost"]) {
    it(`is recorded as ${name}`, () => {
      const { status } = recording(`user/world-status.${name}`).response.body as { readonly status: unknown }
      assert.deepStrictEqual(decode(status), Result.succeed(name))
    })
  }

  it("is one of the list `all` in every recorded response", () => {
    const recorded = recordings()
      .filter(({ name, response: { status } }) => name.startsWith("user/world-status.") && status === 200)
      .map(({ response: { body } }) => (body as { readonly status: unknown }).status)
    assert.sameMembers([...new Set(recorded)], [...all])
  })

  it("may be an unknown text, but must be text", () => {
    assert.deepStrictEqual(decode("banned"), Result.succeed("banned"))
    assert.isTrue(Result.isFailure(decode(1)))
  })
})
