/** Draws a room in the terminal: two squares per character, upper and lower half. */
import type { Terrain } from "@screeps-effect/schema"

/** An object on a square. */
export interface Thing {
  readonly type: string
  readonly x: number
  readonly y: number
}

/** The kinds that are drawn, in the order of the legend: one of the terminal's 256 colours, and a letter without colours. */
const looks: Record<string, { readonly color: number; readonly letter: string }> = {
  plain: { color: 238, letter: "." },
  wall: { color: 232, letter: "#" },
  swamp: { color: 58, letter: "~" },
  spawn: { color: 201, letter: "S" },
  source: { color: 226, letter: "s" },
  controller: { color: 51, letter: "C" },
  mineral: { color: 255, letter: "m" }
}

const side = 50

/** Draws terrain and objects, with letters if the terminal has no colours. */
export const draw = (land: Terrain.Terrain, things: ReadonlyArray<Thing>, colors: boolean): string => {
  const standing = new Map(
    things.filter(({ type }) => type in looks).map(({ type, x, y }) => [`${x},${y}`, type])
  )
  const look = (x: number, y: number) => {
    const found = looks[standing.get(`${x},${y}`) ?? land.at(x, y)]
    return found ?? { color: 0, letter: "?" }
  }
  const shown = Object.entries(looks).filter(
    ([name]) => ["plain", "wall", "swamp"].includes(name) || [...standing.values()].includes(name)
  )
  const legend = shown.map(([name, { color, letter }]) =>
    colors ? `\x1b[48;5;${color}m  \x1b[0m ${name}` : `${letter} ${name}`
  )
  const rows: Array<string> = []
  for (let y = 0; y < side; y += colors ? 2 : 1) {
    let row = ""
    for (let x = 0; x < side; x++) {
      row += colors ? `\x1b[38;5;${look(x, y).color};48;5;${look(x, y + 1).color}m▀` : look(x, y).letter
    }
    rows.push(colors ? `${row}\x1b[0m` : row)
  }
  return [...rows, "", legend.join("  ")].map((line) => `  ${line}`).join("\n")
}
