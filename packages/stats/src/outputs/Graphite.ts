/**
 * Sends metrics to Graphite as lines over TCP: Carbon, and programs that accept its line protocol.
 *
 * **Details**
 *
 * At each interval all metrics are read and buffered as lines with the time of the round. One fiber sends the rounds in
 * order, each over a connection of its own. The receiver closes it when it has read the last line, which is the only
 * confirmation of this protocol; otherwise the round is sent again, which overwrites the same points. While the receiver
 * is away, rounds wait up to the bounds of the buffer; then the oldest is dropped and counted
 * (`screeps_stats_output_dropped_total`).
 *
 * The connection is the service `Socket` of Effect. On Node, `NodeSocket` of `@effect/platform-node` provides it:
 *
 * ```ts
 * import { NodeSocket } from "@effect/platform-node"
 * import { Graphite } from "@screeps-effect/stats"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Graphite.layer({ prefix: "screeps", format: "tags" }).pipe(
 *   Layer.provide(NodeSocket.layerNet({ host: "127.0.0.1", port: 2003 }))
 * )
 * ```
 *
 * The format `path` is for every Graphite: `screeps.shard3.W7N3.screeps_energy`, with the values of labels between the
 * prefix and the name; the keys of the label `path` are levels of their own. The format `tags` needs Graphite 1.1:
 * `screeps.screeps_energy;room=W7N3;shard=shard3`.
 *
 * Characters that are not allowed are encoded as in addresses, in UTF-8: a space is `%20`, and the `*` that stands for a
 * room in a path is `%2A`. So different names stay different. The path has no names of labels: of two series that have the
 * same path nevertheless, the first is sent, and `screeps_stats_output_conflicts` counts the others.
 *
 * A histogram is sent as `_sum` and `_count`, without buckets: Graphite has no function for them, and each would be a file.
 * NaN and infinities are not sent.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import { conflicts } from "./metrics.ts"
import * as Outbox from "./outbox.ts"
import * as Samples from "./samples.ts"

/** How series are named. */
export interface FormatOptions {
  /** What all names begin with; `screeps` by default, `""` for nothing. Dots separate levels. */
  readonly prefix?: string | undefined
  /** `path` by default. */
  readonly format?: "path" | "tags" | undefined
}

/** How often, how and under which names metrics are sent. */
export interface Options extends FormatOptions, Outbox.DeliveryOptions {
  /** The time between two rounds; 15 seconds by default. */
  readonly interval?: Duration.Input | undefined
}

/** Longer texts are cut: those of this package are shorter, and a line has a bound. */
const maxText = 1000
/** Longer levels are continued by further ones: a level is the name of a folder or a file. */
const longestLevels = /.{1,200}/g

const utf8 = new TextEncoder()

/** Returns a character as its bytes, such as `%20`; half of a character has none. */
const percent = (character: string) =>
  /\p{Surrogate}/u.test(character)
    ? `%u${character.charCodeAt(0).toString(16).toUpperCase()}`
    : Array.from(
        utf8.encode(character),
        (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
      ).join("")

/** Encodes the characters that match; different texts stay different, and none becomes empty. */
const encode = (text: string, forbidden: RegExp) => text.slice(0, maxText).replace(forbidden, percent) || "%"

const part = (text: string) => encode(text, /[^\w-]/gu)

/** Returns a part as levels; a level that continues another one begins with `~`, as no other does. */
const levelsOfPart = (text: string): ReadonlyArray<string> => {
  const [first = "%", ...others] = part(text).match(longestLevels) ?? []
  return [first, ...others.map((rest) => `~${rest}`)]
}

const tagName = (text: string) =>
  // Graphite keeps the name of the series in the tag `name`.
  text === "name" ? "%6E%61%6D%65" : part(text)

const tagValue = (text: string) => encode(text, /[^\u0021-\u007e]|[;%]|^~/gu)

const prefixOf = ({ prefix = "screeps" }: FormatOptions) =>
  prefix
    .split(".")
    .filter((level) => level !== "")
    .map(part)

/** The most levels of a path that a label holds; what follows is one level, with its dots encoded. */
const maxLevels = 16

/** The label `path` holds keys of Memory joined by dots, each of which is a level; any other label is one level. */
const levelsOf = (label: string, text: string): ReadonlyArray<string> => {
  if (label !== "path") return levelsOfPart(text)
  const keys = text.split(".")
  return [
    ...keys.slice(0, maxLevels - 1),
    ...(keys.length < maxLevels ? [] : [keys.slice(maxLevels - 1).join(".")])
  ].flatMap(levelsOfPart)
}

/** The labels whose values come first in a path, in this order; others follow in alphabetical order. */
const first: ReadonlyArray<string> = ["server", "account", "shard", "room"]

const pathOf = (options: FormatOptions) => {
  const prefix = prefixOf(options)
  return ({ labels, name }: Samples.Sample) => {
    const before = first.filter((label) => Object.hasOwn(labels, label))
    const after = Object.keys(labels)
      .filter((label) => !first.includes(label))
      .toSorted()
    const levels = [...before, ...after].flatMap((label) => levelsOf(label, labels[label] ?? ""))
    return [...prefix, ...levels, ...levelsOfPart(name)].join(".")
  }
}

const taggedOf = (options: FormatOptions) => {
  const prefix = prefixOf(options)
  return ({ labels, name }: Samples.Sample) => {
    const tags = new Map(
      Object.entries(labels)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([label, value]) => [tagName(label), tagValue(value)])
    )
    return [[...prefix, part(name)].join("."), ...Array.from(tags, (tag) => tag.join("="))].join(";")
  }
}

