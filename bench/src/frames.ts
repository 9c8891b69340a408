/**
 * Measures the processor time of a room message from a real connection to a complete state: a server in another process
 * sends a room of 300 objects and then patches, as fast as they are received. Our client signs in, decodes, folds and
 * delivers; the other client reads and parses. Also measures the memory in use after 100,000 messages.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { layerWebSocketConstructor, WebSocket } from "@effect/platform-node/NodeWS"
import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import * as RoomName from "@screeps-effect/schema/RoomName"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import { Duration, Effect, Layer, ManagedRuntime, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import * as Socket from "effect/socket/Socket"
import { alternate, median, spend } from "./harness.ts"
import { start } from "./servers/child.ts"

const messages = 2000
const warmUp = 3
const [early, late] = [10_000, 100_000]

export interface FrameResult {
  readonly name: string
  readonly client: string
  /** Median processor time per message in microseconds, user and system. */
  readonly cpu: number
  readonly perSecond: number
  /** Relative to reading and parsing alone. */
  readonly ratio: number
}

export interface MemoryResult {
  readonly name: string
  /** Megabytes in use after a forced collection, once so many messages were delivered. */
  readonly early: number
  readonly late: number
}

const room = RoomName.RoomName.make("W7N3")

const layer = (port: number, constructor: Layer.Layer<Socket.WebSocketConstructor>) =>
  RoomFeed.layerWith({ resync: Duration.infinity }).pipe(
    Layer.provide(ScreepsSocket.layerWith({ gzip: false })),
    Layer.provide(constructor),
    Layer.provide(ScreepsClient.layer),
    Layer.provide(Credentials.layerToken(Redacted.make("f00d".repeat(10)))),
    Layer.provide(Server.layer(Server.privateServer(`http://127.0.0.1:${port}`))),
    Layer.provide(FetchHttpClient.layer)
  )

/** Runs so many delivered states; a missing one would show as a gap. */
const states = (count: number, onState: (nth: number) => void = () => {}) =>
  Effect.suspend(() => {
    let nth = 0
    return RoomFeed.signals(room).pipe(
      Stream.tap((signal) =>
        signal._tag === "State"
          ? Effect.sync(() => onState(++nth))
          : Effect.die(`not a state: ${signal._tag}`)
      ),
      Stream.take(count),
      Stream.runDrain
    )
  })

/** `ws` and `JSON.parse`: so many messages of one subscription. */
const bare = (socket: WebSocket, count: number) =>
  new Promise<void>((resolve) => {
    let received = 0
    const listen = (data: Buffer) => {
      const text = data.toString()
      if (!text.startsWith("[")) return
      JSON.parse(text)
      if (++received < count) return
      socket.off("message", listen)
      socket.send(`unsubscribe room:${room}`)
      resolve()
    }
    socket.on("message", listen)
    socket.send(`subscribe room:${room}`)
  })

const connect = (port: number) =>
  new Promise<WebSocket>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/websocket`)
    socket.on("open", () => resolve(socket))
  })

const names = { frames: "socket messages of a room", memory: "socket memory" }

/** Measures messages with every client. */
export const measureFrames = async (rounds: number, filter: string): Promise<ReadonlyArray<FrameResult>> => {
  if (!names.frames.includes(filter)) return []
  const server = await start("socket.ts")
  const withWs = ManagedRuntime.make(layer(server.port, layerWebSocketConstructor))
  const withGlobal = ManagedRuntime.make(layer(server.port, Socket.layerWebSocketConstructorGlobal))
  const socket = await connect(server.port)
  const clients: ReadonlyArray<readonly [client: string, run: () => Promise<void>]> = [
    ["ours on ws", () => withWs.runPromise(states(messages))],
    ["ours on Node's WebSocket", () => withGlobal.runPromise(states(messages))],
    ["ws, JSON.parse", () => bare(socket, messages)]
  ]
  for (const [, run] of clients) for (let i = 0; i < warmUp; i++) await run()
  const walls = new Map<string, Array<number>>(clients.map(([client]) => [client, []]))
  const cpus = await alternate(
    rounds,
    clients.map(([client, run]) => async () => {
      const { cpu, wall } = await spend(run)
      walls.get(client)?.push(wall / messages)
      return cpu / messages
    })
  )
  await withWs.dispose()
  await withGlobal.dispose()
  socket.terminate()
  server.stop()
  const medians = cpus.map(median)
  const reference = medians.at(-1) ?? Number.NaN
  return clients.map(([client], i) => {
    const cpu = medians[i] ?? Number.NaN
    const perSecond = 1_000_000 / median(walls.get(client) ?? [])
    return { name: names.frames, client, cpu, perSecond, ratio: cpu / reference }
  })
}

const heapUsed = () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") for (let i = 0; i < 3; i++) collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** Receives a hundred thousand messages and measures the memory in use twice. */
export const measureMemory = async (filter: string): Promise<ReadonlyArray<MemoryResult>> => {
  if (!names.memory.includes(filter)) return []
  const server = await start("socket.ts")
  const runtime = ManagedRuntime.make(layer(server.port, layerWebSocketConstructor))
  const used: Array<number> = []
  await runtime.runPromise(
    states(late, (nth) => {
      if (nth === early || nth === late) used.push(heapUsed())
    })
  )
  await runtime.dispose()
  server.stop()
  const [first = Number.NaN, last = Number.NaN] = used
  return [{ name: `${names.memory}, MB after ${early} and ${late} messages`, early: first, late: last }]
}
