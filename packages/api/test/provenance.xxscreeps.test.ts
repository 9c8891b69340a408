/** What operations say about xxscreeps, as data and in their doc comments, compared with its recordings. */
import { type Recording, recordings } from "@screeps-effect/fixtures"
import { all, find } from "@screeps-effect/api/Endpoints"
import type { AnyOperation, Provenance } from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"
import { comments, nameOf } from "./support/comments.ts"

const recorded = recordings("xxscreeps")

const recordingsOf = (operation: AnyOperation) =>
  recorded.filter(({ request }) => find(request.method, request.path) === operation)

const isSuccess = ({ response: { body, status } }: Recording) => {
  const error: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined
  // The text of a success.
  return status === 200 && (error === undefined || error === "actually, it was fine")
}

const isAbsence = ({ response: { status } }: Recording) => status === 404 || status === 405

/** Endpoints that are not what their recordings alone say, and why. */
const exceptions: Readonly<Record<string, readonly [Provenance, why: string]>> = {
  "GET /api/register/check-email": ["source", "only refusals were kept"],
  "POST /api/auth/steam-ticket": ["source", "a server with a key for Steam has it"],
  "POST /api/game/check-unique-flag-name": ["source", "only refusals were kept"],
  "POST /api/register/set-username": ["source", "only refusals were kept"],
  "POST /api/user/badge": ["source", "only refusals were kept"],
  "POST /api/user/password": ["source", "only refusals were kept"]
}

/** Endpoints that the official client of 2026 calls, and that were looked for in the source only. */
const ofTheClient = Object.fromEntries(
  [
    "GET /api/auth/github/check-repo-scope",
    "GET /api/game/find-object",
    "GET /api/game/random-novice-room",
    "GET /api/seasons/access/granted",
    "GET /api/seasons/current/posts/last",
    "GET /api/seasons/replay/{code}",
    "GET /api/seasons/replay/{code}/{tick}",
    "GET /api/seasons/users/{userId}/ranks",
    "GET /api/steam/news",
    "GET /api/user/find-shared",
    "GET /api/user/github-repos",
    "GET /api/user/money-history/details",
    "POST /api/game/history-share",
    "POST /api/seasons/access/granted",
    "POST /api/user/activate-cpu-unlocks",
    "POST /api/user/activate-shard-access",
    "POST /api/user/github-repo",
    "POST /api/user/ivm"
  ].map((endpoint) => [endpoint, "read in the source: no route has the path"])
)

/** Absent endpoints without a kept recording, and why they are absent. */
const withoutRecording: Readonly<Record<string, string>> = {
  "GET /api/auth/query-token": "a recorded 404 that was not kept",
  ...ofTheClient,
  "GET /api/experimental/nukes": "a recorded 404 that was not kept",
  "GET /api/game/market/orders": "a recorded 404 that was not kept",
  "GET /api/maptool/rooms": "read in the source: no route has the path",
  "GET /api/warpath/battles": "a recorded 404 that was not kept",
  "POST /api/game/set-notify-when-attacked": "a recorded 404 that was not kept",
  "POST /api/maptool/set": "read in the source: no route has the path",
  "POST /api/servers/list": "a recorded 404 that was not kept",
  "POST /api/user/decorations/pixelize": "a recorded 404 that was not kept",
  "POST /api/user/set-steam-visible": "a recorded 404 that was not kept",
  "POST /api/user/unlink-github": "a recorded 404 that was not kept"
}

/** The provenance that an operation's recordings give it. */
const expected = (operation: AnyOperation): Provenance | "unknown" => {
  const own = recordingsOf(operation)
  const exception = exceptions[nameOf(operation)]
  if (own.some(isSuccess)) return "recorded"
  if (exception !== undefined) return exception[0]
  return own.every(isAbsence) ? "absent" : "unknown"
}

const byName = <A>(of: (operation: AnyOperation) => A) =>
  Object.fromEntries(all.map((operation) => [nameOf(operation), of(operation)]))

describe("the provenance of operations on xxscreeps", () => {
  it("agrees with the recordings", () => {
    assert.deepStrictEqual(
      byName(({ provenance }) => provenance.xxscreeps),
      byName(expected)
    )
  })

  it("has a reason where an operation has no recording", () => {
    const none = all.filter((operation) => recordingsOf(operation).length === 0)
    assert.sameMembers(none.map(nameOf), Object.keys(withoutRecording))
  })
})

const words: Readonly<Record<Provenance, string>> = {
  recorded: "recorded",
  published: "published",
  source: "read in the server's source",
  reported: "reported",
  absent: "absent"
}

describe("the doc comment of an operation", () => {
  it("is found for each operation", () => {
    assert.sameMembers([...comments.keys()], all.map(nameOf))
  })

  it.each(all.map((operation) => [nameOf(operation), operation] as const))(
    "says under Source how its behaviour on xxscreeps is known: %s",
    (name, { provenance }) => {
      const [, source = ""] = comments.get(name)?.split("**Source**") ?? []
      assert.include(source, ` xxscreeps: ${words[provenance.xxscreeps]}.`)
    }
  )
})