/** Returns a function that formats the metrics of a context, and how many series it left out. */
const formatter = (options: FormatOptions) => {
  const nameOf = options.format === "tags" ? taggedOf(options) : pathOf(options)
  return (context: Context.Context<never>, at: number) => {
    const values = new Map<string, number>()
    let conflicting = 0
    for (const sample of Samples.take(context)) {
      if (sample.isBucket || !Number.isFinite(sample.value)) continue
      const name = nameOf(sample)
      if (values.has(name)) conflicting++
      else values.set(name, sample.value)
    }
    const seconds = Math.floor(at / 1000)
    return { lines: Array.from(values, ([name, value]) => `${name} ${value} ${seconds}\n`), conflicting }
  }
}

/** Returns the lines of one round, each with its line break. */
export const lines = (options: FormatOptions = {}): Effect.Effect<ReadonlyArray<string>> => {
  const format = formatter(options)
  return Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    return format(yield* Effect.context(), at).lines
  })
}

const failure = (what: string, error?: Socket.SocketError) => {
  const code = Outbox.codeOf(error)
  return new Outbox.Unavailable({ message: code === undefined ? what : `${what} (${code})` })
}

/** Waits until the receiver has closed the connection; what it sends is ignored. */
const closed = ({ pull }: Socket.Reader): Effect.Effect<void, Outbox.Unavailable> =>
  Effect.forever(pull, { disableYield: true }).pipe(
    Effect.catchTag("SocketError", (error) =>
      error.reason._tag === "SocketCloseError" && error.reason.code === 1000
        ? Effect.void
        : failure("Graphite broke the connection", error)
    )
  )

/** Sends one round over a connection of its own. */
const sendTo = (socket: Socket.Socket) => (round: Uint8Array) =>
  Effect.gen(function* () {
    const reader = yield* Effect.mapError(socket.reader, (error) => failure("Graphite is unreachable", error))
    const writing = yield* Scope.fork(yield* Effect.scope)
    const { write } = yield* Scope.provide(socket.writer, writing)
    const finished = closed(reader)
    const written = Effect.mapError(write(round), (error) => failure("Graphite broke the connection", error))
    const early = Effect.andThen(finished, failure("Graphite closed the connection early"))
    yield* Effect.raceFirst(written, early).pipe(
      // Ends the sending half of the connection, after what was written.
      Effect.andThen(Scope.close(writing, Exit.void)),
      Effect.andThen(finished),
      // Otherwise the platform keeps the connection, and what was not sent, until the receiver reads.
      Effect.onError(() => Effect.ignore(write(new Socket.CloseEvent(1006))))
    )
  }).pipe(Effect.scoped)

/** Reads and sends metrics of the layer's context until its scope ends, with a last round at the end. */
export const layer = (options: Options = {}): Layer.Layer<never, never, Socket.Socket> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const context = yield* Effect.context()
      const name = options.name ?? "graphite"
      const outbox = yield* Outbox.make(name, sendTo(yield* Socket.Socket), options)
      const count = conflicts(name)
      const format = formatter(options)
      const encoder = new TextEncoder()
      const round = Effect.gen(function* () {
        const { conflicting, lines } = format(context, yield* Clock.currentTimeMillis)
        count.updateUnsafe(conflicting, context)
        const bytes = encoder.encode(lines.join(""))
        if (bytes.length > 0) yield* outbox.offer(bytes, bytes.length)
      }).pipe(Outbox.logDefect(name, "reading the metrics"))
      yield* Effect.addFinalizer(() => round)
      yield* Effect.forkScoped(Effect.schedule(round, Schedule.fixed(options.interval ?? "15 seconds")))
    })
  )
