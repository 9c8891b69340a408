/** `screeps stats` */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Accounts from "@screeps-effect/stats/Accounts"
import * as Containers from "@screeps-effect/stats/Containers"
import type * as Options from "@screeps-effect/stats/Options"
import * as Stats from "@screeps-effect/stats/Stats"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as Redacted from "effect/Redacted"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Socket from "effect/socket/Socket"
import * as client from "../config/client.ts"
import { choose, isChosenElsewhere, nameOf } from "../config/servers.ts"
import * as Settings from "../config/settings.ts"
import { type Address, duration, optional, parseAddress, repeatable, toggle } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, oneLine } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Refused, Usage } from "../runner/failure.ts"
import { Version } from "../runner/define.ts"
import { check } from "./stats/check.ts"
import { type Outputs, serve, writePage } from "./stats/serve.ts"

/** Options on the command line: they replace those of the file, for all accounts. */
interface Given {
  readonly memory: ReadonlyArray<string>
  readonly segments: ReadonlyArray<number>
  readonly market: ReadonlyArray<string>
  readonly every: number | undefined
}

const withGiven = (options: Options.Input, given: Given, shard: string | undefined): Options.Input => ({
  ...options,
  ...(shard === undefined ? {} : { shards: [shard] }),
  ...(given.memory.length === 0 ? {} : { memory: given.memory }),
  ...(given.segments.length === 0 ? {} : { segments: given.segments }),
  ...(given.market.length === 0 ? {} : { market: given.market }),
  ...(given.every === undefined ? {} : { every: given.every })
})

/** Returns the accounts and their options. */
const read = Effect.fnUntraced(function* (given: Given) {
  const name = yield* Settings.ServerName
  const chosen: ReadonlyArray<Accounts.Chosen> = (yield* isChosenElsewhere)
    ? yield* Effect.map(choose, ({ method, server }) => [
        { name: nameOf({ method, server }), server, credentials: method }
      ])
    : yield* Accounts.fromFile({ file: yield* Settings.File, server: name })
  const shard = yield* Settings.Shard
  return chosen.map((one) => ({ ...one, options: withGiven(one.options ?? {}, given, shard) }))
})

/** Fails if none of the servers responds: reading everything waits half a minute for the sockets. */
const requireResponse = (accounts: ReadonlyArray<Accounts.Chosen>) => {
  const requests = accounts.map(({ server }) => {
    const guest = Effect.succeed({ server, method: { _tag: "Guest" } as const })
    return Effect.provide(client.requireResponse, client.httpOf(guest), { local: true })
  })
  return requests.length === 0 ? Effect.void : Effect.asVoid(Effect.raceAll(requests))
}

const init = Command.make(
  "init",
  {
    folder: Argument.Directory("folder").pipe(
      Argument.withDefault("screeps-stats"),
      Argument.withDescription("Folder to create (default: screeps-stats)")
    )
  },
  Effect.fnUntraced(function* ({ folder }) {
    const fs = yield* FileSystem
    const path = yield* Path
    const output = yield* Output.Output
    const files = Containers.files({ version: yield* Version })
    for (const file of files) {
      const target = path.join(folder, file.path)
      if (yield* fs.exists(target))
        return yield* new Refused({ message: `nothing was written: ${target} exists` })
    }
    const written: Array<string> = []
    const write = Effect.forEach(
      files,
      (file) => {
        const target = path.join(folder, file.path)
        // Only `screeps.yaml` will hold secrets.
        const isPrivate = file.path === "screeps.yaml"
        return LocalFile.write(target, file.text, { existing: "fail", isPrivate }).pipe(
          Effect.tap(Effect.sync(() => written.push(target))),
          Effect.uninterruptible
        )
      },
      { discard: true }
    )
    // Without all of its files the folder is of no use, and the next attempt would find some of them.
    yield* Effect.onError(write, () =>
      Effect.forEach(written, (target) => Effect.ignore(fs.remove(target)), { discard: true })
    )
    yield* Output.rows(
      files.map((file) => ({ file: path.join(folder, file.path) })),
      [{ head: "file", of: ({ file }) => file }]
    )
    yield* output.note(
      format`Next: put your accounts into ${oneLine(path.join(folder, "screeps.yaml"))}, then run docker compose up --detach in the folder and open http://127.0.0.1:3000`
    )
  })
).pipe(
  Command.withDescription(
    "Write files for containers: the exporter, Prometheus, and Grafana with dashboards"
  ),
  Command.withExamples([{ command: "screeps stats init monitoring" }])
)

const parseListen = (text: string): Option.Option<Address | undefined> =>
  text === "off" ? Option.some(undefined) : parseAddress(text)

const parseUrl = (text: string): Option.Option<URL> =>
  Option.filter(Option.fromNullishOr(URL.parse(text)), ({ protocol }) => /^https?:$/u.test(protocol))

