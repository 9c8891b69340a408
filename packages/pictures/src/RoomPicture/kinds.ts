/** The kinds of objects in drawing order, and their appearance in terminals. */
import type { RoomObject, Type } from "@screeps-effect/schema/RoomObject"

/** The appearance of a kind of object: a colour of the terminal's 256, and a letter for terminals without colours. */
export interface Look {
  readonly name: string
  readonly color: number
  readonly letter: string
}

const look = (name: string, color: number, letter: string): Look => ({ name, color, letter })

/** Every known kind, the lowest first: a later one is drawn over an earlier one. */
const kinds: { readonly [T in Type]: Look } = {
  road: look("road", 242, "+"),
  rampart: look("rampart", 28, "R"),
  constructedWall: look("built wall", 240, "W"),
  container: look("container", 136, "u"),
  ruin: look("ruin", 95, "r"),
  tombstone: look("tombstone", 103, "t"),
  energy: look("pile", 220, "e"),
  constructionSite: look("site", 152, "*"),
  extractor: look("extractor", 250, "X"), // around its mineral
  extension: look("extension", 172, "E"),
  link: look("link", 222, "i"),
  lab: look("lab", 159, "L"),
  factory: look("factory", 67, "F"),
  observer: look("observer", 189, "V"),
  nuker: look("nuker", 202, "N"),
  powerSpawn: look("power spawn", 205, "P"),
  tower: look("tower", 209, "T"),
  storage: look("storage", 214, "G"),
  terminal: look("terminal", 177, "M"),
  spawn: look("spawn", 201, "S"),
  controller: look("controller", 51, "C"),
  source: look("source", 226, "s"),
  mineral: look("mineral", 255, "m"),
  deposit: look("deposit", 30, "D"),
  keeperLair: look("lair", 124, "K"),
  invaderCore: look("invader core", 197, "I"),
  powerBank: look("power bank", 167, "B"),
  reactor: look("reactor", 141, "A"),
  scoreCollector: look("score collector", 149, "Q"),
  scoreContainer: look("score", 148, "q"),
  symbolDecoder: look("symbol decoder", 75, "Y"),
  symbolContainer: look("symbol", 81, "y"),
  portal: look("portal", 33, "O"),
  nuke: look("nuke", 160, "!"),
  powerCreep: look("power creep", 213, "p"),
  creep: look("creep", 46, "o")
}

export const unknown = look("unknown kind", 199, "?")

/** Appearances by type; the keys come from servers. */
export const looks: ReadonlyMap<string, Look> = new Map(Object.entries(kinds))

const heights: ReadonlyMap<string, number> = new Map([...looks.keys()].map((type, height) => [type, height]))
const ofUnknown = heights.get("extension") ?? 0

/** Returns the drawing order of an object: those with a higher number are drawn over those with a lower one. */
export const height = ({ type }: RoomObject): number => heights.get(type) ?? ofUnknown
