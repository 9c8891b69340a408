/** The console, with the source maps of the code that ran. */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as BranchActivity from "@screeps-effect/schema/BranchActivity"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import * as Channels from "../../Channels.ts"
import { Limits } from "../../connection/settings.ts"
import { ScreepsSocket } from "../../ScreepsSocket.ts"
import { Ended, SocketError } from "../../SocketError.ts"
import * as FanOut from "../../subscriptions/fanOut.ts"
import { pull } from "../CodeSync/Push.ts"
import type { LinesOptions } from "../Console.ts"
import { fromEvent, type Line } from "../Console/Lines.ts"
import { make, type Mapper, type MapperOptions } from "./Mapper.ts"
import { find, Archive } from "./Archive.ts"

/**
 * Whether a stack trace was mapped: `none` is kept for the code that ran, or that code is `unknown`, since it changed in
 * this tick. Events and lines that contain no stack trace are `none`, too.
 */
export type Maps = "found" | "none" | "unknown"

/** An event of the console, and the mapper of the code that ran. */
export interface MappedEvent {
  readonly event: ConsoleEvent.ConsoleEvent
  readonly maps: Maps
  /** Maps the texts of the event; returns them unchanged unless `maps` is `found`. */
  readonly mapText: Mapper["mapText"]
}

/** A line of the console, whose stack trace was mapped if the maps were found. */
export interface MappedLine extends Line {
  readonly maps: Maps
}

/** The code of the active branch from some point on. */
interface Version {
  /** Done when the maps were looked up for the first time. */
  readonly looked: Deferred.Deferred<void>
  mapper: Mapper | undefined
  /** The modules, once they are known; empty if they could not be downloaded. */
  modules: CodeModules | undefined
  /** When the maps were looked up last. */
  lookedAt: number
  /** Number of runs of the script whose code is uncertain. */
  uncertain: number
}

/** Maps that are not kept yet are looked up again, at most this often; in milliseconds. */
const lookEvery = 1000

/** The longest time that the server may take to respond. */
const longest = "30 seconds"

/** Most events that wait for the listener. */
const capacity = 1024

const textsOf = (event: ConsoleEvent.ConsoleEvent): ReadonlyArray<string> =>
  "error" in event ? [event.error] : [...(event.messages.log ?? []), ...(event.messages.results ?? [])]

const bytesOf = (event: ConsoleEvent.ConsoleEvent): number =>
  textsOf(event).reduce((sum, { length }) => sum + length, 0)

const unmapped = (event: ConsoleEvent.ConsoleEvent, maps: "none" | "unknown"): MappedEvent => ({
  event,
  maps,
  mapText: (text) => text
})

/** Returns the options for the server's kind, unless they are given. */
const optionsFor = ({ prefixLength }: MapperOptions): Effect.Effect<MapperOptions, never, ScreepsClient> =>
  prefixLength === undefined
    ? Game.version().pipe(
        Effect.timeout(longest),
        Effect.map(({ packageVersion }) => (packageVersion === "xxscreeps" ? { prefixLength: 34 } : {})),
        Effect.orElseSucceed(() => ({}))
      )
    : Effect.succeed({ prefixLength })

/**
 * Returns the mapper of the code that the account runs now, by the maps in the `Archive`, for a single text such as the error
 * of `Console.NoAnswer`; `undefined` when no maps are kept for that code, or it cannot be downloaded. If the archive is empty,
 * nothing is downloaded.
 */
export const current = (
  options: MapperOptions = {}
): Effect.Effect<Mapper | undefined, never, ScreepsClient | Archive> =>
  Effect.gen(function* () {
    const archive = yield* Archive
    if (yield* archive.isEmpty) return undefined
    const { modules } = yield* Effect.timeout(pull(BranchActivity.branch("activeWorld")), longest)
    const maps = yield* find(modules)
    return maps.size === 0 ? undefined : make(maps, yield* optionsFor(options))
  }).pipe(Effect.orElseSucceed(() => undefined))

/** Whether an event may contain a stack trace; others need not wait for the code to be downloaded. */
const hasTrace = (event: ConsoleEvent.ConsoleEvent): boolean =>
  textsOf(event).some((text) => text.includes("  at "))

/**
 * Emits the events of the console from now on, each with the mapper of the code that ran, by the maps in the `Archive`.
 *
 * **Details**
 *
 * The code of the active branch is downloaded once, and again after the connection was lost; uploads and changes of the
 * active branch arrive on the socket. If the archive is empty, nothing is downloaded. Maps that another program keeps later
 * are found as well: while there are none for the code, they are looked up again when a trace arrives. Traces of a tick in
 * which the code changed are not mapped, since either code may have run. Unless `prefixLength` is given, the server's
 * version decides it.
 *
 * **Gotchas**
 *
 * A change in the tick before this stream starts is not noticed.
 *
 * **Errors** those of `ScreepsSocket.subscribe`. If the code cannot be downloaded, nothing is mapped.
 */
