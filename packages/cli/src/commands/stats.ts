/** `screeps stats` */
import * as Accounts from "@screeps-effect/stats/Accounts"
import * as Stats from "@screeps-effect/stats/Stats"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Socket from "effect/socket/Socket"
import { duration, repeatable, toggle } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import { read } from "./stats/accounts.ts"
import { check } from "./stats/check.ts"
import { init } from "./stats/init.ts"
import { type Address, type Outputs, serve } from "./stats/serve.ts"

const parseAddress = (text: string): Option.Option<Address> => {
  const [, host = "", port] = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253}):(\d{1,5})$/iu.exec(text) ?? []
  return host === "" || Number(port) < 1 || Number(port) > 65_535
    ? Option.none()
    : Option.some({ host: host.replace(/^\[(.*)\]$/u, "$1"), port: Number(port) })
}

const parseListen = (text: string): Option.Option<Address | undefined> =>
  text === "off" ? Option.some(undefined) : parseAddress(text)

const parseUrl = (text: string): Option.Option<URL> =>
  Option.filter(Option.fromNullishOr(URL.parse(text)), ({ protocol }) => /^https?:$/u.test(protocol))

/** Reads secret headers from a file with lines such as `authorization: Bearer …`. */
const headersFrom = (file: Option.Option<string>) =>
  Effect.gen(function* () {
    if (Option.isNone(file)) return {}
    const text = Redacted.value(yield* Input.secretFrom(file.value, "headers"))
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
  listen: Flag.String("listen").pipe(
    Flag.withMetavar("<address>"),
    Flag.filterMap(parseListen, () => "an address with a port, such as 127.0.0.1:9464, or off"),
    Flag.withDefault<Address | undefined>({ host: "127.0.0.1", port: 9464 }),
    Flag.withDescription("Serve metrics to Prometheus at this address, or off (default: 127.0.0.1:9464)")
  ),
  otlp: Flag.String("otlp").pipe(
    Flag.withMetavar("<url>"),
    Flag.filterMap(parseUrl, () => "an http or https address, such as http://127.0.0.1:4318/v1/metrics"),
    Flag.optional,
    Flag.withDescription("Also send metrics to this OpenTelemetry collector")
  ),
  otlpHeaders: Flag.String("otlp-headers-file").pipe(
    Flag.optional,
    Flag.withMetavar("<file>"),
    Flag.withDescription(
      "File with headers for the collector, such as authorization: Bearer …; - for standard input"
    )
  ),
  graphite: Flag.String("graphite").pipe(
    Flag.withMetavar("<address>"),
    Flag.filterMap(parseAddress, () => "an address with a port, such as 127.0.0.1:2003"),
    Flag.optional,
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
  every: Flag.Int("every").pipe(
    Flag.withMetavar("<seconds>"),
    Flag.optional,
    Flag.withDescription(
      "Seconds between two readings, quotas permitting (default: 60 on official servers, else 5)"
    )
  )
} as const

const transport = Layer.merge(FetchHttpClient.layer, Socket.layerWebSocketConstructorGlobal)

/** @internal */
export default define(
  Command.make("stats", flags, ({ check: isCheck, graphite, graphiteFormat, graphitePrefix, ...given }) =>
    Effect.gen(function* () {
      if (Option.isSome(given.otlpHeaders) && Option.isNone(given.otlp))
        return yield* new Usage({ message: "--otlp-headers-file requires --otlp" })
      const stats = yield* Stats.make(yield* Accounts.open(yield* read(given)))
      if (isCheck) return yield* check(stats)
      const headers = yield* headersFrom(given.otlpHeaders)
      const outputs: Outputs = {
        listen: given.listen,
        otlp: Option.getOrUndefined(Option.map(given.otlp, (url) => ({ url, headers }))),
        graphite: Option.getOrUndefined(
          Option.map(graphite, (address) => ({ ...address, format: graphiteFormat, prefix: graphitePrefix }))
        ),
        interval: given.interval
      }
      return yield* serve(stats, outputs)
    }).pipe(Effect.scoped, Effect.provide(transport))
  ).pipe(
    Command.withDescription("Export an account's numbers to Prometheus, OpenTelemetry or Graphite"),
    Command.withExamples([
      { command: "screeps stats --check", description: "Read everything once and show what was found" },
      { command: "screeps stats --memory stats --market energy" },
      {
        command:
          "screeps stats --listen off --otlp https://otlp.example/v1/metrics --otlp-headers-file headers.txt"
      },
      { command: "screeps stats --listen off --json", description: "Print the numbers as lines of JSON" }
    ]),
    Command.withSubcommands([init])
  )
)
