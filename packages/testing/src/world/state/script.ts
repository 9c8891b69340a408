/** Players' scripts: their input and result, a run in a tick, and the functions that run them. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { User } from "./accounts.ts"
import { findBranch } from "./code.ts"
import type { Events } from "./events.ts"
import type { UserMemory } from "./memory.ts"

/** Input of one run of a player's script. */
export interface Run {
  /** Id of the player. */
  readonly user: UserId
  readonly username: string
  readonly shard: ShardName
  /** The current tick. */
  readonly time: number
  /** Name of the branch that is active in the world. */
  readonly branch: string
  /** Modules of the branch by name. */
  readonly modules: CodeModules
  /** The player's Memory; changes are kept. */
  readonly memory: Record<string, unknown>
  /**
   * Console lines, to run one by one, after the script. They are one queue with the writes to Memory sent by request:
   * reading the next line performs the writes before it, and returning performs the others. A write that fails ends the
   * queue.
   */
  readonly expressions: Iterable<string>
}

/** Result of a run. */
export interface Outcome {
  /** Lines printed with `console.log`; sockets send them escaped, as real servers do. */
  readonly log?: ReadonlyArray<string> | undefined
  /** Lines printed with `console.logUnsafe`; sent unescaped. */
  readonly logUnsafe?: ReadonlyArray<string> | undefined
  /** One text per console line. */
  readonly results?: ReadonlyArray<string> | undefined
  /** Error that the script or a line threw: the lines and writes that follow it are then lost. */
  readonly error?: string | undefined
  /** CPU used in milliseconds, or `error` for a killed run; 1 by default. */
  readonly cpu?: number | "error" | undefined
  /** Visuals by room, as lines of JSON text; `""` for visuals without a room. */
  readonly visuals?: Readonly<Record<string, string>> | undefined
  /** Visuals on the map, as lines of JSON text. */
  readonly mapVisual?: string | undefined
}

/** Runs a player's script for one tick. */
export type Evaluate = (run: Run) => Outcome

/** Returns console lines as their own results. @internal */
export const echo: Evaluate = ({ expressions }) => ({ results: [...expressions] })

/** Takes a queue: its lines one by one, and the writes between them as they are passed. A failing write drops the rest. */
const take = ({ memory, queue, reverses }: UserMemory) => {
  const items = queue.splice(0)
  if (reverses) items.reverse()
  let error: string | undefined
  const next = (): IteratorResult<string, undefined> => {
    for (let item = items.shift(); item !== undefined; item = items.shift()) {
      if (typeof item === "string") return { value: item, done: false }
      const thrown = item(memory)
      if (thrown === undefined) continue
      error = `${thrown}\n    at console`
      items.length = 0
    }
    return { value: undefined, done: true }
  }
  return {
    lines: { [Symbol.iterator]: () => ({ next }) },
    /** Performs the writes after the last line that was read; returns the error of a write. */
    finish: () => {
      while (next().done !== true);
      return error
    }
  }
}

/**
 * Runs a player's script once: the script, its queued console lines and writes, and the resulting events. An error ends
 * the run, and what follows it is lost.
 *
 * @internal
 */
export const run = (
  user: User,
  userMemory: UserMemory,
  at: {
    readonly shard: string
    readonly time: number
    readonly evaluate: Evaluate
    readonly events: Events
  }
) => {
  const { events, evaluate, shard, time } = at
  const active = findBranch(user, "$activeWorld")
  const { finish, lines } = take(userMemory)
  const outcome = evaluate({
    user: user._id,
    username: user.username,
    shard,
    time,
    branch: active?.branch ?? "",
    modules: active?.modules ?? {},
    memory: userMemory.memory,
    expressions: lines
  })
  const isEnded = outcome.error !== undefined || outcome.cpu === "error"
  const error = isEnded ? outcome.error : finish()
  userMemory.visuals = new Map(Object.entries(outcome.visuals ?? {}))
  userMemory.mapVisual = outcome.mapVisual
  const about = { shard, user: user._id } as const
  if (outcome.cpu !== "error") {
    const { log = [], logUnsafe = [], results = [] } = outcome
    events.publish({ type: "console", ...about, log, logUnsafe, results })
  }
  if (error !== undefined) events.publish({ type: "error", ...about, error })
  const cpu = outcome.cpu ?? 1
  const memory = cpu === "error" ? undefined : JSON.stringify(userMemory.memory).length
  events.publish({ type: "cpu", ...about, cpu: cpu === "error" ? cpu : Math.ceil(cpu), memory })
}

