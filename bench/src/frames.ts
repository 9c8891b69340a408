/**
 * Measures messages of rooms from a real connection to listeners: a server in another process sends a room and then
 * patches. Our client signs in, decodes, folds and delivers states; other clients deliver what their `does` says.
 */
import { inflateSync } from "node:zlib"
import { layerWebSocketConstructor, WebSocket } from "@effect/platform-node/NodeWS"
import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Socket from "effect/socket/Socket"
import { type Benchmark, type Client, type Opened, spend } from "./harness.ts"
import type { Peer } from "./peers.ts"
import { type Kind, roomOf } from "./rooms.ts"
import { type Child, start } from "./servers/child.ts"

/** Messages of one measurement, as fast as possible and at the server's pace. */
const [messages, paced] = [2000, 250]
/** Listeners to one room, where they are many. */
const crowd = 50

const layer = (
  port: number,
  constructor: Layer.Layer<Socket.WebSocketConstructor>,
  options: ScreepsSocket.Options
) =>
  RoomFeed.layer({ resync: Duration.infinity }).pipe(
    Layer.provide(ScreepsSocket.layer(options)),
    Layer.provide(constructor),
    Layer.provide(ScreepsClient.layerNoDeps()),
    Layer.provide(Credentials.layerToken(Redacted.make("f00d".repeat(10)))),
    Layer.provide(Server.layer(Server.privateServer(`http://127.0.0.1:${port}`))),
    Layer.provide(FetchHttpClient.layer)
  )

/** Passes the visual of each state to a listener; fails with what is not a state, such as a gap after a lost message. */
const deliver = (room: RoomName, listener: (visual: unknown) => void) =>
  Stream.runForEach(RoomFeed.signals(room), (signal) =>
    signal._tag === "State" ? Effect.sync(() => listener(signal.view.visual)) : Effect.fail(signal)
  )

interface Rooms {
  readonly subscribe: (
    room: RoomName,
    listeners: ReadonlyArray<(visual: unknown) => void>,
    onFailure: (error: unknown) => void
  ) => void
  readonly close: () => unknown
}

/** Calls a listener with the visual of each state, without a stream in between. */
export const call = (room: RoomName, listener: (visual: unknown) => void) => {
  let other: RoomFeed.RoomSignal | undefined
  const listening = RoomFeed.runForEachWhile(room, (signal) => {
    if (signal._tag === "State") listener(signal.view.visual)
    else other = signal
    return other === undefined
  })
  return Effect.flatMap(listening, () => Effect.fail(other))
}

/** Our client, signed in. */
export const ours = (
  given: Parameters<typeof layer>,
  listen: (
    room: RoomName,
    listener: (visual: unknown) => void
  ) => Effect.Effect<void, unknown, RoomFeed.RoomFeed> = deliver
): Rooms => {
  const runtime = ManagedRuntime.make(layer(...given))
  return {
    subscribe: (room, listeners, onFailure) => {
      runtime.runFork(
        Effect.forEach(listeners, (listener) => listen(room, listener), {
          concurrency: "unbounded",
          discard: true
        }).pipe(Effect.catch((error) => Effect.sync(() => onFailure(error))))
      )
    },
    close: () => runtime.dispose()
  }
}

