/**
 * The Screeps API and socket without Effect: promises for calls, async iterables for streams.
 *
 * **Details**
 *
 * ```ts
 * import { connect } from "@screeps-effect/promise"
 *
 * await using screeps = await connect({ token: "an API token", shard: "shard3" })
 *
 * const { time } = await screeps.game.time()
 * for await (const { objects, tick } of screeps.rooms.states("W7N3")) console.log(time, tick, objects.size)
 * ```
 */
import * as operations from "@screeps-effect/api/operations"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { Description } from "@screeps-effect/api/Server"
import type { Ok } from "@screeps-effect/schema/Envelope"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { Channel } from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Screeps from "@screeps-effect/socket/Screeps"
import { subscribe } from "@screeps-effect/socket/ScreepsSocket"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as MemoryWatch from "@screeps-effect/socket/workflows/MemoryWatch"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type Arguments, type CallOptions, makeRunner, type Methods, methods, type Value } from "./methods.ts"
import { installed, withTransport } from "./transport.ts"

export { type CallOptions, ConnectionClosed, type Method, type Methods, type Value } from "./methods.ts"
export * from "@screeps-effect/api/ScreepsError"
export * as SocketError from "@screeps-effect/socket/SocketError"
export { Mismatch, NoAnswer, Threw } from "@screeps-effect/socket/workflows/Console"
export { DecodeFailure } from "@screeps-effect/socket/workflows/MemoryWatch"
// Effect's own values in inputs and results: a strict package manager lets programs import direct dependencies only.
export * as Duration from "effect/Duration"
export * as Redacted from "effect/Redacted"
export * as Schema from "effect/Schema"

type Groups = {
  readonly [K in keyof typeof operations as Uncapitalize<K>]: Methods<(typeof operations)[K]>
}

type ChannelMethod<F> = F extends (...args: infer P) => Channel<infer A>
  ? (...args: Arguments<P>) => AsyncIterable<A>
  : never

// Mapped over a type parameter, so that methods keep their doc comments.
type ChannelMethods<G, Keys extends keyof G> = { readonly [K in Keys]: ChannelMethod<G[K]> }
type ChannelKeys<G> = { [K in keyof G]: ChannelMethod<G[K]> extends never ? never : K }[keyof G]

/** A part of Memory. */
export interface MemoryInput {
  /** Keys joined by dots, such as `creeps.Bob`; without it, all of Memory is meant. */
  readonly path?: string | undefined
  /** Name of the shard on official servers; default: the configured one. */
  readonly shard?: ShardName | undefined
}

/** A value of Memory to watch. */
export interface WatchInput extends MemoryWatch.Options {
  /** Keys joined by dots, such as `stats.gcl`. */
  readonly path: string
}

/** A schema that values must match. */
export interface WithSchema<A> {
  /** The schema, from `effect/Schema`. */
  readonly schema: Schema.Codec<A, unknown>
}

/** The player's Memory: the operations, and values that are unpacked and watched. */
export interface MemoryMethods extends Omit<Methods<typeof operations.Memory>, "read" | "write"> {
  /**
   * Returns a part of Memory, unpacked, and checked if a schema is given; `undefined` when the last key of the path is
   * missing.
   *
   * **Errors** `Rejected` ("Incorrect memory path": an earlier key is missing or null), `UnexpectedResponse` when the
   * value does not match the schema, and those of `get`.
   */
  readonly read: {
    <A>(input: MemoryInput & WithSchema<A>, options?: CallOptions): Promise<A | undefined>
    (input: MemoryInput, options?: CallOptions): Promise<unknown>
  }
  /**
   * Emits a value of Memory, now and whenever it changes, checked if a schema is given; `undefined` while the path has
   * no value.
   *
   * **Errors** `DecodeFailure` when a value does not match the schema, `ScreepsError`, `SocketError`.
   */
  readonly watch: {
    <A>(input: WatchInput & WithSchema<A>, options?: CallOptions): AsyncIterable<A | undefined>
    (input: WatchInput, options?: CallOptions): AsyncIterable<unknown>
  }
}

