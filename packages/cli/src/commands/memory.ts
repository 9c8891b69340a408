/** `screeps memory get|set|rm` */
import * as Memory from "@screeps-effect/api/Memory"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as client from "../config/client.ts"
import { positive } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import { readJson } from "../output/json.ts"
import * as Output from "../output/output.ts"
import { format, toJson } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Refused } from "../runner/failure.ts"

/** Schemas of values; a known type can be decoded from the socket's text without a request. */
const kinds = {
  json: Schema.Json,
  number: Schema.Finite,
  text: Schema.String,
  boolean: Schema.Boolean
} as const

const watch = Command.make(
  "watch",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Path in Memory, such as stats or rooms.W7N3.plan")
    ),
    as: Flag.Literals("as", ["json", "number", "text", "boolean"]).pipe(
      Flag.withDefault("json"),
      Flag.withDescription(
        "Type of the value (default: json); all others are read from the socket without requests"
      )
    ),
    every: Flag.Int("every").pipe(
      Flag.withMetavar("<seconds>"),
      positive("at least one second"),
      Flag.map(Duration.seconds),
      Flag.withDefault(undefined),
      Flag.withDescription(
        "Shortest time between two requests in seconds (default: 60 on official servers, else 1)"
      )
    )
  },
  ({ as, every, path }) =>
    Effect.gen(function* () {
      const MemoryWatch = yield* Effect.promise(() => import("@screeps-effect/socket/workflows/MemoryWatch"))
      const { isJson, isTerminal, line } = yield* Output.Output
      const schema: Schema.Codec<Schema.Json, unknown> = kinds[as]
      yield* MemoryWatch.stream(path, schema, { every }).pipe(
        Stream.runForEach((value) => {
          const data = Option.getOrNull(value)
          return isTerminal && !isJson ? Output.data(data) : line(toJson(data))
        })
      )
    }).pipe(Effect.provide(client.both))
).pipe(
  Command.withDescription("Print a value of Memory whenever it changes; null while it is missing"),
  Command.withExamples([{ command: "screeps memory watch stats.cpu --as number" }])
)

const path = Argument.String("path").pipe(
  Argument.withDescription("Path in Memory, such as stats or rooms.W7N3.plan")
)

/** Says that a path has no value; people write `Memory.` as in their code. */
const absent = (path: string) =>
  `Memory has no value at ${path}${path.startsWith("Memory.") ? `; did you mean ${path.slice("Memory.".length)}?` : ""}`

/** The server rejects a path in Memory that is not JSON like one whose parent is missing. */
const noParent = (path: string) => {
  const above = path.slice(0, Math.max(path.lastIndexOf("."), 0))
  if (path.startsWith("Memory.")) return new Refused({ message: absent(path) })
  const missing = above === "" ? "" : `${above} is missing, too, or `
  return new Refused({ message: `${absent(path)}: ${missing}Memory is not JSON` })
}

const get = Command.make("get", { path: Argument.withDefault(path, undefined) }, ({ path: at }) =>
  Effect.gen(function* () {
    const found = yield* Memory.read({ path: at }, Schema.Json).pipe(
      Effect.mapError((error) =>
        at === undefined || error.reason._tag !== "Rejected" ? error : noParent(at)
      )
    )
    if (Option.isNone(found))
      return yield* new Refused({ message: at === undefined ? "Memory is empty" : absent(at) })
    yield* Output.data(found.value)
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Print Memory, or the value at a path"),
  Command.withExamples([{ command: "screeps memory get stats.cpu" }])
)

/** Refuses a path below which nothing can be written: servers accept such writes, and they have no effect. */
const checkPath = Effect.fnUntraced(function* (path: string) {
  const dotted = path.replaceAll(/\[(\d{1,9})\]/g, ".$1")
  const refuse = (detail: string) =>
    new Refused({
      message: `nothing was sent: ${detail}${path === dotted ? "" : `; did you mean ${dotted}?`}`
    })
  const parent = path.slice(0, Math.max(path.lastIndexOf("."), 0))
  const above = dotted.length === path.length ? parent : parent || path
  if (above === "") return
  const found = yield* Memory.read({ path: above }, Schema.Json).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "Rejected",
      () => Effect.succeedNone
    )
  )
  if (Option.isNone(found)) return yield* refuse(above === "Memory" ? absent(path) : absent(above))
  if (parent !== "" && (typeof found.value !== "object" || found.value === null)) {
    return yield* refuse(`Memory.${above} is ${JSON.stringify(found.value)?.slice(0, 40)}, which has no keys`)
  }
})

const set = Command.make(
  "set",
  {
    path: Argument.String("path").pipe(
      Argument.withDescription("Path in Memory, such as plan, or rooms.W7N3.plan if rooms.W7N3 exists")
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("JSON, or a word without quotes; @file, or - for standard input")
    )
  },
  ({ path, value }) =>
    Effect.gen(function* () {
      const read = yield* readJson(yield* Input.resolve(value))
      yield* checkPath(path)
      yield* Memory.set({ path, value: read })
      yield* (yield* Output.Output).note(format`Accepted: the value is written when your code next runs.`)
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write a value to Memory when your code next runs"),
  Command.withExamples([
    { command: "screeps memory set settings.reserve 20000" },
    { command: "screeps memory set plan @plan.json" }
  ])
)

const rm = Command.make("rm", { path }, ({ path }) =>
  Effect.gen(function* () {
    yield* checkPath(path)
    yield* Memory.remove({ path })
    yield* (yield* Output.Output).note(format`Accepted: the value is removed when your code next runs.`)
  }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("Remove a value from Memory when your code next runs"))

export default define(
  Command.make("memory").pipe(
    Command.withDescription("Read and write Memory"),
    Command.withSubcommands([get, set, rm, watch])
  )
)
