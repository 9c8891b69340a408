import * as Effect from "effect/Effect"
import { type Scene, textOf } from "../stage.ts"

const path = (name: string) => `/api/game/power-creeps/${name}`

/** Power creeps, from the first rejected request to the last deletion. */
export const powerCreeps: Scene = ({ change, get, post }) =>
  Effect.gen(function* () {
    yield* get("bob", path("list"))
    yield* post("bob", path("create"), { name: "Ann", className: "operator" })
    yield* post("bob", path("experimentation"), {})
    yield* change("bob", { power: 16_000 })
    yield* post("bob", path("create"), { name: "Ann", className: "operator" })
    yield* post("bob", path("create"), { name: "Ann", className: "operator" })
    yield* post("bob", path("create"), { name: "Dan", className: "commander" })
    const { body } = yield* get("bob", path("list"))
    const id = textOf(body, "list", 0, "_id")
    const powers: ReadonlyArray<unknown> = [
      { 1: 1, 2: 1 },
      { 1: 1 },
      { 1: 1, 2: 1, 16: 1 },
      { 1: 1, 2: 1, 3: 1, 4: 1 },
      { 99: 1 },
      { 1: "1" },
      { 1: 6 },
      "all"
    ]
    for (const some of powers) yield* post("bob", path("upgrade"), { id, powers: some })
    yield* post("bob", path("rename"), { id, name: "Eve" })
    yield* post("bob", path("rename"), { id, name: "Eve" })
    yield* post("bob", path("rename"), { id: "0123456789abcde", name: "Fay" })
    yield* get("bob", path("list"))
    yield* post("bob", path("cancel-delete"), { id })
    yield* post("bob", path("delete"), { id })
    yield* get("bob", path("list"))
    yield* post("bob", path("delete"), { id })
    yield* post("bob", path("cancel-delete"), { id })
    yield* change("bob", { powerExperimentations: 1 })
    yield* post("bob", path("experimentation"), {})
    yield* get("bob", "/api/auth/me")
  })
