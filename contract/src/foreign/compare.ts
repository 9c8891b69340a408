/** Compares what clients saw on two servers. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import type { Recording } from "./clients.ts"

const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8")

/** A known difference, and its reason: `request` and `part` are regular expressions. */
const Known = Schema.Struct({
  client: Schema.String,
  task: Schema.String,
  request: Schema.String,
  part: Schema.String,
  why: Schema.String
})
type Known = typeof Known.Type

/** The known differences between the in-memory server and the game's own. */
const known = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Known)))(read("differences.json"))

const Recordings = Schema.fromJsonString(
  Schema.Struct({
    client: Schema.String,
    task: Schema.String,
    request: Schema.String,
    response: Schema.Array(Schema.String)
  })
)

/** Where what the clients saw on the game's own server is kept. */
export const recordedFile = join(import.meta.dirname, "recorded.jsonl")

/** What the clients saw on the game's own server 4.3.0. */
export const recorded = (): ReadonlyArray<Recording> =>
  read("recorded.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Schema.decodeUnknownSync(Recordings)(line))

/** Recordings as lines of a file. */
export const toLines = (recordings: ReadonlyArray<Recording>): string =>
  recordings.map((recording) => `${JSON.stringify(recording)}\n`).join("")

/** A part that one server's response has, and the other one's lacks. */
export interface Difference extends Omit<Recording, "response"> {
  readonly part: string
}

const keyOf = ({ client, request, task }: Recording) => JSON.stringify([client, task, request])

/** Lists the parts that only one of two servers responded with: `+` for the second one, `-` for the first one. */
export const compare = (
  first: ReadonlyArray<Recording>,
  second: ReadonlyArray<Recording>
): ReadonlyArray<Difference> => {
  const [left, right] = [first, second].map((all) => new Map(all.map((one) => [keyOf(one), one])))
  const keys = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])
  return [...keys].flatMap((key) => {
    const [one, other] = [left?.get(key), right?.get(key)]
    const { client = "", request = "", task = "" } = one ?? other ?? {}
    const parts = (mine: Recording | undefined, theirs: Recording | undefined, sign: string) =>
      (mine?.response ?? ["the request"])
        .filter((part) => mine !== undefined && theirs?.response.includes(part) !== true)
        .map((part) => ({ client, task, request, part: `${sign} ${part}` }))
    return [...parts(one, other, "-"), ...parts(other, one, "+")]
  })
}

const covers = (one: Known, difference: Difference) =>
  (["client", "task", "request", "part"] as const).every((key) => new RegExp(one[key]).test(difference[key]))

/** Returns differences without a reason, and reasons without a difference. */
export const judge = (differences: ReadonlyArray<Difference>) => ({
  unexplained: differences.filter((difference) => !known.some((one) => covers(one, difference))),
  stale: known.filter((one) => !differences.some((difference) => covers(one, difference)))
})
