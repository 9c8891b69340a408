/** A room as a picture for the terminal: two squares per character, upper and lower half. */
import type { Terrain } from "@screeps-effect/schema"

/** Something that stands on a square. */
export interface Thing {
  readonly type: string
  readonly x: number
  readonly y: number
}

/** What is shown, in the order of the legend: a colour of the terminal's 256, and a letter where there are none. */
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

/** Draws terrain and the things on it; letters instead of colours where the terminal has none. */
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
