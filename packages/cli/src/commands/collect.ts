/** `screeps collect` */
import * as Collector from "@screeps-effect/collector/Collector"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { optional, repeatable, toggle } from "../input/flags.ts"
import * as Output from "../output/output.ts"
import { format, oneLine } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import * as Accounts from "./collect/accounts.ts"
import { shared } from "./collect/base.ts"
import { addressOf, explain, resolve } from "./collect/database.ts"
import { holes, requeue, status } from "./collect/jobs.ts"
import * as Plan from "./collect/plan.ts"
import { read } from "./collect/settings.ts"
import * as Show from "./collect/show.ts"

const flags = {
  ...Plan.flags,
  once: toggle("once", "End when nothing is left to request"),
  accounts: repeatable(
    Flag.String("account").pipe(
      Flag.withMetavar("<name>"),
      Flag.withDescription("Server in the credentials file whose account to use; repeatable")
    )
  ),
  redis: optional(
    Flag.String("redis"),
    "Share quotas with other runners through Redis (default: SCREEPS_REDIS)",
    "<url>"
  )
} as const

type Given = Command.Command.Config.Infer<typeof flags & typeof shared>

const layerOf = ({ services }: Accounts.Account) => Layer.succeedContext(services)

const run = ({ accounts: names, database: address, once, redis, ...given }: Given) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const settings = yield* read
    const chosen = yield* Accounts.read(names, settings)
    const { server } = chosen[0]
    const plan = yield* Plan.make(given, settings.plan, server)
    const database = yield* resolve(address, settings)
    if (plan === undefined && database.isNew)
      return yield* new Usage({
        message:
          "nothing to collect: pass --rooms, --history, --orders, --prices or --ranks, or write a plan into the credentials file"
      })
    const store = yield* addressOf(redis, "SCREEPS_REDIS", settings.redis)
    const opened = yield* Accounts.open(chosen, store)
    const [first, ...others] = opened
    yield* output.note(
      plan === undefined
        ? format`Doing the jobs in ${oneLine(database.name)} that other runners have planned. Press Ctrl-C to stop.`
        : format`Collecting ${oneLine(server.url)} into ${oneLine(database.name)}. Press Ctrl-C to stop.`
    )
    const options: Collector.Options<never> = {
      accounts: [layerOf(first), ...others.map(layerOf)],
      names: opened.map(({ name }) => name),
      plan
    }
    const watching = Show.watch(server.url, opened)
    yield* Effect.gen(function* () {
      yield* Effect.raceFirst(once ? Collector.drain(options) : Collector.run(options), watching)
      yield* Show.end(server.url, opened)
    }).pipe(Effect.provide(database.layer), Effect.mapError(explain(database)))
  }).pipe(Effect.scoped, Effect.provide(FetchHttpClient.layer))

export default define(
  Command.make("collect", flags).pipe(
    Command.withSharedFlags(shared),
    Command.withHandler(run),
    Command.withDescription("Collect rooms, histories, ranks and markets into a database"),
    Command.withExamples([
      {
        command: "screeps collect --rooms all --orders --ranks 100",
        description: "Into world.sqlite, until Ctrl-C"
      },
      { command: "screeps collect --history W7N3:1000..1999 --once" },
      { command: "screeps collect --account main --account second --database postgres://user@host/world" }
    ]),
    Command.withSubcommands([status, holes, requeue])
  )
)
