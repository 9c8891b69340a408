/** The limits of lengths, sizes and numbers in the input of operations. */
import * as Account from "@screeps-effect/api/Account"
import * as Code from "@screeps-effect/api/Code"
import * as Construction from "@screeps-effect/api/Construction"
import * as Flags from "@screeps-effect/api/Flags"
import * as Game from "@screeps-effect/api/Game"
import * as Invaders from "@screeps-effect/api/Invaders"
import * as Memory from "@screeps-effect/api/Memory"
import * as Messages from "@screeps-effect/api/Messages"
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as Register from "@screeps-effect/api/Register"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as UserId from "@screeps-effect/schema/UserId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Call, untyped } from "./support/calls.ts"
import { assertInvalidInput, requestsOf } from "./support/exchange.ts"

interface Limit {
  readonly within: ReadonlyArray<Call>
  readonly beyond: ReadonlyArray<Call>
  readonly field: string
}

const x = (length: number) => "x".repeat(length)
const id = ObjectId.make("1")
const room = "W1N1" as const
const badge = { type: 1, color1: "#000000", color2: "#ffffff", color3: "#12AbcD", param: 0 }
const mebibyte = 1024 * 1024
const flag = { room, name: "Flag1", color: 1, secondaryColor: 1 } as const

/** Calls with values within and beyond the bounds of a field. */
const between = (
  field: string,
  call: (value: unknown) => Call,
  within: ReadonlyArray<unknown>,
  beyond: ReadonlyArray<unknown>
): Limit => ({ field, within: within.map(call), beyond: beyond.map(call) })

/** Calls with names of 1 to `most` characters, and beyond. */
const named = (field: string, call: (name: string) => Call, most: number): Limit =>
  between(field, (name) => call(String(name)), [x(1), x(most)], ["", x(most + 1)])

const squares = (operation: unknown, input: object): ReadonlyArray<Limit> =>
  (["x", "y"] as const).map((field) =>
    between(
      field,
      (value) => untyped(operation, { room, x: 1, y: 1, ...input, [field]: value }),
      [0, 49],
      [-1, 50, 0.5, "1", null]
    )
  )

