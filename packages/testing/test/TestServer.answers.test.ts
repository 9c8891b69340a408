import * as Endpoints from "@screeps-effect/api/Endpoints"
import { allReported, type Recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groups } from "./groups/index.ts"
import type { Group, Successes } from "./support/group.ts"
import { known } from "./support/known.ts"
import { recorded } from "./support/server.ts"

/** Names of shards and rooms, identities of users and decorations: keys that mean the same whatever they are. */
const isIdentity = (key: string) => /^(shard\w+|[WE]\d+[NS]\d+|[23]|[0-9a-f]{15}|[0-9a-f]{24}|d1)$/.test(key)

/** Keys of a value, of lists their items', as paths; the keys of code are the players' own. */
const paths = (value: unknown, at = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${at}[]`))
  if (typeof value !== "object" || value === null || at === "modules") return [at]
  const keys = Object.entries(value).flatMap(([name, child]) => {
    const key = isIdentity(name) ? "*" : name
    return paths(child, at === "" ? key : `${at}.${key}`)
  })
  return at === "" ? keys : [at, ...keys]
}

const plainName = ({ request: { method, path } }: Recording) =>
  `${method} ${Endpoints.find(method, path)?.path ?? path}`

const isSuccess = ({ response: { body, status } }: Recording) =>
  status === 200 && !(typeof body === "object" && body !== null && "error" in body)

/** What the recordings of an operation have and its schema names. */
const named = (recordings: ReadonlyArray<Recording>) =>
  Effect.gen(function* () {
    const keys = new Set<string>()
    for (const { request, response } of recordings) {
      const operation = Endpoints.find(request.method, request.path)
      assert.isDefined(operation)
      const codec = operation.output as Schema.Codec<unknown, unknown>
      const decoded = yield* Schema.decodeUnknownEffect(codec)(response.body)
      for (const path of paths(yield* Schema.encodeUnknownEffect(codec)(decoded))) keys.add(path)
    }
    return keys
  })

type Compared = Pick<Group, "asked" | "form" | "aside" | "lacks">

/** Compares a group's successes with what others say they look like. */
const compare = (who: string, group: Compared, samples: ReadonlyArray<Recording>, withHeaders: boolean) => {
  const answers = Effect.runSync(Effect.cached(group.asked))
  const nameOf = (recording: Recording) => group.form?.(recording) ?? plainName(recording)
  const compared = samples.filter(({ name }) => group.aside?.[name] === undefined)
  const told = (name: string): Effect.Effect<Successes[string]> =>
    Effect.map(answers, (all) => {
      const one = all[name]
      assert.isDefined(one, `the fake is not asked for ${name}`)
      return one
    })
  for (const name of new Set(compared.map(nameOf))) {
    const own = compared.filter((recording) => nameOf(recording) === name)

    it.effect(`of ${name} has every key that ${who} and is named, but for those with a reason`, () =>
      Effect.gen(function* () {
        const has = new Set(paths((yield* told(name)).body))
        const missing = [...(yield* named(own))].filter((key) => !has.has(key))
        assert.deepStrictEqual(missing.toSorted(), Object.keys(group.lacks?.[name] ?? {}).toSorted())
      })
    )
    if (!withHeaders) continue
    it.effect(`of ${name} has the recorded status, content type and header with a token`, () =>
      Effect.gen(function* () {
        const { kind, status, token } = yield* told(name)
        for (const recording of own) {
          const then = recorded(recording)
          assert.deepStrictEqual(
            [status, kind, token !== null],
            [then.status, then.kind, then.token !== null],
            recording.name
          )
        }
      })
    )
  }
}

const ofGroup = ({ operations }: Group, samples: ReadonlyArray<Recording>) =>
  samples.filter(
    (sample) =>
      isSuccess(sample) && operations.some(({ method, path }) => plainName(sample) === `${method} ${path}`)
  )

for (const [name, group] of Object.entries(groups)) {
  describe(`a success of the in-memory server, ${name},`, () => {
    compare("was recorded", group, ofGroup(group, recordings()), true)

    it.effect("is compared of everything that the group answers", () =>
      Effect.gen(function* () {
        const asked = new Set(Object.keys(yield* group.asked).map((name) => name.split(" as ")[0]))
        const operations = group.operations.filter(
          ({ provenance: evidence }) => evidence.private !== "absent"
        )
        assert.sameMembers(
          [...asked],
          operations.map(({ method, path }) => `${method} ${path}`)
        )
      })
    )
  })
  const { official } = group
  if (official === undefined) continue
  describe(`a success of the in-memory server that speaks as official ones, ${name},`, () => {
    compare("is reported", official, ofGroup(group, allReported()), false)

    it.effect("is compared of everything that the group answers", () =>
      Effect.gen(function* () {
        const asked = new Set(Object.keys(yield* official.asked).map((name) => name.split(" as ")[0]))
        const operations = group.operations.filter(
          ({ provenance: evidence }) => evidence.official !== "absent"
        )
        assert.sameMembers(
          [...asked],
          operations.map(({ method, path }) => `${method} ${path}`)
        )
      })
    )
  })
}

describe("the successes of the in-memory server", () => {
  it("are compared of everything that it answers", () => {
    const compared = Object.values(groups).flatMap(({ operations }) =>
      operations.map(({ method, path }) => `${method} ${path}`)
    )
    assert.deepStrictEqual(
      // A family of paths is another form of an operation, and compared with it.
      known.filter((name) => !compared.includes(name) && !name.endsWith("*")),
      []
    )
  })
})
