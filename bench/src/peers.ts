/**
 * Other clients for the same servers. Those of the registry are dependencies of this package; the others are measured if
 * they are built in `.bench/peers`, see README.md.
 */
import { setMaxListeners } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { WebSocket } from "@effect/platform-node/NodeWS"

/** A connection for HTTP calls. */
export interface PeerCalls {
  readonly request: (method: "GET" | "POST", path: string, data: object) => Promise<unknown>
}

/** A connection that delivers messages of rooms to listeners, with the room's visual. */
export interface PeerRooms {
  readonly subscribe: (room: string, listeners: ReadonlyArray<(visual: unknown) => void>) => void
  readonly close: () => void
}

export interface Peer {
  readonly name: string
  /** Loads the package's main module from here. */
  readonly main: string
  readonly calls: { readonly does: string; readonly open: (url: string) => Promise<PeerCalls> }
  readonly rooms: { readonly does: string; readonly open: (url: string) => Promise<PeerRooms> }
  /** A program that imports the package and makes one call to `url`. */
  readonly firstCall: (main: string) => string
}

/** A client that is not installed, and how to install it. */
export interface Missing {
  readonly name: string
  readonly how: string
}

// Fifty listeners of one room are meant.
setMaxListeners(0)

const token = "f00d".repeat(10)
/** Where clients are built that are no dependencies of this package. */
export const peerFolder: string = join(import.meta.dirname, "../../.bench/peers")
const version = (main: string, up: string): string =>
  JSON.parse(readFileSync(join(main, up, "package.json"), "utf8")).version

interface Emitter {
  readonly on: (
    event: string,
    listener: (event: { readonly data: { readonly visual?: unknown } }) => void
  ) => void
}

/** Adds all listeners to an emitter. */
const listen = (socket: Emitter, room: string, listeners: ReadonlyArray<(visual: unknown) => void>) => {
  for (const listener of listeners) socket.on(`room:${room}`, ({ data }) => listener(data.visual))
}

/** The part of `screeps-api` 1 that is used here, since its own types do not match it. */
interface Version1 {
  readonly ScreepsAPI: new (options: object) => {
    readonly req: (method: string, path: string, data: object) => Promise<unknown>
    readonly socket: Emitter & {
      readonly connect: () => Promise<void>
      readonly disconnect: () => void
      readonly subscribe: (channel: string) => Promise<void>
    }
  }
}

const version1 = (): Peer => {
  const require = createRequire(import.meta.url)
  const main = require.resolve("screeps-api")
  const make = (url: string) => {
    const { ScreepsAPI } = require(main) as Version1
    const { hostname, port } = new URL(url)
    return new ScreepsAPI({ protocol: "http", hostname, port, path: "/", token })
  }
  return {
    name: `screeps-api ${version(main, "../..")}`,
    main,
    calls: {
      does: "unchecked",
      open: async (url) => {
        const api = make(url)
        return { request: (method, path, data) => api.req(method, path, data) }
      }
    },
    rooms: {
      does: "unchecked, not merged",
      open: async (url) => {
        const { socket } = make(url)
        await socket.connect()
        return {
          subscribe: (room, listeners) => {
            listen(socket, room, listeners)
            void socket.subscribe(`room:${room}`)
          },
          close: () => socket.disconnect()
        }
      }
    },
    firstCall: (path) => `import module from ${JSON.stringify(path)}
const { hostname, port } = new URL(url)
await new module.ScreepsAPI({ protocol: "http", hostname, port, path: "/", token }).raw.game.time()`
  }
}

interface Version2 {
  readonly ScreepsHttpClient: new (options: object) => {
    readonly req: (method: string, path: string, data: object) => Promise<unknown>
    readonly socket: Emitter & {
      readonly connect: () => Promise<void>
      readonly disconnect: () => void
      readonly subscribeRoom: (room: string) => Promise<void>
    }
  }
}