const limits: Readonly<Record<string, ReadonlyArray<Limit>>> = {
  "Memory: one value has at most 1 MiB as JSON text": [
    between(
      "value",
      (value) => untyped(Memory.set, { path: "a", value }),
      [x(mebibyte - 2)],
      [x(mebibyte - 1)]
    )
  ],
  "segments: numbers 0 to 99": [
    between("segment", (segment) => untyped(Segments.get, { segment }), [0, 99], [-1, 100, 0.5]),
    between("segment", (segment) => untyped(Segments.set, { segment, data: "" }), [0, 99], [-1, 100, 0.5])
  ],
  "segments: at most 102400 characters": [
    between("data", (data) => untyped(Segments.set, { segment: 0, data }), ["", x(102_400)], [x(102_401)])
  ],
  "console: at most 1024 characters as JSON text": [
    named("expression", (expression) => User.console({ expression }), 1022),
    between(
      "expression",
      (expression) => untyped(User.console, { expression }),
      ['"'.repeat(511)],
      ['"'.repeat(512)]
    )
  ],
  "code: at most 5 MiB as JSON text": [
    between(
      "modules",
      (main) => untyped(Code.set, { modules: { main } }),
      [x(5 * mebibyte - '{"main":""}'.length)],
      [x(5 * mebibyte - '{"main":""}'.length + 1)]
    )
  ],
  "code: names of modules do not begin with $": [
    between(
      "modules",
      (name) => untyped(Code.set, { modules: { main: "", [String(name)]: "" } }),
      ["main", "a$"],
      ["$main"]
    )
  ],
  "branches: names of at most 30 characters": [
    named(
      "newName",
      (newName) => Code.cloneBranch({ branch: "default", newName, existing: "overwrite" }),
      30
    ),
    between(
      "branch",
      (branch) => untyped(Code.cloneBranch, { branch, newName: "b", existing: "overwrite" }),
      [x(30), ""],
      [x(31)]
    )
  ],
  "messages: at most 102400 characters": [
    between(
      "text",
      (text) => untyped(Messages.send, { respondent: UserId.make("1"), text }),
      [x(1), x(102_400)],
      [x(102_401)]
    )
  ],
  "spawns: names of 1 to 50 characters": [
    named("name", (name) => Game.placeSpawn({ room, x: 1, y: 1, name }), 50),
    named("name", (name) => Construction.create({ room, x: 1, y: 1, structureType: "spawn", name }), 50),
    named("name", (name) => Game.checkUniqueObjectName({ type: "spawn", name }), 50)
  ],
  "power creeps: names of 1 to 50 characters": [
    named("name", (name) => PowerCreeps.create({ className: "operator", name }), 50),
    named("name", (name) => PowerCreeps.rename({ id, name }), 50)
  ],
  "power creeps: levels of powers 0 to 5": [
    between(
      "powers",
      (level) => untyped(PowerCreeps.upgrade, { id, powers: { 1: level } }),
      [0, 5],
      [-1, 6, 0.5]
    )
  ],
  "flags: names of 1 to 60 characters": [
    named("name", (name) => Flags.create({ room, x: 1, y: 1, name }), 60),
    named("name", (name) => Flags.changeColor({ ...flag, name }), 60),
    named("name", (name) => Flags.remove({ room, name }), 60),
    named("name", (name) => Game.checkUniqueFlagName({ name }), 60)
  ],
  "flags: colors 1 to 10": (["color", "secondaryColor"] as const).flatMap((field) => [
    between(field, (color) => untyped(Flags.changeColor, { ...flag, [field]: color }), [1, 10], [0, 11, 1.5]),
    between(
      field,
      (color) => untyped(Flags.create, { ...flag, x: 1, y: 1, [field]: color }),
      [1, 10],
      [0, 11, 1.5]
    )
  ]),
  "squares: 0 to 49": [
    ...squares(Game.placeSpawn, {}),
    ...squares(Flags.create, { name: "Flag1" }),
    ...squares(Flags.move, { _id: "1" }),
    ...squares(Construction.create, { structureType: "road" }),
    ...squares(Invaders.create, { size: "small", type: "Melee" })
  ],
  "badges: shapes 1 to 24, parameters -100 to 100, colors #rrggbb": [
    between("badge", (type) => untyped(Account.badge, { badge: { ...badge, type } }), [1, 24], [0, 25, 1.5]),
    between(
      "badge",
      (param) => untyped(Account.badge, { badge: { ...badge, param } }),
      [-100, 100],
      [-101, 101]
    ),
    between(
      "badge",
      (color1) => untyped(Account.badge, { badge: { ...badge, color1 } }),
      ["#000000"],
      ["#000", "red", 5]
    )
  ],
  "user names: at required 3 characters": [
    between(
      "username",
      (username) => untyped(Register.setUsername, { username }),
      ["abc"],
      ["ab", "a b", "äbc"]
    )
  ],
  "scoreboards: 1 to 20 players": [
    between("limit", (limit) => untyped(Scoreboard.list, { limit }), [1, 20], [0, 21])
  ],
  "overviews: slots of 8, 180 and 1440 minutes": [
    between("interval", (interval) => untyped(User.overview, { interval }), [8, 180, 1440], [0, 60, "8"]),
    between(
      "interval",
      (interval) => untyped(Game.roomOverview, { room, interval }),
      [8, 180, 1440],
      [0, 60, "8"]
    )
  ]
}

describe("a limit of a field", () => {
  for (const [what, all] of Object.entries(limits)) {
    it.effect(`accepts values within it and rejects those beyond: ${what}`, () =>
      Effect.gen(function* () {
        for (const { beyond, field, within } of all) {
          for (const call of within) assert.lengthOf(yield* requestsOf(call), 1)
          for (const call of beyond) yield* assertInvalidInput(call, field)
        }
      })
    )
  }
})
