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
  describe(`the in-memory server, ${group}, asked by ${who}`, () => {
    for (const name of situation.cases) {
      it.effect(`answers as in ${name}`, () =>
        Effect.gen(function* () {
          const server = makeServer(situation.options, situation.server)
          const token = yield* situation.before(server)
          const told = yield* replay(server, name, token, situation.change)
          assert.deepStrictEqual(essence(told), essence(recorded(recording(name))))
        })
      )
    }
  })
}

describe("the recorded refusals of what the in-memory server has", () => {
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

  it("are all replayed, but for those with a reason", () => {
    const missing = refusals.filter((name) => !replayed.has(name) && different[name] === undefined)
    assert.deepStrictEqual(missing, [])
  })

  it("are not replayed when they have a reason not to be", () => {
    assert.deepStrictEqual(
      Object.keys(different).filter((name) => replayed.has(name) || !refusals.includes(name)),
      []
    )
  })
})
