import { recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { groups } from "./groups/index.ts"
import { known } from "./support/known.ts"
import { essence, makeServer, recorded, replay } from "./support/server.ts"

const situations = Object.entries(groups).flatMap(([group, { situations }]) =>
  Object.entries(situations ?? {}).map(([who, situation]) => ({ group, who, situation }))
)

for (const { group, situation, who } of situations) {
  describe(`TestServer (${group}) for ${who}`, () => {
    for (const name of situation.cases) {
      it.effect(`responds as recorded in ${name}`, () =>
        Effect.gen(function* () {
          const server = makeServer(situation.options, situation.server)
          const token = yield* situation.before(server)
          const response = yield* replay(server, name, token, situation.change)
          assert.deepStrictEqual(essence(response), essence(recorded(recording(name))))
        })
      )
    }
  })
}

describe("the recorded rejections of TestServer's endpoints", () => {
  const different = Object.assign({}, ...Object.values(groups).map((group) => group.different)) as Record<
    string,
    string
  >
  const replayed = new Set(situations.flatMap(({ situation }) => situation.cases))
  const paths = new Set(known.map((operation) => operation.split(" ")[1]))
  const refusals = recordings()
    .filter(({ request, response: { body, status } }) => {
      const refused =
        status === 0 || status >= 400 || (body as { readonly error?: unknown } | null)?.error !== undefined
      return refused && (paths.has(request.path) || request.path.startsWith("/room-history/"))
    })
    .map(({ name }) => name)

  it("are all replayed, except those with a reason", () => {
    const missing = refusals.filter((name) => !replayed.has(name) && different[name] === undefined)
    assert.deepStrictEqual(missing, [])
  })

  it("are not replayed if they have a reason not to be", () => {
    assert.deepStrictEqual(
      Object.keys(different).filter((name) => replayed.has(name) || !refusals.includes(name)),
      []
    )
  })
})