const version2 = async (main: string): Promise<Peer> => {
  const { ScreepsHttpClient } = (await import(pathToFileURL(main).href)) as Version2
  return {
    name: `node-screeps-api ${version(main, "../..")}`,
    main,
    calls: {
      does: "unchecked",
      open: async (url) => {
        const api = new ScreepsHttpClient({ url, token })
        return { request: (method, path, data) => api.req(method, path, data) }
      }
    },
    rooms: {
      does: "unchecked, not merged",
      open: async (url) => {
        const { socket } = new ScreepsHttpClient({ url, token })
        await socket.connect()
        return {
          subscribe: (room, listeners) => {
            listen(socket, room, listeners)
            void socket.subscribeRoom(room)
          },
          close: () => socket.disconnect()
        }
      }
    },
    firstCall: (path) => `import { ScreepsHttpClient } from ${JSON.stringify(path)}
await new ScreepsHttpClient({ url, token }).gameTime()`
  }
}

interface Connectivity {
  readonly TokenAuth: new (options: object) => object
  readonly ScreepsClient: new (options: object) => {
    readonly http: {
      readonly authenticate: () => Promise<unknown>
      readonly request: (method: string, path: string, data: object) => Promise<unknown>
    }
    readonly socket: { readonly connect: (token: string) => Promise<void> }
    readonly disconnect: () => void
    readonly stores: {
      readonly room: {
        readonly subscribe: (room: string, shard: null) => void
        readonly on: (event: "room:update", listener: (update: { readonly visual: unknown }) => void) => void
      }
    }
  }
}

const connectivity = async (main: string): Promise<Peer> => {
  const { ScreepsClient, TokenAuth } = (await import(pathToFileURL(main).href)) as Connectivity
  const make = (url: string) =>
    new ScreepsClient({ url, auth: new TokenAuth({ token }), WebSocket, tokenRefresh: false })
  return {
    name: `screeps-connectivity ${version(main, "../..")}`,
    main,
    calls: {
      does: "`error` fails",
      open: async (url) => {
        const { http } = make(url)
        await http.authenticate()
        return { request: (method, path, data) => http.request(method, path, data) }
      }
    },
    rooms: {
      does: "unchecked, merged",
      open: async (url) => {
        const client = make(url)
        await client.socket.connect(token)
        return {
          subscribe: (room, listeners) => {
            for (const listener of listeners)
              client.stores.room.on("room:update", ({ visual }) => listener(visual))
            client.stores.room.subscribe(room, null)
          },
          close: () => client.disconnect()
        }
      }
    },
    firstCall: (path) => `import { ScreepsClient, TokenAuth } from ${JSON.stringify(path)}
const client = new ScreepsClient({ url, auth: new TokenAuth({ token }), tokenRefresh: false })
await client.http.authenticate()
await client.http.game.time()`
  }
}

const built = [
  {
    name: "node-screeps-api",
    main: join(peerFolder, "node-screeps-api/dist/index.js"),
    how: "git clone https://github.com/screepers/node-screeps-api .bench/peers/node-screeps-api, then run `npm install --legacy-peer-deps && npm run build` there",
    load: version2
  },
  {
    name: "screeps-connectivity",
    main: join(peerFolder, "screeps-client/screeps-connectivity/dist/index.js"),
    how: "git clone https://github.com/bastianh/screeps-client .bench/peers/screeps-client, then run `npm install --legacy-peer-deps && npm run build` in its folder screeps-connectivity",
    load: connectivity
  }
]

/** Loads the clients that are installed, and lists the others. */
export const loadPeers = async (): Promise<{
  readonly peers: ReadonlyArray<Peer>
  readonly missing: ReadonlyArray<Missing>
}> => {
  const installed = built.filter(({ main }) => existsSync(main))
  return {
    peers: [version1(), ...(await Promise.all(installed.map(({ load, main }) => load(main))))],
    missing: built.filter(({ main }) => !existsSync(main))
  }
}
