/** What is recorded, and what of it the replay treats as an exception. */
import type { Recording } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decode } from "./replay/asking.ts"
import { bodies, sizes } from "./replay/bodies.ts"
import { classes, classOf, everything, ofClass, refusals, silent, unsaid } from "./replay/classes.ts"
import { dropped } from "./replay/dropped.ts"
import { added, beyond, otherDoors, untypable } from "./replay/exceptions.ts"
import { encoded, losses, outcome, recordedToken, written } from "./replay/outcomes.ts"
import { beyondWords, lineOf, operationOf } from "./replay/requests.ts"

describe("an exception", () => {
  const names = new Set(everything.map(({ name }) => name))

  it("is there for a recording, and for each once", () => {
    const listed = [...unsaid, ...Object.keys(untypable), ...refusals.keys(), ...silent]
    assert.lengthOf(new Set(listed), listed.length)
    const known = [...listed, ...Object.keys(bodies), ...Object.keys(otherDoors), ...written]
    assert.deepStrictEqual(
      known.filter((name) => !names.has(name)),
      []
    )
  })

  it("has the size that was recorded where its body is built again", () => {
    for (const [name, size] of Object.entries(sizes)) {
      const recording = everything.find((one) => one.name === name)
      assert.strictEqual(recording?.request.rawBody, `<${size} bytes>`, name)
      assert.lengthOf(JSON.stringify(bodies[name]?.()), size, name)
    }
  })

  it("is needed: recorded requests lack each field that their operation adds", () => {
    for (const [line, { query }] of Object.entries(added)) {
      const recorded = ofClass("by its operation").filter(({ request }) => lineOf(request) === line)
      for (const field of Object.keys(query)) {
        assert.isTrue(
          recorded.some(({ request }) => request.query?.[field] === undefined),
          `${line} ${field}`
        )
      }
    }
  })

  it("of the keys that operations drop is dropped from a recorded answer", () => {
    const seen = new Map<string, Set<string>>()
    for (const recording of everything) {
      const operation = operationOf(recording)
      if (operation === undefined || outcome(recording, recordedToken(recording)) !== "answer") continue
      const { body } = recording.response
      const lost = losses(encoded(operation, Result.getOrThrow(decode(operation, body))), body).dropped
      const line = lineOf(operation)
      if (lost.length > 0) seen.set(line, new Set([...(seen.get(line) ?? []), ...lost]))
    }
    const table = (entries: Iterable<readonly [string, Iterable<string>]>) =>
      Object.fromEntries([...entries].map(([line, keys]) => [line, [...keys].toSorted()]))
    assert.deepStrictEqual(table(seen), table(Object.entries(dropped)))
  })

  it("is beyond words for what is in its way, and nothing else is", () => {
    const found = new Map<string, Array<string>>()
    for (const recording of everything) {
      const what = beyondWords(recording)
      if (what !== undefined) found.set(what, [...(found.get(what) ?? []), recording.name])
    }
    assert.deepStrictEqual(
      Object.fromEntries(found),
      Object.fromEntries(Object.entries(beyond).map(([what, { names }]) => [what, [...names]]))
    )
  })
})

describe("the recordings", () => {
  const groupOf = ({ request: { path } }: Recording) => /^\/api\/([^?]+)\/[^/]+$/.exec(path)?.[1] ?? "others"

  /** A table: classes and their counts, per group of endpoints. */
  const table = () => {
    const counts = (of: ReadonlyArray<Recording>) => [
      ...classes.map((wanted) => of.filter((one) => classOf(one) === wanted).length),
      of.length
    ]
    const groups = [...new Set(everything.map(groupOf))].toSorted()
    const rows = [
      ["", ...classes, "all"],
      ...groups.map((group) => [group, ...counts(everything.filter((one) => groupOf(one) === group))]),
      ["all", ...counts(everything)]
    ]
    return rows
      .map(([group, ...cells]) =>
        [String(group).padEnd(20), ...cells.map((cell) => String(cell).padStart(24))].join("")
      )
      .join("\n")
  }

  it("are in one class each, and none is left out", () => {
    const counts = classes.map((wanted) => ofClass(wanted).length)
    assert.isAtLeast(counts[0] ?? 0, 400)
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      everything.length
    )
    console.log(table())
  })

  it("hold eight reasons besides answers", () => {
    const tags = new Set(
      everything.map((recording) => outcome(recording, recordedToken(recording)).split(":")[0] ?? "")
    )
    assert.deepStrictEqual([...tags].toSorted(), [
      "EndpointNotFound",
      "HistoryNotFound",
      "Rejected",
      "ServerFault",
      "Unauthorized",
      "UnexpectedResponse",
      "Unreachable",
      "answer"
    ])
  })

  it("hold an answer for every operation that is called recorded", () => {
    const answered = new Set(
      everything
        .filter((recording) => outcome(recording, recordedToken(recording)) === "answer")
        .map(({ request }) => lineOf(request))
    )
    const missing = all
      .filter(({ provenance: evidence }) => evidence.private === "recorded")
      .map(lineOf)
      .filter((line) => !answered.has(line))
    assert.deepStrictEqual(missing, [])
  })
})