interface Drawings {
  readonly rooms: Map<string, string>
  map: string
}

const line = (item: object) => `${JSON.stringify(item)}\n`

/** The part of the game that scripts see: time, Memory, the console and drawings. Creeps and structures do not act. */
const game = (time: number, drawn: Drawings, log: Array<string>) => {
  class RoomPosition {
    readonly x: number
    readonly y: number
    readonly roomName: string
    constructor(x: number, y: number, roomName: string) {
      this.x = x
      this.y = y
      this.roomName = roomName
    }
  }
  class RoomVisual {
    readonly roomName: string
    constructor(roomName = "") {
      this.roomName = roomName
    }
    circle(x: number, y: number, s?: object) {
      const before = drawn.rooms.get(this.roomName) ?? ""
      drawn.rooms.set(this.roomName, before + line({ t: "c", x, y, ...(s === undefined ? {} : { s }) }))
      return this
    }
  }
  const visual = {
    circle: ({ roomName, x, y }: RoomPosition, s: object = {}) => {
      drawn.map += line({ t: "c", x, y, n: roomName, s })
      return visual
    }
  }
  return {
    Game: { time, spawns: {}, creeps: {}, map: { visual } },
    RoomPosition,
    RoomVisual,
    console: { log: (...values: ReadonlyArray<unknown>) => void log.push(values.join(" ")) },
    MOVE: "move"
  }
}

const first = (thrown: unknown) =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}\n    at main` : undefined

/** Runs code with these variables. */
const runs = (names: Readonly<Record<string, unknown>>, code: string): unknown =>
  // oxlint-disable-next-line typescript/no-implied-eval -- scripts arrive as text
  new Function(...Object.keys(names), code)(...Object.values(names))

interface Module {
  exports: { loop?: () => void }
}

/**
 * Runs a script, then its console lines, as the game does: `ScreepsWorld.make({ evaluate: ScreepsWorld.evaluate })`.
 *
 * **Details**
 *
 * Scripts and console lines see `Game.time`, `Memory`, `console.log`, `require` of their modules, and drawn circles; there
 * are no creeps and structures. An error of the script or of a line ends the run: the lines that follow get no result.
 *
 * **Gotchas**
 *
 * Scripts run in the program's own process and can control it: pass it only code that you trust, and do not serve the
 * world with `TestServer.layerHttp`, where everyone who signs in sends code.
 */
export const evaluate = ({ expressions, memory, modules, time }: Run): Outcome => {
  const drawn: Drawings = { rooms: new Map(), map: "" }
  const log: Array<string> = []
  const results: Array<string> = []
  const names = { ...game(time, drawn, log), Memory: memory }
  let error: string | undefined
  const loaded = new Map<string, Module>()
  const load = (name: string): Module["exports"] => {
    const [known, code] = [loaded.get(name), modules[name]]
    if (known !== undefined) return known.exports
    if (typeof code !== "string") throw new Error(`Unknown module '${name}'`)
    const module: Module = { exports: {} }
    loaded.set(name, module)
    runs({ ...names, module, exports: module.exports, require: load }, code)
    return module.exports
  }
  try {
    if (modules["main"] !== undefined) load("main").loop?.()
    for (const expression of expressions)
      results.push(String(runs({ ...names, require: load }, `return eval(${JSON.stringify(expression)})`)))
  } catch (thrown) {
    error = first(thrown)
  }
  const visuals = Object.fromEntries(drawn.rooms)
  return { log, results, error, visuals, ...(drawn.map === "" ? {} : { mapVisual: drawn.map }) }
}