/** `ws` and `JSON.parse`: each message is parsed once and passed to all listeners. */
const bare = async (port: number, gzip: boolean): Promise<Rooms> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/websocket`)
  await new Promise((resolve) => socket.once("open", resolve))
  if (gzip) socket.send("gzip on")
  return {
    subscribe: (room, listeners) => {
      const listen = (data: Buffer) => {
        const sent = data.toString()
        const text = sent.startsWith("gz:")
          ? inflateSync(Buffer.from(sent.slice(3), "base64")).toString()
          : sent
        if (!text.startsWith("[")) return
        const [, { visual }]: [string, { readonly visual: unknown }] = JSON.parse(text)
        for (const listener of listeners) listener(visual)
      }
      socket.on("message", listen)
      socket.send(`subscribe room:${room}`)
    },
    close: () => socket.terminate()
  }
}

/**
 * Messages that the server sends at once; it sends the next ones when all listeners have these. It must not be more than
 * every client can hold, since a dropped one would be waited for.
 */
const inFlight = 16

/** Receives so many messages with each of the listeners. */
type Receive = (count: number, onMessage?: (visual: unknown) => void) => Promise<void>

/** Subscribes listeners to a room, for several measurements. */
export const subscribe = (
  connection: Rooms,
  { grant }: Child,
  room: RoomName,
  listeners: number
): Receive => {
  let onVisual: (visual: unknown) => void = () => {}
  let onFailure: (error: unknown) => void = () => {}
  connection.subscribe(
    room,
    Array.from({ length: listeners }, () => (visual: unknown) => onVisual(visual)),
    (error) => onFailure(error)
  )
  return (count, onMessage = () => {}) =>
    new Promise<void>((resolve, reject) => {
      let granted = 0
      let waiting = 0
      const grantNext = () => {
        const messages = Math.min(inFlight, count - granted)
        granted += messages
        waiting = messages * listeners
        grant(room, messages)
      }
      onFailure = reject
      onVisual = (visual) => {
        onMessage(visual)
        if (--waiting > 0) return
        if (granted < count) grantNext()
        else resolve()
      }
      grantNext()
    })
}

const percentile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

interface Spec {
  readonly name: string
  readonly kind: Kind
  readonly units: ReadonlyArray<string>
  readonly listeners?: number
  readonly gzip?: boolean
  readonly measure: (receive: Receive) => Promise<ReadonlyArray<number>>
}

const plain = ["", {}] as const
const gzip = [", gzip", { gzip: true }] as const
const crowded = [`, ${crowd} listeners`, { listeners: crowd }] as const

// The recorded messages are too short to compare gzip.
const sizes = [
  ["300 objects", "generated", [plain, gzip, crowded]],
  ["recorded room", "recorded", [plain, crowded]]
] as const

const specs: ReadonlyArray<Spec> = [
  ...sizes.flatMap(([size, kind, chosen]) =>
    chosen.map(([variant, options]) => ({
      name: `socket ${size}${variant}`,
      kind,
      ...options,
      units: ["CPU µs per message"],
      measure: async (receive: Receive) => [(await spend(() => receive(messages))).cpu / messages]
    }))
  ),
  {
    name: "socket delay until the listener",
    kind: "paced",
    units: ["µs p50", "µs p99"],
    measure: async (receive) => {
      const delays: Array<number> = []
      await receive(paced, (visual) =>
        delays.push(Number(process.hrtime.bigint() - BigInt(String(visual))) / 1000)
      )
      return [percentile(delays, 0.5), percentile(delays, 0.99)]
    }
  }
]

const reference = "ws, JSON.parse"

const open = async (
  { gzip = false, kind, listeners = 1, measure }: Spec,
  peers: ReadonlyArray<Peer>
): Promise<Opened> => {
  const server = await start("socket.ts")
  const { port } = server
  const merged = { does: "checked, merged", isOurs: true }
  const connected: Array<readonly [client: Omit<Client, "measure">, connection: Rooms]> = [
    [{ name: "ours on ws", ...merged }, ours([port, layerWebSocketConstructor, { gzip }])],
    [
      { name: "ours on ws, as a callback", ...merged },
      ours([port, layerWebSocketConstructor, { gzip }], call)
    ],
    [
      { name: "ours on Node's WebSocket", ...merged },
      ours([port, Socket.layerWebSocketConstructorGlobal, { gzip }])
    ],
    [{ name: reference, does: "unchecked, not merged", isOurs: false }, await bare(port, gzip)]
  ]
  // The other clients cannot request compressed frames or do not survive them.
  for (const { name, rooms } of gzip ? [] : peers)
    connected.push([{ name, does: rooms.does, isOurs: false }, await rooms.open(`http://127.0.0.1:${port}`)])
  return {
    clients: connected.map(([client, connection], i) => {
      const receive = subscribe(connection, server, roomOf(kind, i), listeners)
      return { ...client, measure: () => measure(receive) }
    }),
    close: async () => {
      for (const [, { close }] of connected) await close()
      server.stop()
    }
  }
}

export const benchmarks = (peers: ReadonlyArray<Peer>): ReadonlyArray<Benchmark> =>
  specs.map((spec) => ({
    name: spec.name,
    group: "sockets" as const,
    units: spec.units,
    reference,
    open: () => open(spec, peers)
  }))

/** How the time of a message grows with the listeners, as streams and as callbacks. */
export const growth: Benchmark = {
  name: `room growth, ${crowd} listeners, one message of 300 objects`,
  group: "functions",
  units: ["CPU µs per message"],
  reference: "1 listener",
  open: async () => {
    const server = await start("socket.ts")
    const listening = [
      { name: "1 listener", isOurs: false, listeners: 1, listen: deliver },
      { name: "ours, as streams", isOurs: true, listeners: crowd, listen: deliver },
      { name: "ours, as callbacks", isOurs: true, listeners: crowd, listen: call }
    ].map(({ listen, listeners, ...client }, i) => {
      const connection = ours([server.port, layerWebSocketConstructor, {}], listen)
      const receive = subscribe(connection, server, roomOf("generated", i), listeners)
      const measure = async () => [(await spend(() => receive(messages))).cpu / messages]
      return { client: { ...client, measure }, connection }
    })
    return {
      clients: listening.map(({ client }) => client),
      close: async () => {
        for (const { connection } of listening) await connection.close()
        server.stop()
      }
    }
  }
}
