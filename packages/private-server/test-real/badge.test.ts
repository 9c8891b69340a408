import { assert, describe, it } from "@effect/vitest"
import { differences, readPicture } from "@screeps-effect/fixtures"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Badge from "@screeps-effect/schema/Badge"
import * as BadgeSvg from "@screeps-effect/pictures/BadgeSvg"
import { UserFound } from "@screeps-effect/schema/UserFound"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { json, token } from "./http.ts"
import * as RealServer from "./support/server.ts"

interface Case {
  readonly username: string
  readonly badge: Badge.Badge
  readonly border: boolean
}

const shapes = Array.from({ length: 24 }, (_, i) => i + 1)
const params = [-100, 37, 100]
const flips = [false, true]

/** Every shape, flipped and not, with low, middle and high parameters; colours of the old palette and others. */
const cases: ReadonlyArray<Case> = shapes.flatMap((type) =>
  flips.flatMap((flip, f) =>
    params.map((param, p) => {
      const number = ((type - 1) * flips.length + f) * params.length + p
      const color2 = `#${(number * 99_991).toString(16).padStart(6, "0")}`
      return {
        username: `shape${number}`,
        badge: { type, color1: number % 80, color2, color3: (number * 7) % 80, param, flip },
        border: number % 2 === 1
      }
    })
  )
)

const svg = (url: string, username: string, border = false) =>
  Effect.promise(async (signal) => {
    const address = `${url}/api/user/badge-svg?username=${username}${border ? "&border=1" : ""}`
    const response = await fetch(address, { signal })
    return { status: response.status, text: await response.text() }
  })

/** Stores one user per badge, since the server caches a user's picture for an hour. */
const insert = (users: ReadonlyArray<{ readonly username: string; readonly badge: unknown }>) => {
  const documents = users.map(({ badge, username }) => ({
    username,
    usernameLower: username.toLowerCase(),
    badge
  }))
  return `storage.db.users.insert(${JSON.stringify(documents)}).then(() => 'stored')`
}

const Found = Schema.Struct({ user: UserFound })

describe.skipIf(inject("whyNot") !== "")("the pictures of badges", () => {
  it.layer(RealServer.layer({ tickRate: "5 minutes" }), {
    timeout: "2 minutes",
    excludeTestServices: true
  })((it) => {
    it.effect("equal the server's, for every shape, flipped and not, with every parameter", () =>
      Effect.gen(function* () {
        const { cli, url } = yield* PrivateServer.PrivateServer
        for (let first = 0; first < cases.length; first += 24) {
          assert.include(yield* cli(insert(cases.slice(first, first + 24))), "stored")
        }
        const differing = yield* Effect.forEach(
          cases,
          ({ badge, border, username }) =>
            Effect.map(svg(url, username, border), ({ text }) => ({
              badge,
              differences: differences(readPicture(BadgeSvg.render(badge, { border })), readPicture(text))
            })),
          { concurrency: 8 }
        )
        assert.lengthOf(differing, 144)
        assert.deepStrictEqual(
          differing.filter(({ differences }) => differences.length > 0),
          []
        )
      })
    )

    it.effect("show the Invader's own paths", () =>
      Effect.gen(function* () {
        const { url } = yield* PrivateServer.PrivateServer
        const { user } = yield* Effect.flatMap(
          json(`${url}/api/user/find?username=Invader`),
          Schema.decodeUnknownEffect(Found)
        )
        const { text } = yield* svg(url, "Invader")
        assert.deepStrictEqual(differences(readPicture(BadgeSvg.render(user.badge)), readPicture(text)), [])
      })
    )

    it.effect("are empty for users without a badge", () =>
      Effect.gen(function* () {
        const { cli, url } = yield* PrivateServer.PrivateServer
        yield* cli(insert([{ username: "plain", badge: undefined }]))
        assert.strictEqual((yield* svg(url, "plain")).text, BadgeSvg.render(undefined))
      })
    )

    it.effect("contain no markup from a colour, which the server accepts and shows", () =>
      Effect.gen(function* () {
        const { url } = yield* PrivateServer.PrivateServer
        const account = { username: "Mallory", email: "mallory@example.com", password: "secret" }
        yield* json(`${url}/api/register/submit`, account)
        const header = yield* Effect.flatMap(
          json(`${url}/api/auth/signin`, { email: "Mallory", password: "secret" }),
          token
        )
        const color1 = `#112233"/><script>alert(1)</script><rect fill="#112233`
        const badge = { type: 1, color1, color2: "#112233", color3: "#112233", param: 0, flip: false }
        const headers = { "X-Token": header, "X-Username": header }
        assert.include(yield* json(`${url}/api/user/badge`, { badge }, headers), { ok: 1 })
        assert.include((yield* svg(url, "Mallory")).text, "<script>")
        const { user } = yield* Effect.flatMap(
          json(`${url}/api/user/find?username=Mallory`),
          Schema.decodeUnknownEffect(Found)
        )
        assert.strictEqual(Badge.parse(user.badge)?.color1, color1)
        assert.notInclude(BadgeSvg.render(user.badge), "script")
      })
    )
  })
})
