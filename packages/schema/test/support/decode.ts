/** Decodes valid and invalid data and prints the results, for runs of Node with and without code generation. */
import { BranchName } from "@screeps-effect/schema/Branch"
import { CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomPosition } from "@screeps-effect/schema/RoomPosition"
import { RoomStatus } from "@screeps-effect/schema/RoomStatus"
import { TerrainDigits, TerrainSquare } from "@screeps-effect/schema/Terrain"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

let compiled = 0
const Original = globalThis.Function
globalThis.Function = new Proxy(Original, {
  construct: (target, parts: Array<string>) => {
    compiled++
    return Reflect.construct(target, parts)
  }
})

const isGenerationForbidden = () => {
  try {
    return Original("return 1")() !== 1
  } catch {
    return true
  }
}

const Response = Schema.Struct({
  ok: Schema.Literal(1),
  users: Schema.Record(Schema.String, UserBrief),
  terrain: Schema.Array(Schema.Union([TerrainSquare, TerrainDigits])),
  room: Schema.NullOr(RoomStatus)
})
const badge = { type: 3, color1: "#112233", color2: "#abcdef", color3: 12, param: 7, flip: false, extra: 1 }
const good = {
  ok: 1,
  users: { "2": { _id: "2", username: "Invader", badge, email: "a@example.com", salt: "s" } },
  terrain: [
    { room: "W1N8", x: 0, y: 0, type: "wall" },
    { room: "W1N8", terrain: "0" }
  ],
  room: { status: "normal", openTime: "5" }
}

const cases: ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, ReadonlyArray<unknown>]> = [
  [
    Response,
    [
      good,
      { ...good, ok: 0 },
      { ...good, users: { "2": { username: "Invader" } } },
      { ...good, terrain: [{ room: "W1N8" }] },
      { ...good, room: undefined },
      null,
      []
    ]
  ],
  [
    RoomPosition,
    [
      { room: "W1N1", x: 49, y: 0 },
      { room: "kitchen", x: 1, y: 1 },
      { room: "W1N1", x: 1.5, y: 50 }
    ]
  ],
  [CodeModulesInput, [{ main: "" }, { $main: "" }, { main: { binary: "AA==" } }, { main: 1 }]],
  [BranchName, ["default", "", 5]]
]

const decoders = cases.map(([schema]) => Decoder.make(schema))
const compiledBefore = compiled
const results = cases.flatMap(([, inputs], i) =>
  inputs.map((input) => {
    const decode = decoders[i]
    return decode === undefined
      ? "no decoder"
      : Result.match(decode(input), {
          onSuccess: (value) => ({ value }),
          onFailure: ({ message }) => ({ message })
        })
  })
)
const compiledAfter = compiled
Schema.decodeUnknownSync(Schema.Struct({ other: Schema.String }))({ other: "not ours" })
process.stdout.write(
  JSON.stringify({
    forbidden: isGenerationForbidden(),
    compiledBefore,
    compiledAfter,
    compiledForOthers: compiled - compiledAfter,
    results
  })
)