/** Reads secret headers from a file with lines such as `authorization: Bearer …`. */
const headersFrom = Effect.fnUntraced(function* (file: string | undefined) {
  if (file === undefined) return {}
  const text = Redacted.value(yield* Input.secretFrom(file, "headers"))
  const headers: Record<string, Redacted.Redacted> = {}
  for (const line of text.split(/\r?\n/u)) {
    if (line.trim() === "") continue
    const name = /^[\w-]{1,100}(?=:)/u.exec(line)?.[0]
    const value = line.slice((name?.length ?? 0) + 1).trim()
    if (name === undefined || value === "")
      return yield* new Usage({
        message: "--otlp-headers-file: every line must be a name, a colon and a value"
      })
    headers[name] = Redacted.make(value, { label: "header" })
  }
  return headers
})

const flags = {
  check: toggle("check", "Read everything once, show what was found, and end"),
  html: optional(
    Flag.String("html"),
    "Read everything once, write the page with the numbers to this file, and end",
    "<file>"
  ),
  listen: Flag.String("listen").pipe(
    Flag.withMetavar("<address>"),
    Flag.filterMap(parseListen, () => "an address with a port, such as 127.0.0.1:9464, or off"),
    Flag.withDefault<Address | undefined>({ host: "127.0.0.1", port: 9464 }),
    Flag.withDescription(
      "Serve the page, and metrics for Prometheus, at this address, or off (default: 127.0.0.1:9464)"
    )
  ),
  otlp: Flag.String("otlp").pipe(
    Flag.withMetavar("<url>"),
    Flag.filterMap(parseUrl, () => "an http or https address, such as http://127.0.0.1:4318/v1/metrics"),
    Flag.withDefault(undefined),
    Flag.withDescription("Also send metrics to this OpenTelemetry collector")
  ),
  otlpHeaders: optional(
    Flag.String("otlp-headers-file"),
    "File with headers for the collector, such as authorization: Bearer …; - for standard input",
    "<file>"
  ),
  graphite: Flag.String("graphite").pipe(
    Flag.withMetavar("<address>"),
    Flag.filterMap(parseAddress, () => "an address with a port, such as 127.0.0.1:2003"),
    Flag.withDefault(undefined),
    Flag.withDescription("Also send metrics to Graphite as lines over TCP")
  ),
  graphiteFormat: Flag.Literals("graphite-format", ["path", "tags"]).pipe(
    Flag.withDefault("path"),
    Flag.withDescription("Names for Graphite: dotted paths, or tags for Graphite 1.1 (default: path)")
  ),
  graphitePrefix: Flag.String("graphite-prefix").pipe(
    Flag.withMetavar("<name>"),
    Flag.withDefault("screeps"),
    Flag.withDescription("Prefix of the names for Graphite (default: screeps)")
  ),
  interval: duration(
    "interval",
    "Time between two exports to a receiver or to the output (default: 15s)"
  ).pipe(Flag.withDefault(Duration.seconds(15))),
  memory: repeatable(
    Flag.String("memory").pipe(
      Flag.withMetavar("<path>"),
      Flag.withDescription("Path in Memory with numbers of the script (default: stats); repeatable")
    )
  ),
  segments: repeatable(
    Flag.Int("segment").pipe(
      Flag.withMetavar("<number>"),
      Flag.withDescription("Memory segment with numbers as JSON; repeatable")
    )
  ),
  market: repeatable(
    Flag.String("market").pipe(
      Flag.withMetavar("<resource>"),
      Flag.withDescription("Resource whose prices are read, such as energy; repeatable")
    )
  ),
  every: optional(
    Flag.Int("every"),
    "Seconds between two readings, quotas permitting (default: 60 on official servers, else 5); most sources are read less often: see --check",
    "<seconds>"
  )
} as const

const transport = Layer.merge(FetchHttpClient.layer, Socket.layerWebSocketConstructorGlobal)

export default define(
  Command.make("stats", flags, ({ check: isCheck, graphite, graphiteFormat, graphitePrefix, ...given }) =>
    Effect.gen(function* () {
      if (given.otlpHeaders !== undefined && given.otlp === undefined)
        return yield* new Usage({ message: "--otlp-headers-file requires --otlp" })
      const accounts = yield* read(given)
      if (isCheck || given.html !== undefined) yield* requireResponse(accounts)
      const stats = yield* Stats.make(yield* Accounts.open(accounts))
      if (isCheck) return yield* check(stats)
      if (given.html !== undefined) return yield* writePage(stats, given.html)
      const headers = yield* headersFrom(given.otlpHeaders)
      const outputs: Outputs = {
        servers: accounts.map(({ server }) => server.url),
        listen: given.listen,
        otlp: given.otlp && { url: given.otlp, headers },
        graphite: graphite && { ...graphite, format: graphiteFormat, prefix: graphitePrefix },
        interval: given.interval
      }
      return yield* serve(stats, outputs)
    }).pipe(Effect.scoped, Effect.provide(transport))
  ).pipe(
    Command.withDescription("Show an account's numbers on a page, and export them"),
    Command.withExamples([
      { command: "screeps stats --check", description: "Read everything once and show what was found" },
      {
        command: "screeps stats --memory stats --market energy",
        description: "Open http://127.0.0.1:9464 in a browser"
      },
      { command: "screeps stats --html colony.html" },
      {
        command:
          "screeps stats --listen off --otlp https://otlp.example/v1/metrics --otlp-headers-file headers.txt"
      },
      { command: "screeps stats --listen off --json", description: "Print the numbers as lines of JSON" }
    ]),
    Command.withSubcommands([init])
  )
)
