/** Every recorded payload with one difference, read by its channel. */
import { captures, mutations, received } from "@screeps-effect/fixtures"
import type { Drift } from "@screeps-effect/schema/Decoder"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type * as Channel from "@screeps-effect/socket/Channel"
import { channelOf, eventOf, userOf } from "./support/replay.ts"

interface Payload {
  readonly channel: Channel.Channel<never>
  readonly payload: unknown
}

/** Recorded payloads by kind; of those with the same keys, only the first. */
const byKind = (): ReadonlyMap<string, ReadonlyArray<Payload>> => {
  const seen = new Set<string>()
  const kinds = new Map<string, Array<Payload>>()
  for (const name of captures()) {
    const user = userOf(name)
    for (const event of received(name).map(eventOf)) {
      if (event === undefined || event[0].startsWith("err@")) continue
      const channel = channelOf(event[0], user)
      if (channel === undefined) continue
      const shape = `${channel.kind} ${shapeOf(event[1])}`
      if (seen.has(shape)) continue
      seen.add(shape)
      const payloads = kinds.get(channel.kind) ?? []
      payloads.push({ channel, payload: event[1] })
      kinds.set(channel.kind, payloads)
    }
  }
  return kinds
}

/** Returns the keys of a value with the kinds of their values, in which ids and coordinates do not matter. */
const shapeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join("|")}]`
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  const entries = Object.entries(value).map(
    ([key, inner]) => `${/\d/.test(key) ? "id" : key}:${shapeOf(inner)}`
  )
  return `{${[...new Set(entries)].toSorted().join()}}`
}

/** An event of the console has one of two keys: without both, either may be named. */
const alternatives: ReadonlyMap<string, ReadonlyArray<string>> = new Map([["error", ["messages"]]])

describe("a recorded payload with one difference", () => {
  const kinds = byKind()
  let count = 0

  it.each([...kinds])("of %s is read, and the difference reported", (_, payloads) => {
    const wrong: Array<string> = []
    for (const { channel, payload } of payloads) {
      for (const { key, name, outcome, value } of mutations(channel.schema, payload)) {
        count++
        const drift: Array<Drift> = []
        const result = channel.decode(value, (one) => drift.push(one))
        const keys = [key, ...(alternatives.get(key) ?? [])]
        const seen = Result.isFailure(result)
          ? result.failure.some((fault) => fault.path.split(/[.[{]/).some((part) => keys.includes(part)))
            ? "failure"
            : `failure at ${JSON.stringify(result.failure)}`
          : drift.length > 0
            ? "drift"
            : "same"
        const isRight = outcome === "read" ? seen === "same" || seen === "drift" : seen === outcome
        if (!isRight) wrong.push(`${name}: ${seen} instead of ${outcome}`)
      }
    }
    assert.deepStrictEqual([...new Set(wrong)].slice(0, 10), [])
  })

  it("is one of some thousands, of all channels with recorded payloads", () => {
    assert.strictEqual(kinds.size, 16)
    assert.isAbove(count, 7000)
  })
})
