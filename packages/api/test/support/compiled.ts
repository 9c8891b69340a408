/**
 * Compares compiled schemas with Effect's interpreter and prints what differs, for runs of Node with and without code
 * generation: all operations, with recorded responses and generated inputs, each also with one difference.
 */
import { mutations, recordings } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isDeepStrictEqual } from "node:util"

const differences: Array<string> = []
const counts = { responses: 0, rejectedResponses: 0, inputs: 0, rejectedInputs: 0 }

/** Returns a result as data that can be compared; the text of an error, and what `Redacted` hides. */
const comparable = (result: Result.Result<unknown, Schema.SchemaError>): unknown =>
  Result.match(result, {
    onSuccess: (value) => ({ value, hidden: hiddenIn(value) }),
    onFailure: ({ message }) => ({ message })
  })

const hiddenIn = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (typeof value !== "object" || value === null) return undefined
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hiddenIn(inner)]))
}

const compare = (
  name: string,
  compiled: Result.Result<unknown, Schema.SchemaError>,
  interpreted: Result.Result<unknown, Schema.SchemaError>
) => {
  if (!isDeepStrictEqual(comparable(compiled), comparable(interpreted))) differences.push(name)
  return Result.isFailure(interpreted) ? 1 : 0
}

const replaced = [
  "",
  "foreign",
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  null,
  undefined,
  [],
  [1],
  {},
  { a: 1 },
  Symbol("a")
]

/** Lists an input with one difference each: keys removed, replaced and added. */
const changesOf = (input: object): ReadonlyArray<unknown> => [
  ...Object.keys(input).flatMap((key) => [
    Object.fromEntries(Object.entries(input).filter(([name]) => name !== key)),
    ...replaced.map((value) => ({ ...input, [key]: value }))
  ]),
  { ...input, aKeyThatNobodyKnows: 1 },
  { ...input, [Symbol("a")]: 1 },
  Object.assign(Object.create({ inherited: 1 }), input),
  new Map(Object.entries(input)),
  Object.values(input),
  null
]

const allRecordings = recordings()

for (const { input, method, output, path } of all) {
  const name = `${method} ${path}`
  // Schemas of operations have neither services nor effects.
  const outputSchema = output as Schema.Codec<unknown, unknown>
  const inputSchema = input as Schema.Codec<object, unknown>
  const decode = Decoder.make(outputSchema)
  const interpret = Schema.decodeUnknownResult(outputSchema)
  const recorded = allRecordings.flatMap(({ request, response: { body } }) =>
    request.method === method && request.path === path ? [body] : []
  )
  const [valid] = recorded.filter((body) => Result.isSuccess(interpret(body)))
  for (const whole of recorded) {
    const changes = whole === valid ? mutations(output, whole).map(({ value }) => value) : []
    for (const body of [whole, ...changes]) {
      counts.responses++
      counts.rejectedResponses += compare(`output of ${name}`, decode(body), interpret(body))
    }
  }

  const encode = Decoder.encoder(inputSchema)
  const interpretInput = Schema.encodeUnknownResult(inputSchema, { onExcessProperty: "error" })
  const inputs = await Effect.runPromise(
    Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(inputSchema)), { count: 2, seed: name })
  )
  for (const one of inputs.flatMap((whole) => [whole, ...changesOf(whole)])) {
    counts.inputs++
    counts.rejectedInputs += compare(`input of ${name}`, encode(one), interpretInput(one))
  }
}

process.stdout.write(JSON.stringify({ ...counts, differences: [...new Set(differences)] }))
