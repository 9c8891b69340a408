/** Runs players' console lines for the in-memory server in a worker thread, where they have no access to this process. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Call, type Link, maxText, type Step } from "./protocol.ts"

/** The thread's module is beside this one, in the sources and in the bundle. */
const module = new URL(`./sandbox${/\.\w+$/.exec(import.meta.url)?.[0] ?? ".js"}`, import.meta.url)

/** The time in which the thread loads an engine for a player, in milliseconds. */
const maxLoading = 10_000

/** Levels of nesting in Memory: deeper values overflow the stack of programs that read them. */
const maxDepth = 1000

const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeep(inner, levels - 1)))

/** Scripts can forge their outcome. */
const Outcome = Schema.fromJsonString(
  Schema.Struct({
    log: Schema.Array(Schema.String),
    results: Schema.Array(Schema.String),
    error: Schema.optional(Schema.String),
    cpu: Schema.Finite,
    memory: Schema.Unknown.check(
      Schema.makeFilter((value) => !isDeep(value, maxDepth), { expected: "Memory of less depth" })
    )
  })
)

const decode = Schema.decodeUnknownOption(Outcome)

interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly posted: Int32Array
  received: number
}

const start = (): Thread => {
  const { port1, port2 } = new MessageChannel()
  const posted = new Int32Array(new SharedArrayBuffer(4))
  const workerData: Link = { port: port2, posted }
  const worker = new Worker(module, {
    workerData,
    transferList: [port2],
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64 }
  })
  worker.unref()
  // A thread that ends by itself does not respond, and is then replaced.
  worker.on("error", () => {})
  return { worker, port: port1, posted, received: 0 }
}

/** Waits for the thread's next message; `none` when it takes too long. */
const receive = (thread: Thread, millis: number): Option.Option<unknown> => {
  const { port, posted, received } = thread
  if (Atomics.wait(posted, 0, received, millis) === "timed-out") return Option.none()
  thread.received += 1
  return Option.fromUndefinedOr(receiveMessageOnPort(port)?.message)
}

/** Replaces all keys, without invoking the setter of `__proto__`. */
const replace = (memory: Record<string, unknown>, next: unknown) => {
  for (const key of Object.keys(memory)) delete memory[key]
  for (const [key, value] of Object.entries(Object(next)))
    Object.defineProperty(memory, key, { value, writable: true, enumerable: true, configurable: true })
}

/** What a tick printed; `left` characters may follow. */
interface Printed {
  readonly log: Array<string>
  readonly results: Array<string>
  cpu: number
  left: number
}

/** Adds what a step printed; returns whether it is within the limit. */
const isPrinted = (printed: Printed, { cpu, log, results }: typeof Outcome.Type): boolean => {
  for (const text of [...log, ...results]) printed.left -= text.length
  printed.log.push(...log)
  printed.results.push(...results)
  printed.cpu = cpu
  return printed.left >= 0
}

/**
 * Creates a runner that keeps one global per player, as the game does. Each console line is a step of its own, so that it
 * runs between the writes to Memory that were sent before and after it. A tick that takes too long, or breaks its engine,
 * ends the thread; all players then get new globals, and Memory keeps the state before the tick. `maxRunning` limits the
 * time of one player's lines in one tick, in milliseconds.
 */
export const make = (
  maxRunning = 1000
): Effect.Effect<(run: ScreepsWorld.Run) => ScreepsWorld.Outcome, never, Scope.Scope> =>
  Effect.gen(function* () {
    const running = yield* Effect.acquireRelease(
      Effect.sync(() => ({ thread: start() })),
      ({ thread }) => Effect.promise(() => thread.worker.terminate())
    )
    /** Runs a step; returns what came back, or why nothing did, and the time that is left. */
    const send = (call: Call, millis: number) => {
      const { thread } = running
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.port.postMessage(call)
      if (Option.isNone(receive(thread, maxLoading))) return { failure: "the script engine did not start" }
      const begun = performance.now()
      const message = receive(thread, millis)
      if (Option.isNone(message)) return { failure: `the script timed out after ${maxRunning} ms` }
      return { outcome: decode(message.value), left: millis - (performance.now() - begun) }
    }
    return ({ expressions, memory, shard, time, user }) => {
      const before = JSON.stringify(memory)
      const printed: Printed = { log: [], results: [], cpu: 0, left: maxText }
      let millis = maxRunning
      /** Memory as the last step left it. */
      let known = ""
      const abort = (error: string): ScreepsWorld.Outcome => {
        void running.thread.worker.terminate()
        running.thread = start()
        replace(memory, JSON.parse(before))
        return { error }
      }
      /** Performs a step; returns the outcome of the tick if the step ends it. */
      const perform = (step: Step): ScreepsWorld.Outcome | undefined => {
        const text = JSON.stringify(memory)
        if (text.length > maxText) return { error: `Memory is larger than ${maxText} characters` }
        const given = JSON.stringify(text === known ? step : { ...step, memory })
        const { failure, left, outcome } = send({ user, given }, millis)
        if (failure !== undefined) return abort(failure)
        if (Option.isNone(outcome) || !isPrinted(printed, outcome.value))
          return abort("the script was aborted: it used too much memory, or returned too much")
        millis = left
        replace(memory, outcome.value.memory)
        known = JSON.stringify(memory)
        const { cpu, log, results } = printed
        return outcome.value.error === undefined
          ? undefined
          : { log, results, cpu, error: outcome.value.error }
      }
      const ended = perform({ tick: { time, shard } })
      if (ended !== undefined) return ended
      // Reading the next line performs the writes to Memory before it.
      for (const line of expressions) {
        const ended = perform({ line })
        if (ended !== undefined) return ended
      }
      const { cpu, log, results } = printed
      return { log, results, cpu }
    }
  })
