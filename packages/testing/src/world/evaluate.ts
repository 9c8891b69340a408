/** Runs scripts and console lines in the test's own process. */
import type { Outcome, Run } from "./state/script.ts"

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

/**
 * Runs a script, then its console lines, as the game does: `ScreepsWorld.make({ evaluate: ScreepsWorld.evaluate })`.
 *
 * **Details**
 *
 * Scripts and console lines see `Game.time`, `Memory`, `console.log` and drawn circles; creeps and structures do not
 * act. A script that throws ends the run: its console lines get no result.
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
  const attempt = (action: () => void) => {
    try {
      action()
    } catch (thrown) {
      error ??= first(thrown)
    }
  }
  const main = modules["main"]
  const module = { exports: { loop: () => {} } }
  attempt(() => {
    if (typeof main !== "string") return
    runs({ ...names, module }, main)
    module.exports.loop()
    for (const expression of expressions)
      attempt(() => results.push(String(runs(names, `return eval(${JSON.stringify(expression)})`))))
  })
  const visuals = Object.fromEntries(drawn.rooms)
  return { log, results, error, visuals, ...(drawn.map === "" ? {} : { mapVisual: drawn.map }) }
}