export const events = (
  options: MapperOptions = {}
): Stream.Stream<MappedEvent, SocketError, ScreepsSocket | ScreepsClient | Archive> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const socket = yield* ScreepsSocket
      const archive = yield* Archive
      const bounds = { items: capacity, bytes: (yield* Limits).waitingBytes }
      const received = FanOut.queue<{
        readonly event: ConsoleEvent.ConsoleEvent
        readonly version: Version | undefined
      }>(FanOut.every("console", bounds))
      /** Versions whose mapper is to be found; those without modules are downloaded. */
      const changes = yield* Queue.unbounded<Version>()
      let active: string | undefined
      let version: Version | undefined
      let isInRun = false

      const change = (modules: CodeModules | undefined, uncertain: number) => {
        version = {
          looked: Deferred.makeUnsafe(),
          mapper: undefined,
          modules,
          lookedAt: -Infinity,
          uncertain
        }
        Queue.offerUnsafe(changes, version)
      }

      const download = Effect.fnUntraced(function* (own: Version) {
        // A change that the server does not report any more is in the download.
        yield* Effect.ignore(Effect.timeout(socket.roundTrip, longest))
        const code = yield* Effect.orElseSucceed(
          Effect.timeout(pull(BranchActivity.branch("activeWorld")), longest),
          () => undefined
        )
        // The download may be that of a later version.
        const isOwn = code !== undefined && own === version
        if (isOwn) active = code.branch
        return isOwn ? code.modules : {}
      })
      const look = (own: Version) =>
        Effect.gen(function* () {
          const isFirst = own.lookedAt === -Infinity
          own.lookedAt = yield* Millis.monotonic
          if (yield* archive.isEmpty) return
          own.modules ??= yield* download(own)
          // A damaged map is reported once.
          const maps = yield* isFirst
            ? find(own.modules)
            : Effect.provideService(find(own.modules), References.MinimumLogLevel, "None")
          if (maps.size > 0) own.mapper = make(maps, yield* optionsFor(options))
        }).pipe(
          Effect.ignore,
          // The traces of this version stay as they are; later versions may have maps again.
          Effect.catchDefect((defect) => Effect.logError("Source maps could not be looked up", defect))
        )
      const finding = Effect.flatMap(Queue.take(changes), (own) =>
        Effect.ensuring(look(own), Deferred.succeed(own.looked, undefined))
      )
      yield* Effect.forkScoped(Effect.forever(finding))

      /** Returns the mapper of a version; another program may have kept its maps since they were looked up. */
      const mapperOf = Effect.fnUntraced(function* (own: Version) {
        yield* Deferred.await(own.looked)
        const elapsed = (yield* Millis.monotonic) - own.lookedAt
        if (own.mapper === undefined && elapsed >= lookEvery) yield* look(own)
        return own.mapper
      })

      /** Counts runs: output of the script begins one, and so does an error without output before it. */
      const receive = (event: ConsoleEvent.ConsoleEvent) => {
        const isError = "error" in event
        if ((!isError || !isInRun) && version !== undefined) version.uncertain -= 1
        isInRun = !isError
        const isCertain = version !== undefined && version.uncertain < 0
        received.offer({ event, version: isCertain ? version : undefined }, bytesOf(event))
      }

      const listening = Effect.all(
        [
          socket.runForEachWhile(Channels.code(), (signal) => {
            if (signal._tag !== "Payload") return true
            const { branch, modules } = signal.payload
            if (active === undefined) change(undefined, 1)
            else if (branch === active) change(modules, 1)
            return true
          }),
          socket.runForEachWhile(Channels.activeBranch(), (signal) => {
            if (signal._tag !== "Payload" || signal.payload.activeName !== "activeWorld") return true
            active = undefined
            change(undefined, 1)
            return true
          }),
          socket.runForEachWhile(Channels.console(), (signal) => {
            if (signal._tag === "Connected" || signal._tag === "Resumed") {
              active = undefined
              isInRun = false
              change(undefined, 0)
            }
            if (signal._tag === "Payload") receive(signal.payload)
            return true
          })
        ],
        { concurrency: "unbounded", discard: true }
      )
      const running = listening.pipe(
        Effect.catchDefect((defect) =>
          Effect.andThen(
            Effect.logError("The console is no longer mapped because of an internal error", defect),
            Effect.fail(new SocketError({ reason: new Ended({ cause: defect }) }))
          )
        ),
        Effect.catch((error) => Effect.sync(() => received.fail(error)))
      )
      yield* Effect.forkScoped(running)

      return Stream.fromPull(Effect.succeed(received.take)).pipe(
        Stream.mapEffect(({ event, version }) =>
          Effect.gen(function* () {
            if (!hasTrace(event)) return unmapped(event, "none")
            if (version === undefined) return unmapped(event, "unknown")
            const mapper = yield* mapperOf(version)
            return mapper === undefined
              ? unmapped(event, "none")
              : ({ event, maps: "found", mapText: mapper.mapText } satisfies MappedEvent)
          })
        )
      )
    })
  )

/**
 * Emits the console like `Console.lines`, with the stack traces of errors and logs mapped to the sources, by the maps in
 * the `Archive`: see `events`.
 *
 * **Errors** those of `ScreepsSocket.subscribe`.
 */
export const lines = (
  options?: Omit<LinesOptions, "raw"> & MapperOptions
): Stream.Stream<MappedLine, SocketError, ScreepsSocket | ScreepsClient | Archive> =>
  events(options).pipe(
    Stream.flatMap(({ event, mapText, maps }) =>
      Stream.fromIterable(
        fromEvent(event, false).map((line): MappedLine => ({ ...line, text: mapText(line.text), maps }))
      )
    ),
    Stream.filter(
      ({ shard }) => options?.shard === undefined || shard === undefined || shard === options.shard
    )
  )
