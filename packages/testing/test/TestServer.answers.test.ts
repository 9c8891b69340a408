import * as Endpoints from "@screeps-effect/api/Endpoints"
import { allReported, type Recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { groups } from "./groups/index.ts"
import type { Group, Successes } from "./support/group.ts"
import { known } from "./support/known.ts"
import { recorded } from "./support/server.ts"

/** Whether a key is a shard, a room, or the id of a user or decoration, which differ between worlds. */
const isIdentity = (key: string) => /^(shard\w+|[WE]\d+[NS]\d+|[23]|[0-9a-f]{15}|[0-9a-f]{24}|d1)$/.test(key)

/** Returns the paths of keys in a value and in items of lists; the keys of code belong to the players. */
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

/** Returns the keys that an operation's recordings have and its schema names. */
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

type Compared = Pick<Group, "successes" | "form" | "aside" | "lacks">

/** Compares a group's successes with recordings or reports. */
const compare = (who: string, group: Compared, samples: ReadonlyArray<Recording>, withHeaders: boolean) => {
  const answers = Effect.runSync(Effect.cached(group.successes))
  const nameOf = (recording: Recording) => group.form?.(recording) ?? plainName(recording)
  const compared = samples.filter(({ name }) => group.aside?.[name] === undefined)
  const success = (name: string): Effect.Effect<Successes[string]> =>
    Effect.map(answers, (all) => {
      const one = all[name]
      assert.isDefined(one, `the in-memory server is not called for ${name}`)
      return one
    })
  for (const name of new Set(compared.map(nameOf))) {
    const own = compared.filter((recording) => nameOf(recording) === name)

    it.effect(`of ${name} has every key that ${who} and is in the schema, except those with a reason`, () =>
      Effect.gen(function* () {
        const has = new Set(paths((yield* success(name)).body))
        const missing = [...(yield* named(own))].filter((key) => !has.has(key))
        assert.deepStrictEqual(missing.toSorted(), Object.keys(group.lacks?.[name] ?? {}).toSorted())
      })
    )
    if (!withHeaders) continue
    it.effect(`of ${name} has the recorded status, content type and token header`, () =>
      Effect.gen(function* () {
        const { kind, status, token } = yield* success(name)
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
  describe(`a successful response of TestServer (${name})`, () => {
    compare("was recorded", group, ofGroup(group, recordings()), true)

    it.effect("is compared for every operation of the group", () =>
      Effect.gen(function* () {
        const successes = new Set(Object.keys(yield* group.successes).map((name) => name.split(" as ")[0]))
        const operations = group.operations.filter(
          ({ provenance: evidence }) => evidence.private !== "absent"
        )
        assert.sameMembers(
          [...successes],
          operations.map(({ method, path }) => `${method} ${path}`)
        )
      })
    )
  })
  const { official } = group
  if (official === undefined) continue
  describe(`a successful response of an official TestServer (${name})`, () => {
    compare("is reported", official, ofGroup(group, allReported()), false)

    it.effect("is compared for every operation of the group", () =>
      Effect.gen(function* () {
        const successes = new Set(Object.keys(yield* official.successes).map((name) => name.split(" as ")[0]))
        const operations = group.operations.filter(
          ({ provenance: evidence }) => evidence.official !== "absent"
        )
        assert.sameMembers(
          [...successes],
          operations.map(({ method, path }) => `${method} ${path}`)
        )
      })
    )
  })
}

describe("the successful responses of TestServer", () => {
  it("are compared for every known request", () => {
    const compared = Object.values(groups).flatMap(({ operations }) =>
      operations.map(({ method, path }) => `${method} ${path}`)
    )
    assert.deepStrictEqual(
      // A prefix route is another form of an operation, and compared with it.
      known.filter((name) => !compared.includes(name) && !name.endsWith("*")),
      // Pages of the auth mod, which are no operations.
      [
        ...["steam", "steam/return", "github", "github/return", "gitlab", "gitlab/return"].map(
          (name) => `GET /api/auth/${name}`
        ),
        "GET /authmod",
        "GET /authmod/password"
      ]
    )
  })
})
