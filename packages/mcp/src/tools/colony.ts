/** Tools that build: the first spawn, construction sites. */
import * as Construction from "@screeps-effect/api/Construction"
import * as Game from "@screeps-effect/api/Game"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as Other from "@screeps-effect/schema/Other"
import * as StructureType from "@screeps-effect/schema/StructureType"
import * as DbInsert from "@screeps-effect/schema/DbInsert"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { checkConsent } from "../Access.ts"
import { listed } from "./answers.ts"
import { define, documented } from "./define.ts"
import { shard } from "./rooms.ts"
import { answer, meant, own } from "./text.ts"

const coordinate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 49 }))
const room = documented(RoomName, Construction.create, "room")
const x = documented(coordinate, Construction.create, "x")
const y = documented(coordinate, Construction.create, "y")

const site = Schema.Struct({
  x,
  y,
  structureType: Schema.NonEmptyString.check(Schema.isMaxLength(50)).annotate({
    description: "Type of the structure, such as extension, road, tower, spawn"
  }),
  name: Schema.optionalKey(Schema.String.annotate({ description: "Name, for spawns only" }))
})

const typeOf = (name: string) => (StructureType.isBuildable(name) ? name : Other.make(name))

const placeSites = define("place_construction_sites", {
  operations: [Construction.create],
  description:
    "Places construction sites in a room, one after another, and says for each whether it was placed.",
  parameters: {
    room,
    sites: Schema.Array(site).check(Schema.isMinLength(1), Schema.isMaxLength(100)),
    shard
  },
  idempotent: false,
  *run({ room, shard, sites }) {
    const lines = yield* Effect.forEach(sites, ({ name, structureType, x, y }) => {
      const type = typeOf(structureType)
      const placing =
        type === "spawn"
          ? Construction.create({ room, x, y, shard, structureType: type, name: name ?? "" })
          : Construction.create({ room, x, y, shard, structureType: type })
      return Effect.map(Effect.result(placing), (result) => {
        const title = `${JSON.stringify(structureType)} at ${x},${y}`
        if (Result.isFailure(result)) {
          const similar = StructureType.isBuildable(structureType)
            ? ""
            : meant("; ", structureType, StructureType.buildable)
          return `${title}: not placed: ${result.failure.message}${similar}`
        }
        return `${title}: placed, id ${DbInsert.createdId(result.success) ?? "unknown"}`
      })
    })
    return yield* listed(undefined, lines, undefined)
  }
})

const placeSpawn = define("place_first_spawn", {
  operations: [Game.placeSpawn],
  parameters: {
    room,
    x,
    y,
    name: documented(Schema.NonEmptyString.check(Schema.isMaxLength(50)), Game.placeSpawn, "name"),
    shard
  },
  *run(input) {
    yield* checkConsent("place_first_spawn", "Place the first spawn?", input)
    yield* Game.placeSpawn(input)
    return answer`The spawn is placed; the account plays in ${own(input.room)}.`
  }
})

/** The tools. @internal */
export const tools = [placeSites, placeSpawn] as const