/** A raw memory segment. */
export interface SegmentInput {
  /** Number of the segment, 0–99. */
  readonly segment: number
  /** Name of the shard on official servers; default: the configured one. */
  readonly shard?: ShardName | undefined
}

/** Raw memory segments: the operations, and JSON values. */
export interface SegmentMethods extends Omit<Methods<typeof operations.Segments>, "readJson" | "writeJson"> {
  /**
   * Returns the JSON value of a segment, checked if a schema is given; `undefined` when it was never written, or is empty.
   *
   * **Errors** `UnexpectedResponse` when the text is not JSON or the value does not match the schema, and those of `get`.
   */
  readonly readJson: {
    <A>(input: SegmentInput & WithSchema<A>, options?: CallOptions): Promise<A | undefined>
    (input: SegmentInput, options?: CallOptions): Promise<unknown>
  }
  /**
   * Writes a value as JSON to a segment.
   *
   * **Errors** `InvalidInput` (the value is not JSON, or its text is too long; nothing is sent) and those of `set`.
   */
  readonly writeJson: (
    input: SegmentInput & {
      /** Value to write; its JSON text has at most 102400 characters. */
      readonly value: Schema.Json
    },
    options?: CallOptions
  ) => Promise<Ok>
}

/** The player's code: the operations, and uploads that change only what differs. */
export interface CodeMethods
  extends Methods<typeof operations.Code>, Pick<Methods<typeof CodeSync>, "pull" | "push"> {}

/** The console. */
export interface ConsoleMethods extends Pick<Methods<typeof Console>, "lines" | "run"> {
  /**
   * Runs a line in the console and returns its value as JSON data; `undefined` when it has no JSON text.
   *
   * **Errors** those of `run`; `Threw` also for values that cannot be written as JSON.
   */
  readonly evaluate: (expression: string, run?: Console.RunOptions, options?: CallOptions) => Promise<unknown>
}

/**
 * A connection to one server with one account: calls, the socket and rooms.
 *
 * **Details**
 *
 * Every method takes `CallOptions` as its last argument. Calls reject with `ScreepsError`, whose `reason` says what went
 * wrong; streams also with `SocketError`. The socket connects when it is first used. All calls share one token and one
 * set of quotas: connect once per server and account.
 */
export interface Connection extends Omit<Groups, "code" | "memory" | "segments">, AsyncDisposable {
  /** The server that receives the calls. */
  readonly server: Description
  /** The player's code: the operations, and uploads that change only what differs. */
  readonly code: CodeMethods
  /** The player's Memory: the operations, and values that are unpacked and watched. */
  readonly memory: MemoryMethods
  /** Raw memory segments: texts and JSON values. */
  readonly segments: SegmentMethods
  /** The console: commands with their results, and its lines. */
  readonly console: ConsoleMethods
  /** Complete states of rooms, as they change. */
  readonly rooms: Pick<Methods<typeof RoomFeed>, "age" | "changes" | "signals" | "states">
  /** The payloads of the socket's channels. */
  readonly channels: ChannelMethods<typeof Channels, ChannelKeys<typeof Channels>>
  /** Runs any effect of the SDK, such as a workflow, with this connection. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Screeps.Services>,
    options?: CallOptions
  ) => Promise<Value<A>>
  /** Runs any stream of the SDK with this connection. */
  readonly iterate: <A, E>(
    stream: Stream.Stream<A, E, Screeps.Services>,
    options?: CallOptions
  ) => AsyncIterable<A>
  /**
   * Closes the socket: iterations end, and calls that are still running reject with `ConnectionClosed`. `await using`
   * calls it.
   */
  readonly close: () => Promise<void>
}

const lowerFirst = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value)]))

