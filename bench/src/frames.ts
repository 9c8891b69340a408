/**
 * Measures the processor time of a room message from a real connection to a complete state: a server in another process
 * sends a room and then its changes, as fast as they are received. Our client signs in, decodes, folds and delivers; the
 * other client reads and parses. Also measures the time from sending to delivery, and the memory in use after 10,000 and
 * 200,000 messages.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { inflateSync } from "node:zlib"
import { layerWebSocketConstructor, WebSocket } from "@effect/platform-node/NodeWS"
import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import { Duration, Effect, Layer, ManagedRuntime, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import * as Socket from "effect/socket/Socket"
import { alternate, median, spend } from "./harness.ts"
import { start } from "./servers/child.ts"
import { now, rooms } from "./servers/rooms.ts"

const messages = 2000
const warmUp = 3
const crowd = 50
const paced = 600
const [early, late] = [10_000, 200_000]

export interface FrameResult {
  readonly name: string
  readonly client: string
  /** Median processor time per message in microseconds, user and system. */
  readonly cpu: number
  readonly perSecond: number
  /** Relative to reading and parsing alone. */
  readonly ratio: number
}

export interface DelayResult {
  readonly name: string
  readonly client: string
  /** Microseconds from sending to delivery: the median, and what one message in a hundred exceeds. */
  readonly p50: number
  readonly p99: number
}

export interface MemoryResult {
  readonly name: string
  /** Megabytes after a forced collection, once so many messages were delivered. */
  readonly early: number
  readonly late: number
}

interface Load {
  readonly name: string
  readonly room: RoomName
  readonly gzip: boolean
  readonly listeners: number
}

const loads: ReadonlyArray<Load> = [
  ["recorded", rooms.recorded] as const,
  ["300 objects", rooms.large] as const
].flatMap(([size, room]) => {
  const name = `socket messages of a room, ${size}`
  return [
    { name, room, gzip: false, listeners: 1 },
    { name: `${name}, compressed`, room, gzip: true, listeners: 1 },
    { name: `${name}, ${crowd} listeners`, room, gzip: false, listeners: crowd }
  ]
})

const layer = (port: number, gzip: boolean, constructor: Layer.Layer<Socket.WebSocketConstructor>) =>
  RoomFeed.layerWith({ resync: Duration.infinity }).pipe(
    Layer.provide(ScreepsSocket.layerWith({ gzip })),
    Layer.provide(constructor),
    Layer.provide(ScreepsClient.layer),
    Layer.provide(Credentials.layerToken(Redacted.make("f00d".repeat(10)))),
    Layer.provide(Server.layer(Server.privateServer(`http://127.0.0.1:${port}`))),
    Layer.provide(FetchHttpClient.layer)
  )

/** Runs so many delivered states; a missing one would show as a gap. */
const states = (room: RoomName, count: number, onState: (view: RoomFeed.RoomView) => void = () => {}) =>
  Effect.suspend(() => {
    let nth = 0
    return Stream.runForEachWhile(RoomFeed.signals(room), (signal) =>
      signal._tag === "State"
        ? Effect.sync(() => {
            onState(signal.view)
            return ++nth < count
          })
        : Effect.die(`not a state: ${signal._tag}`)
    )
  })

/** `ws` and `JSON.parse`: so many messages of one subscription. */
const bare = (
  socket: WebSocket,
  { gzip, listeners, room }: Omit<Load, "name">,
  count: number,
  onPayload: (payload: { readonly visual?: string }) => void = () => {}
) =>
  new Promise<void>((resolve) => {
    let received = 0
    const callbacks = Array.from({ length: listeners }, () => onPayload)
    const listen = (data: Buffer) => {
      const frame = data.toString()
      const text = frame.startsWith("gz:")
        ? inflateSync(Buffer.from(frame.slice(3), "base64")).toString()
        : frame
      if (!text.startsWith("[")) return
      const [, payload] = JSON.parse(text)
      for (const callback of callbacks) callback(payload)
      if (++received < count) return
      socket.off("message", listen)
      socket.send(`unsubscribe room:${room}`)
      resolve()
    }
    socket.on("message", listen)
    if (gzip) socket.send("gzip on")
    socket.send(`subscribe room:${room}`)
  })

