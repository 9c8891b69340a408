/**
 * The terrain of rooms: 2500 squares that never change.
 *
 * **Details**
 *
 * Servers send it in two forms: as 2500 digits (square `(x, y)` at index `y · 50 + x`), or as a list of the squares
 * that are not plain. There are four codes: 0 plain, 1 wall, 2 swamp, 3 wall and swamp at once, which acts as a wall.
 *
 * **Source** recorded from a server 4.3.0.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"

/** The length of a room's side in squares. */
export const size = 50

/** The code of a square: 0 plain, 1 wall, 2 swamp, 3 wall and swamp. */
export type Code = 0 | 1 | 2 | 3

/** The kind of a square for creeps; code 3 is a wall. */
export type Kind = "plain" | "swamp" | "wall"

const kinds = ["plain", "wall", "swamp", "wall"] as const

const isWithin = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < size

/** Returns the index of a square's code; `undefined` for coordinates outside the room or that are not whole. */
const indexOf = (x: number, y: number): number | undefined =>
  isWithin(x) && isWithin(y) ? y * size + x : undefined

/** The terrain of one room. */
export class Terrain {
  readonly #codes: ReadonlyArray<Code>
  #digits: string | undefined

  /** @internal */
  constructor(codes: ReadonlyArray<Code>) {
    this.#codes = codes
  }

  /** Returns the code of a square; x counts from the west, y from the north. Throws unless both are whole, 0–49. */
  code(x: number, y: number): Code {
    const index = indexOf(x, y)
    const code = index === undefined ? undefined : this.#codes[index]
    if (code === undefined) {
      throw new RangeError(
        `(${x}, ${y}) is not a square of a room: x and y must be whole numbers from 0 to 49`
      )
    }
    return code
  }

  /** The codes of all squares, row by row; joined once. @internal */
  get digits(): string {
    return (this.#digits ??= this.#codes.join(""))
  }

  /** Returns the kind of a square; x counts from the west, y from the north. Throws unless both are whole, 0–49. */
  at(x: number, y: number): Kind {
    return kinds[this.code(x, y)]
  }

  /** Checks whether the terrain of a square can be entered: it is not a wall. */
  isWalkable(x: number, y: number): boolean {
    return this.at(x, y) !== "wall"
  }
}

/** The text is not the terrain of a room. */
export class InvalidTerrain extends Data.TaggedError("InvalidTerrain")<{
  /** What is wrong with the text. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

const toCode = (digit: string): Code | undefined =>
  digit === "0" ? 0 : digit === "1" ? 1 : digit === "2" ? 2 : digit === "3" ? 3 : undefined

/**
 * Parses terrain from 2500 digits.
 *
 * **Errors** `InvalidTerrain` when the text has another length or contains other characters.
 */
export const decode = (digits: string): Result.Result<Terrain, InvalidTerrain> => {
  if (digits.length !== size * size) {
    return Result.fail(new InvalidTerrain({ detail: `terrain must have 2500 digits, not ${digits.length}` }))
  }
  const codes: Array<Code> = []
  for (let i = 0; i < digits.length; i++) {
    const code = toCode(digits.charAt(i))
    if (code === undefined) {
      return Result.fail(
        new InvalidTerrain({ detail: `terrain must contain only the digits 0 to 3 (see index ${i})` })
      )
    }
    codes.push(code)
  }
  return Result.succeed(new Terrain(codes))
}

const everySquare = Array.from({ length: size * size }, (_, i) => ({ x: i % size, y: Math.floor(i / size) }))

/** Encodes terrain as 2500 digits. */
export const encode = (terrain: Terrain): string => terrain.digits

/** A square that is not plain, as servers list it. */
export class TerrainSquare extends record<TerrainSquare>("TerrainSquare")({
  /** Name of the room. */
  room: Schema.String,
  /** Column of the square, 0–49. */
  x: Schema.Finite,
  /** Row of the square, 0–49. */
  y: Schema.Finite,
  /** `wall` or `swamp`. */
  type: Schema.String
}) {}

/** The terrain of a room as 2500 digits. */
export class TerrainDigits extends record<TerrainDigits>("TerrainDigits")({
  /** Name of the room. */
  room: Schema.String,
  /** 2500 digits from 0 to 3, row by row: 0 plain, 1 wall, 2 swamp, 3 wall and swamp. */
  terrain: Schema.String,
  /** `terrain`; absent for rooms that the server's generator made. */
  type: nullish(Schema.String)
}) {}

/**
 * Creates terrain from the squares that are not plain; a square may occur twice (a wall that is also a swamp).
 *
 * **Details**
 *
 * Other types than `wall` and `swamp`, and coordinates outside the room, are ignored.
 */
export const fromSquares = (
  list: ReadonlyArray<{ readonly x: number; readonly y: number; readonly type: string }>
): Terrain => {
  const codes: Array<Code> = everySquare.map(() => 0)
  const union = (a: Code, b: 1 | 2): Code => (a === 0 || a === b ? b : 3)
  for (const { type, x, y } of list) {
    const index = indexOf(x, y)
    if (index === undefined || (type !== "wall" && type !== "swamp")) continue
    codes[index] = union(codes[index] ?? 0, type === "wall" ? 1 : 2)
  }
  return new Terrain(codes)
}

/**
 * Lists the squares that are not plain as servers do: row by row, code 3 first as `wall`, then as `swamp`.
 */
export const toSquares = (terrain: Terrain, room: string): ReadonlyArray<TerrainSquare> => {
  const squares: Array<TerrainSquare> = []
  for (const { x, y } of everySquare) {
    const code = terrain.code(x, y)
    if (code & 1) squares.push({ room, x, y, type: "wall" })
    if (code & 2) squares.push({ room, x, y, type: "swamp" })
  }
  return squares
}

/**
 * Creates terrain from either form in a response.
 *
 * **Details**
 *
 * The form is detected from the response, not from the request: for rooms that the server's generator made, servers
 * return digits in either case.
 *
 * **Errors** `InvalidTerrain` when digits are malformed.
 */
export const fromResponse = (
  list: ReadonlyArray<TerrainSquare | TerrainDigits>
): Result.Result<Terrain, InvalidTerrain> => {
  const squares: Array<TerrainSquare> = []
  for (const entry of list) {
    if ("terrain" in entry) return decode(entry.terrain)
    squares.push(entry)
  }
  return Result.succeed(fromSquares(squares))
}
