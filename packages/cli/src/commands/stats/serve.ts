/** Runs the exporter: reads the accounts and serves or sends their metrics. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as Graphite from "@screeps-effect/stats/Graphite"
import * as JsonLines from "@screeps-effect/stats/JsonLines"
import * as Otlp from "@screeps-effect/stats/Otlp"
import * as Prometheus from "@screeps-effect/stats/Prometheus"
import type * as Stats from "@screeps-effect/stats/Stats"
import * as WebPage from "@screeps-effect/stats/WebPage"
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Hash from "effect/Hash"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { createServer } from "node:http"
import type { Address } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import * as Screen from "../../output/screen.ts"
import { cut, format, oneLine, plain, type PlainText } from "../../output/text.ts"

/** Where the metrics go. */
export interface Outputs {
  /** The addresses of the accounts' servers. */
  readonly servers: ReadonlyArray<string>
  readonly listen: Address | undefined
  readonly otlp:
    | { readonly url: URL; readonly headers: Readonly<Record<string, Redacted.Redacted>> }
    | undefined
  readonly graphite: (Address & Graphite.FormatOptions) | undefined
  /** The time between two rounds of outputs that send. */
  readonly interval: Duration.Duration
}

/** How long all sources may be silent until the exporter is unhealthy. */
const patience = Duration.minutes(5)

/** Returns the name of the file with the page's numbers: an account of the same name on another server has its own. */
export const historyName = (port: number, urls: Iterable<string>): string => {
  const servers = [...new Set(urls)].toSorted().join(" ")
  return `stats-${port}-${(Hash.string(servers) >>> 0).toString(16).padStart(8, "0")}.json`
}

/** The file with the page's numbers: a port belongs to one program at a time. */
const historyFile = (port: number, urls: Iterable<string>) =>
  Effect.gen(function* () {
    const path = yield* Path
    const state = yield* Effect.option(UserDirectories.make().state("screeps"))
    return Option.getOrUndefined(Option.map(state, (folder) => path.join(folder, historyName(port, urls))))
  })

/** Whether some source had values lately. */
const isHealthy = (stats: Stats.Stats) => Effect.map(stats.silence, Duration.isLessThan(patience))

/** Gives a program metrics of its own. */
const withRegistry = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

const layers = (outputs: Outputs, stats: Stats.Stats) => {
  const { graphite, interval, listen, otlp, servers } = outputs
  const serving =
    listen === undefined
      ? Layer.empty
      : HttpRouter.serve(
          Layer.merge(
            Prometheus.layer({ health: isHealthy(stats) }),
            Layer.unwrap(Effect.map(historyFile(listen.port, servers), (file) => WebPage.layer({ file })))
          ),
          { disableListenLog: true, disableLogger: true }
        ).pipe(Layer.provide(NodeHttpServer.layer(createServer, listen)))
  const pushing =
    otlp === undefined ? Layer.empty : Layer.provide(Otlp.layer({ ...otlp, interval }), FetchHttpClient.layer)
  const lines =
    graphite === undefined
      ? Layer.empty
      : Layer.provide(Graphite.layer({ ...graphite, interval }), NodeSocket.layerNet(graphite))
  return Layer.mergeAll(serving, pushing, lines)
}

const shownHost = (host: string) => (host.includes(":") ? `[${host}]` : host)

/** Describes the state in one line. */
const summary = (list: ReadonlyArray<Stats.SourceStatus>, series: number): PlainText => {
  const failing = list.filter(({ failure }) => failure !== undefined && failure !== "EndpointNotFound")
  const [first] = failing
  const trouble =
    first === undefined
      ? format``
      : format`, ${failing.length} failing (${oneLine(`${first.account} ${first.source}: ${first.failure ?? ""}`)})`
  return format`${list.length} sources${trouble}, ${series} series`
}

/** Redraws a line at the terminal every second. */
const statusLine = Effect.fnUntraced(function* (stats: Stats.Stats) {
  const output = yield* Output.Output
  const draw = Effect.gen(function* () {
    const series = (yield* Metric.snapshot).length
    const text = cut(summary(yield* stats.status, series), Math.max(10, output.columns - 1))
    yield* Screen.showUntilOutput(text)
  })
  return yield* draw.pipe(Effect.delay("1 second"), Effect.forever)
})

/** The longest time until each source was read once. */
const longest = Duration.seconds(30)

const isRead = ({ failure, seenAt }: Stats.SourceStatus) => failure !== undefined || seenAt !== undefined

/** Reads each source once, and writes the page with what was found. */
export const writePage = (stats: Stats.Stats, file: string) =>
  Effect.gen(function* () {
    const all = Effect.map(stats.status, (list) => list.length > 0 && list.every(isRead))
    const wait = all.pipe(
      Effect.delay("500 millis"),
      Effect.repeat({ until: (isDone: boolean) => isDone }),
      Effect.timeoutOption(longest)
    )
    yield* Output.during(format`Reading the account`, Effect.raceFirst(stats.run, wait))
    yield* LocalFile.write(file, yield* WebPage.html)
    yield* Output.value({ file }, () => oneLine(file))
  }).pipe(withRegistry)

/** Reads the accounts and provides their metrics until it is interrupted. */
export const serve = (stats: Stats.Stats, outputs: Outputs) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const { listen } = outputs
    if (listen !== undefined && !output.isJson) {
      const url = `http://${shownHost(listen.host)}:${listen.port}/`
      yield* output.line(format`${output.paint("bold", plain(url))}  ${plain("for Prometheus: metrics")}`)
    }
    yield* output.note(format`Press Ctrl-C to stop.`)
    const watching = output.isJson
      ? Stream.runForEach(JsonLines.stream({ interval: outputs.interval }), (line) =>
          output.verbatim(`${line}\n`)
        )
      : output.isTerminal
        ? statusLine(stats)
        : Effect.never
    return yield* Effect.raceFirst(
      Layer.launch(layers(outputs, stats)),
      Effect.raceFirst(stats.run, watching)
    )
  }).pipe(withRegistry)