const connect = (port: number) =>
  new Promise<WebSocket>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/websocket`)
    socket.on("open", () => resolve(socket))
  })

const names = { delay: "socket delay", memory: "socket memory" }

const clientNames = ["ours on ws", "ours on Node's WebSocket", "ws, JSON.parse"] as const

/** Runs a measurement with a server and all clients of it. */
const withClients = async <A>(
  gzip: boolean,
  run: (
    ours: ReadonlyArray<ManagedRuntime.ManagedRuntime<RoomFeed.RoomFeed, never>>,
    socket: WebSocket
  ) => Promise<A>
): Promise<A> => {
  const server = await start("socket.ts")
  const ours = [layerWebSocketConstructor, Socket.layerWebSocketConstructorGlobal].map((constructor) =>
    ManagedRuntime.make(layer(server.port, gzip, constructor))
  )
  const socket = await connect(server.port)
  const result = await run(ours, socket)
  for (const runtime of ours) await runtime.dispose()
  socket.terminate()
  server.stop()
  return result
}

const measureLoad = (load: Load, rounds: number) =>
  withClients(load.gzip, async (ours, socket) => {
    const runs = [
      ...ours.map(
        (runtime) => () =>
          runtime.runPromise(
            Effect.replicateEffect(states(load.room, messages), load.listeners, {
              concurrency: "unbounded",
              discard: true
            })
          )
      ),
      () => bare(socket, load, messages)
    ]
    for (const run of runs) for (let i = 0; i < warmUp; i++) await run()
    const walls = runs.map((): Array<number> => [])
    const cpus = await alternate(
      rounds,
      runs.map((run, i) => async () => {
        const { cpu, wall } = await spend(run)
        walls[i]?.push(wall / messages)
        return cpu / messages
      })
    )
    const reference = cpus.at(-1) ?? []
    return clientNames.map((client, i): FrameResult => {
      const own = cpus[i] ?? []
      return {
        name: load.name,
        client,
        cpu: median(own),
        perSecond: 1_000_000 / median(walls[i] ?? []),
        ratio: median(own.map((cpu, round) => cpu / (reference[round] ?? Number.NaN)))
      }
    })
  })

/** Measures messages with every client. */
export const measureFrames = async (rounds: number, filter: string): Promise<ReadonlyArray<FrameResult>> => {
  const results: Array<FrameResult> = []
  for (const load of loads) if (load.name.includes(filter)) results.push(...(await measureLoad(load, rounds)))
  return results
}

const percentile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Measures the time from sending to delivery of single messages, with every client. */
export const measureDelay = async (rounds: number, filter: string): Promise<ReadonlyArray<DelayResult>> => {
  if (!names.delay.includes(filter)) return []
  return await withClients(false, async (ours, socket) => {
    const delays = clientNames.map((): Array<number> => [])
    const onMessage =
      (client: number) =>
      ({ visual }: { readonly visual?: string }) =>
        void delays[client]?.push(now() - Number(visual))
    const room = rooms.paced
    const runs = [
      ...ours.map((runtime, i) => () => runtime.runPromise(states(room, paced, onMessage(i)))),
      () => bare(socket, { room, gzip: false, listeners: 1 }, paced, onMessage(2))
    ]
    for (const run of runs) await run()
    for (const values of delays) values.length = 0
    await alternate(
      Math.ceil(rounds / 3),
      runs.map((run) => async () => {
        await run()
        return 0
      })
    )
    return clientNames.map((client, i) => ({
      name: names.delay,
      client,
      p50: percentile(delays[i] ?? [], 0.5),
      p99: percentile(delays[i] ?? [], 0.99)
    }))
  })
}

const memoryInUse = () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") for (let i = 0; i < 3; i++) collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 1e6, rss: rss / 1e6 }
}

/** Receives two hundred thousand messages and measures the memory in use twice. */
export const measureMemory = async (filter: string): Promise<ReadonlyArray<MemoryResult>> => {
  if (!names.memory.includes(filter)) return []
  const server = await start("socket.ts")
  const runtime = ManagedRuntime.make(layer(server.port, false, layerWebSocketConstructor))
  const used: Array<ReturnType<typeof memoryInUse>> = []
  let nth = 0
  await runtime.runPromise(
    states(rooms.large, late, () => {
      nth++
      if (nth === early || nth === late) used.push(memoryInUse())
    })
  )
  await runtime.dispose()
  server.stop()
  const [first, last] = used
  return (["heap", "rss"] as const).map((kind) => ({
    name: `${names.memory} (${kind}), MB after ${early} and ${late} messages`,
    early: first?.[kind] ?? Number.NaN,
    late: last?.[kind] ?? Number.NaN
  }))
}
