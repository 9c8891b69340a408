/** The recordings, and the exceptions that the replay makes for them. */
import { type RecordedServer, type Recording, recordingFiles, recordings } from "@screeps-effect/fixtures"
import { entries } from "@screeps-effect/api/Catalogue"
import { all } from "@screeps-effect/api/Endpoints"
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import { decode } from "./replay/run.ts"
import { bodies, sizes } from "./replay/bodies.ts"
import {
  classes,
  classOf,
  allRecordings,
  ofClass,
  invalidInputs,
  responseOnlyNames,
  rawOnlyNames
} from "./replay/classes.ts"
import { dropped } from "./replay/dropped.ts"
import { added, notReproducible, otherFunctions, acceptedByServersOnly } from "./replay/exceptions.ts"
import { encoded, differences, outcome, recordedToken, writtenOutcomes } from "./replay/outcomes.ts"
import { whyNotReproducible, lineOf, operationOf } from "./replay/requests.ts"

describe("an exception of the replay", () => {
  const names = new Set(allRecordings.map(({ name }) => name))

  it("exists for recordings only, and at most one per recording", () => {
    const listed = [
      ...rawOnlyNames,
      ...Object.keys(acceptedByServersOnly),
      ...invalidInputs.keys(),
      ...responseOnlyNames
    ]
    assert.lengthOf(new Set(listed), listed.length)
    const known = [...listed, ...Object.keys(bodies), ...Object.keys(otherFunctions), ...writtenOutcomes]
    assert.deepStrictEqual(
      known.filter((name) => !names.has(name)),
      []
    )
  })

  it("has the recorded size when its body is rebuilt", () => {
    for (const [name, size] of Object.entries(sizes)) {
      const recording = allRecordings.find((one) => one.name === name)
      assert.strictEqual(recording?.request.rawBody, `<${size} bytes>`, name)
      assert.lengthOf(JSON.stringify(bodies[name]?.()), size, name)
    }
  })

  it("lists an added field only when recorded requests lack it", () => {
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

  it("lists a dropped key only when an operation drops it from a recorded response", () => {
    const droppedKeys = new Map<string, Set<string>>()
    for (const recording of allRecordings) {
      const operation = operationOf(recording)
      if (operation === undefined || outcome(recording, recordedToken(recording)) !== "success") continue
      const { body } = recording.response
      const droppedNow = differences(
        encoded(operation, Result.getOrThrow(decode(operation, body))),
        body
      ).dropped
      const line = lineOf(operation)
      if (droppedNow.length > 0)
        droppedKeys.set(line, new Set([...(droppedKeys.get(line) ?? []), ...droppedNow]))
    }
    const table = (entries: Iterable<readonly [string, Iterable<string>]>) =>
      Object.fromEntries([...entries].map(([line, keys]) => [line, [...keys].toSorted()]))
    assert.deepStrictEqual(table(droppedKeys), table(Object.entries(dropped)))
  })

  it("lists exactly the requests that cannot be reproduced, with the cause", () => {
    const found = new Map<string, Array<string>>()
    for (const recording of allRecordings) {
      const cause = whyNotReproducible(recording)
      if (cause !== undefined) found.set(cause, [...(found.get(cause) ?? []), recording.name])
    }
    assert.deepStrictEqual(
      Object.fromEntries(found),
      Object.fromEntries(Object.entries(notReproducible).map(([cause, { names }]) => [cause, [...names]]))
    )
  })
})

/** The file of a recording: the group whose operation has its path, by whichever method. */
const fileOf = ({ request: { path } }: Recording): string => {
  const wanted = path.replace(/\?.*$/, "").split("/")
  const entry = entries().find(({ path }) => {
    const parts = path.split("/")
    return (
      parts.length === wanted.length &&
      parts.every((part, index) => part.startsWith("{") || part === wanted[index])
    )
  })
  return entry === undefined ? "other" : entry.group.replace(/^./, (first) => first.toLowerCase())
}

describe("recordings", () => {
  const groupOf = ({ request: { path } }: Recording) => /^\/api\/([^?]+)\/[^/]+$/.exec(path)?.[1] ?? "others"

  /** A table: classes and their counts, per group of endpoints. */
  const table = () => {
    const counts = (of: ReadonlyArray<Recording>) => [
      ...classes.map((wanted) => of.filter((one) => classOf(one) === wanted).length),
      of.length
    ]
    const groups = [...new Set(allRecordings.map(groupOf))].toSorted()
    const rows = [
      ["", ...classes, "all"],
      ...groups.map((group) => [group, ...counts(allRecordings.filter((one) => groupOf(one) === group))]),
      ["all", ...counts(allRecordings)]
    ]
    return rows
      .map(([group, ...cells]) =>
        [String(group).padEnd(20), ...cells.map((cell) => String(cell).padStart(24))].join("")
      )
      .join("\n")
  }

  it.each<RecordedServer>(["4.3.0", "xxscreeps"])(
    "of %s are in the file of their operation's group, in the order of their names",
    (server) => {
      const expected = Record.map(Arr.groupBy(recordings(server), fileOf), (group) =>
        group.map(({ name }) => name)
      )
      assert.deepStrictEqual(Object.fromEntries(recordingFiles(server)), expected)
    }
  )

  it("are in one class each, and none is missing", () => {
    const counts = classes.map((wanted) => ofClass(wanted).length)
    assert.isAtLeast(counts[0] ?? 0, 400)
    assert.strictEqual(
      counts.reduce((sum, count) => sum + count, 0),
      allRecordings.length
    )
    console.log(table())
  })

  it("contain the expected seven reasons besides successes", () => {
    const tags = new Set(
      allRecordings.map((recording) => outcome(recording, recordedToken(recording)).split(":")[0] ?? "")
    )
    assert.deepStrictEqual([...tags].toSorted(), [
      "EndpointNotFound",
      "HistoryNotFound",
      "Rejected",
      "ServerFault",
      "Unauthorized",
      "UnexpectedResponse",
      "Unreachable",
      "success"
    ])
  })

  it("contain a success for every operation with provenance recorded", () => {
    const succeeded = new Set(
      allRecordings
        .filter((recording) => outcome(recording, recordedToken(recording)) === "success")
        .map(({ request }) => lineOf(request))
    )
    const missing = all
      .filter(({ provenance }) => provenance.private === "recorded")
      .map(lineOf)
      .filter((line) => !succeeded.has(line))
    assert.deepStrictEqual(missing, [])
  })
})