/** The channels' constructors as functions that return streams. */
const subscriptions = mapValues<unknown, unknown>(Channels, (channel) =>
  typeof channel === "function"
    ? (...args: ReadonlyArray<unknown>) => subscribe<unknown>(channel(...args))
    : channel
)

/** Connects through a layer of the SDK, such as `TestServer.layer` in tests. */
export const connectLayer = async <E>(layer: Layer.Layer<Screeps.Services, E>): Promise<Connection> => {
  const runtime = ManagedRuntime.make(layer)
  const runner = makeRunner(runtime)
  const { close, iterate, run } = runner
  const { server } = await run(ScreepsClient).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const groups = mapValues(operations, (group) => methods(group, runner))
  return {
    // The compiler cannot follow a mapped type through `Object.entries`.
    ...(Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [lowerFirst(name), group])
    ) as unknown as Groups),
    server,
    code: { ...methods(operations.Code, runner), ...methods(CodeSync, runner) },
    memory: {
      ...methods(operations.Memory, runner),
      read: <A>(
        { schema, ...input }: MemoryInput & Partial<WithSchema<A>>,
        options?: CallOptions
      ): Promise<Value<Option.Option<unknown>>> =>
        run(operations.Memory.read(input, schema ?? Schema.Unknown), options),
      watch: <A>({ path, schema, ...rest }: WatchInput & Partial<WithSchema<A>>, options?: CallOptions) =>
        iterate(
          Stream.map(MemoryWatch.stream(path, schema ?? Schema.Unknown, rest), Option.getOrUndefined),
          options
        )
    },
    segments: {
      ...methods(operations.Segments, runner),
      readJson: <A>(
        { schema, ...input }: SegmentInput & Partial<WithSchema<A>>,
        options?: CallOptions
      ): Promise<Value<Option.Option<unknown>>> =>
        run(operations.Segments.readJson(input, schema ?? Schema.Unknown), options),
      writeJson: (input, options) => run(operations.Segments.writeJson(input, Schema.Json), options)
    },
    console: {
      ...methods(Console, runner),
      evaluate: (expression, runOptions, options) =>
        run(Console.runAs(Schema.Unknown, expression, runOptions), options)
    },
    rooms: methods(RoomFeed, runner),
    // As above: the functions of `subscriptions` have the names and arguments of `Channels`.
    channels: methods(subscriptions, runner) as unknown as Connection["channels"],
    run,
    iterate,
    close,
    [Symbol.asyncDispose]: close
  }
}

/** The server, the account, and options of the socket and of rooms. */
export type Options = Screeps.Options

/**
 * Connects to a server. Without options, the server and the account are read from the environment: `SCREEPS_URL`,
 * `SCREEPS_SHARD`, `SCREEPS_SERVER_PASSWORD`, and `SCREEPS_TOKEN` or `SCREEPS_USERNAME` and `SCREEPS_PASSWORD`.
 *
 * **Details**
 *
 * Nothing is sent yet: wrong credentials fail the first call. On Node, the connection uses the package `undici` if it is
 * installed, and the proxies of the environment with it; else the platform's `fetch` and `WebSocket`. The options `http`
 * and `webSocket` choose another transport.
 *
 * ```ts
 * import { connect, ScreepsError } from "@screeps-effect/promise"
 *
 * const screeps = await connect({ url: "http://127.0.0.1:21025", username: "bob", password: "secret" })
 * try {
 *   console.log(await screeps.user.name(), await screeps.memory.read({ path: "stats" }))
 * } catch (error) {
 *   if (!(error instanceof ScreepsError)) throw error
 *   console.error(error.reason._tag, error.message)
 * } finally {
 *   await screeps.close()
 * }
 * ```
 *
 * **Errors** `InvalidServer` when the address is malformed; without options `ConfigError`.
 */
export const connect = async (options?: Options): Promise<Connection> =>
  connectLayer<unknown>(
    options === undefined ? Screeps.layerConfig(installed()) : Screeps.layer(withTransport(options))
  )
