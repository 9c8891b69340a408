import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  account,
  asNewcomer,
  type Clause,
  clause,
  eventually,
  holds,
  raw,
  refuses,
  same,
  settle
} from "./clause.ts"

/** An empty WebAssembly module. */
const wasm = { binary: "AGFzbQEAAAA=" }

const History = Schema.Struct({
  base: Schema.Finite,
  room: Schema.String,
  ticks: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))
})
const Kind = Schema.Struct({ type: Schema.String })

/**
 * Gives an order to the spawn. A real server may forget that it was placed: the room is noted as active between two
 * steps of the main loop, sleeps for about a hundred ticks, and has no history. An order wakes it.
 */
const awake = Effect.gen(function* () {
  const order = "for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], 'Scout' + Game.time)"
  yield* Code.set({ modules: { main: `module.exports.loop = () => { ${order} }` } })
  yield* Memory.set({ path: "ran", value: true })
  const ran = Memory.read({ path: "ran" }, Schema.Boolean)
  yield* eventually(ran, Option.isSome, "the player's code runs")
})

/** Spawns, code, console and Memory. @internal */
export const players: ReadonlyArray<Clause> = [
  clause(
    "gives a room to who places a first spawn in it",
    Effect.gen(function* () {
      const someone = yield* account
      yield* someone.as(
        Effect.gen(function* () {
          yield* same((yield* User.worldStatus()).status, "empty", "the status before")
          const { room, x, y } = yield* settle
          yield* same((yield* User.worldStatus()).status, "normal", "the status after")
          yield* same((yield* Game.roomOverview({ room })).owner?.username, someone.username, "the owner")
          yield* same((yield* User.worldStartRoom()).room, [room], "the first room")
          yield* refuses(Game.placeSpawn({ room, x: x + 1, y }), "already playing")
        })
      )
    })
  ),
  clause(
    "refuses spawns at the border of a room, outside of it, and outside the world",
    asNewcomer(
      Effect.gen(function* () {
        yield* refuses(Game.placeSpawn({ room: "W7N3", x: 0, y: 0 }), "invalid location")
        const outside = { room: "W7N3", x: 50, y: 10 }
        yield* refuses(
          raw({ method: "POST", path: "/api/game/place-spawn", body: outside }),
          "invalid params"
        )
        yield* refuses(Game.placeSpawn({ room: "W120N120", x: 25, y: 25 }), "invalid room")
      })
    )
  ),
  clause(
    "keeps a branch named default, active in the world",
    asNewcomer(
      Effect.gen(function* () {
        const { list } = yield* User.branches()
        const [branch] = list
        yield* same(list.length, 1, "the number of branches")
        yield* same([branch?.branch, branch?.activeWorld], ["default", true], "the branch")
      })
    )
  ),
  clause(
    "stores code, text and binary, and gives it back",
    asNewcomer(
      Effect.gen(function* () {
        yield* User.branches()
        const modules = {
          main: "module.exports.loop = () => {}",
          "lib.util": "exports.ä = '✓'",
          native: wasm
        }
        yield* Code.set({ branch: "default", modules })
        const stored = yield* Code.get()
        yield* same(stored.branch, "default", "the branch")
        yield* same(stored.modules, modules, "the modules")
        yield* Code.set({ modules: { other: "1" } })
        yield* same(
          (yield* Code.get({ branch: "$activeWorld" })).modules,
          { main: "", other: "1" },
          "what replaced them"
        )
      })
    )
  ),
  clause(
    "drops modules whose names begin with $",
    asNewcomer(
      Effect.gen(function* () {
        yield* User.branches()
        yield* raw({ method: "POST", path: "/api/user/code", body: { modules: { main: "1", $lost: "2" } } })
        yield* same((yield* Code.get()).modules, { main: "1" }, "the modules")
      })
    )
  ),
  clause(
    "knows no code of a branch that does not exist, and makes none",
    asNewcomer(
      Effect.gen(function* () {
        yield* refuses(Code.get({ branch: "nope" }), "no code")
        yield* refuses(Code.set({ branch: "nope", modules: { main: "" } }), "branch does not exist")
      })
    )
  ),
  clause(
    "accepts console lines up to 1024 characters",
    asNewcomer(
      Effect.gen(function* () {
        yield* User.console({ expression: "Game.time" })
        yield* User.console({ expression: "1".repeat(1022) })
        const body = { expression: "1".repeat(1023) }
        yield* refuses(
          raw({ method: "POST", path: "/api/user/console", body }),
          "expression size is too large"
        )
      })
    )
  ),
  clause(
    "writes Memory when the player's code runs, and tells missing keys from wrong paths",
    asNewcomer(
      Effect.gen(function* () {
        yield* settle
        yield* Code.set({ modules: { main: "module.exports.loop = () => {}" } })
        const plan = { rooms: ["W1N1"], text: "gz: ä✓ 'quoted' \"twice\" \\ ", nothing: null }
        yield* Memory.set({ path: "plan", value: plan })
        const read = Memory.read({ path: "plan" }, Schema.Unknown)
        const found = yield* eventually(
          Effect.result(read),
          (value) => Result.isSuccess(value) && Option.isSome(value.success),
          "Memory is written"
        )
        yield* same(found, Result.succeed(Option.some(plan)), "what was written")
        yield* same(
          yield* Memory.read({ path: "plan.rooms.0" }, Schema.String),
          Option.some("W1N1"),
          "an item of a list"
        )
        yield* same(yield* Memory.read({ path: "plan.none" }, Schema.Unknown), Option.none(), "a missing key")
        yield* refuses(Memory.read({ path: "no.such.path" }, Schema.Unknown), "Incorrect memory path")
      })
    )
  ),
  clause(
    "records the history of rooms in which somebody lives",
    asNewcomer(
      Effect.gen(function* () {
        const { room, x, y } = yield* settle
        yield* awake
        const { time } = yield* Game.time()
        const base = (Math.floor(time / 20) + 1) * 20
        const ask = raw({ method: "GET", path: "/room-history", query: { room, time: base }, auth: "never" })
        const found = yield* eventually(Effect.result(ask), Result.isSuccess, "the chunk is recorded")
        const chunk = yield* Effect.flatMap(Effect.fromResult(found), Schema.decodeUnknownEffect(History))
        yield* same([chunk.base, chunk.room, Object.keys(chunk.ticks).length], [base, room, 20], "the chunk")
        const objects = Object.values(chunk.ticks[String(base)] ?? {})
        const spawn = objects.find((object) => Schema.is(Kind)(object) && object.type === "spawn")
        yield* holds(
          Schema.is(Schema.Struct({ x: Schema.Literal(x), y: Schema.Literal(y) }))(spawn),
          "the spawn stands in it"
        )
      })
    )
  )
]
