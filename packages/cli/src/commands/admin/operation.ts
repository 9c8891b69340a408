/** `screeps admin status|pause|resume|step|tick-duration|reset`, messages, and the storage: `find|count|value` */
import * as Administration from "@screeps-effect/private-server/Administration"
import * as Messages from "@screeps-effect/private-server/Messages"
import * as Storage from "@screeps-effect/private-server/Storage"
import * as System from "@screeps-effect/private-server/System"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { parseDuration, positive, toggle } from "../../input/flags.ts"
import * as Input from "../../input/input.ts"
import * as Json from "../../output/json.ts"
import * as Output from "../../output/output.ts"
import { format } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"
import * as Target from "./target.ts"

const printStatus = ({ paused, tick, tickDuration }: System.Status) =>
  Output.fields({ tick, paused, tickMillis: Duration.toMillis(tickDuration) })

/** Executes a command, and returns the state after it. */
const thenStatus = (command: Administration.Command<unknown>) =>
  Effect.map(Administration.batch([command, System.status]), ([, status]) => status)

export const status = Command.make("status", Target.reads, ({ cli }) =>
  Target.read(cli, System.status, printStatus)
).pipe(Command.withDescription("Show the tick, the tick duration, and whether the simulation is paused"))

export const pause = Command.make("pause", Target.changes, (target) =>
  Target.execute(target, thenStatus(System.pause), printStatus)
).pipe(Command.withDescription("Pause the simulation after the current tick"))

export const resume = Command.make("resume", Target.changes, (target) =>
  Target.execute(target, thenStatus(System.resume), printStatus)
).pipe(Command.withDescription("Resume the simulation"))

export const step = Command.make(
  "step",
  {
    ...Target.changes,
    ticks: Argument.Int("ticks").pipe(
      Argument.withDefault(1),
      Argument.withDescription("Number of ticks (default: 1)")
    )
  },
  ({ ticks, ...target }) => Target.execute(target, thenStatus(System.step(ticks)), printStatus)
).pipe(
  Command.withDescription("Run a number of ticks and pause the simulation"),
  Command.withExamples([{ command: "screeps admin step 10" }])
)

export const tickDuration = Command.make(
  "tick-duration",
  {
    ...Target.changes,
    duration: Argument.String("duration").pipe(
      Argument.filterMap(parseDuration, () => "a duration such as 500ms or 1s"),
      Argument.withDescription(
        "Shortest time from the start of one tick to that of the next, such as 500ms or 1s"
      )
    )
  },
  ({ duration, ...target }) =>
    Target.execute(target, thenStatus(System.setTickDuration(duration)), printStatus)
).pipe(
  Command.withDescription("Set the tick duration"),
  Command.withExamples([{ command: "screeps admin tick-duration 200ms" }])
)

export const reset = Command.make(
  "reset",
  {
    ...Target.changes,
    eraseEverything: toggle(
      "erase-everything",
      "Required: confirms that all accounts, rooms and objects are erased"
    )
  },
  Effect.fnUntraced(function* ({ eraseEverything, ...target }) {
    if (!eraseEverything && !target.dryRun) {
      return yield* new Usage({ message: "reset erases all accounts and rooms: pass --erase-everything" })
    }
    yield* Target.execute(target, thenStatus(System.resetAllData({ eraseEverything: true })), printStatus)
  })
).pipe(Command.withDescription("Erase everything and restore the world that the server was installed with"))

const text = Argument.String("text").pipe(Argument.withDescription("Text; @file, or - for standard input"))

export const broadcast = Command.make("broadcast", { ...Target.changes, text }, ({ text, ...target }) =>
  Effect.flatMap(Input.resolve(text), (resolved) =>
    Target.execute(target, Messages.broadcast(resolved), () => Effect.void)
  )
).pipe(
  Command.withDescription("Send a text to all clients that are connected now"),
  Command.withExamples([{ command: 'screeps admin broadcast "The server restarts in five minutes."' }])
)

export const sendMessage = Command.make(
  "send-message",
  {
    ...Target.changes,
    from: Argument.String("from").pipe(Argument.withDescription("Name of the account that sends it")),
    to: Argument.String("to").pipe(Argument.withDescription("Name of the account that receives it")),
    text
  },
  ({ from, text, to, ...target }) =>
    Effect.flatMap(Input.resolve(text), (resolved) =>
      Target.execute(target, Messages.send({ from, to, text: resolved }), () => Effect.void)
    )
).pipe(
  Command.withDescription("Send a message from one account to another"),
  Command.withExamples([{ command: 'screeps admin send-message Screeps ann "Welcome!"' }])
)

const collection = Argument.String("collection").pipe(
  Argument.withDescription("Collection, such as rooms.objects or users")
)

const where = Argument.String("query").pipe(
  Argument.withDefault("{}"),
  Argument.withDescription(
    'Query as JSON, such as \'{"type":"creep"}\'; @file, or - for standard input (default: all documents)'
  )
)

const isQuery = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** Reads a query from the command line. */
const queryOf = Effect.fnUntraced(function* (given: string) {
  const query = yield* Effect.flatMap(Input.resolve(given), Json.readJson)
  if (!isQuery(query) || Array.isArray(query))
    return yield* new Usage({ message: "the query is not a JSON object" })
  return query
})

/** Fields of accounts that are secret. */
const secret = new Set(["password", "salt"])

const withoutSecrets = (document: Schema.JsonObject) =>
  Object.fromEntries(Object.entries(document).filter(([field]) => !secret.has(field)))

const Document = Schema.Record(Schema.String, Schema.Json)

export const find = Command.make(
  "find",
  {
    ...Target.reads,
    collection,
    where,
    limit: Flag.Int("limit").pipe(
      positive("at least one document"),
      Flag.withDefault(100),
      Flag.withDescription("The most documents (default: 100)")
    )
  },
  Effect.fnUntraced(function* ({ cli, collection, limit, where }) {
    const query = yield* queryOf(where)
    yield* Target.read(cli, Storage.find(collection, Document, { where: query, limit }), (documents) =>
      Effect.forEach(documents.map(withoutSecrets), Output.data, { discard: true })
    )
  })
).pipe(
  Command.withDescription("Print documents of the server's storage, without passwords"),
  Command.withExamples([{ command: `screeps admin find rooms.objects '{"type":"invaderCore"}' --json` }])
)

export const count = Command.make(
  "count",
  { ...Target.reads, collection, where },
  Effect.fnUntraced(function* ({ cli, collection, where }) {
    const query = yield* queryOf(where)
    yield* Target.read(cli, Storage.count(collection, query), (count) =>
      Output.value({ count }, () => format`${count}`)
    )
  })
).pipe(
  Command.withDescription("Count documents of the server's storage"),
  Command.withExamples([{ command: `screeps admin count rooms.objects '{"type":"creep"}'` }])
)

export const value = Command.make(
  "value",
  {
    ...Target.reads,
    key: Argument.String("key").pipe(Argument.withDescription("Key, such as gameTime"))
  },
  ({ cli, key }) => Target.read(cli, Storage.get(key), Output.data)
).pipe(
  Command.withDescription("Print the value of a key of the server's storage as JSON"),
  Command.withExamples([{ command: "screeps admin value gameTime" }])
)
