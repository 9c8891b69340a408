/** Objects that are drawn as one with their neighbours: roads, walls and ramparts. */
import { size } from "@screeps-effect/schema/Terrain"
import { area, laid } from "./ground.ts"
import { type Paint, path, type Shape, type Step } from "./shapes.ts"

/** How a road is painted. */
export const road: Paint = { stroke: "#4b5560", width: 0.3 }

/** How a wall that a player built is painted. */
export const wall = { fill: "#39424c", stroke: "#56616d" } as const

/** The squares of objects of one kind. */
type Squares = ReadonlyArray<{ readonly x: number; readonly y: number }>

/** Returns whether a square is one of these; squares beside the room are not. */
const among = (squares: Squares) => {
  const known = new Set(squares.map(({ x, y }) => y * size + x))
  return (x: number, y: number) => x >= 0 && x < size && y >= 0 && y < size && known.has(y * size + x)
}

const neighbours = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1]
] as const

/** Draws roads as a net. */
export const drawRoads = (squares: Squares): ReadonlyArray<Shape> => {
  const isRoad = among(squares)
  const steps = squares.flatMap(({ x, y }) =>
    [[0, 0] as const, ...neighbours.filter(([dx, dy]) => isRoad(x + dx, y + dy))].flatMap(
      ([dx, dy]): ReadonlyArray<Step> => [
        ["M", x + 0.5, y + 0.5],
        ["L", x + dx + 0.5, y + dy + 0.5]
      ]
    )
  )
  return steps.length === 0 ? [] : [path(steps, road)]
}

/** Draws walls that players built. */
export const drawWalls = (squares: Squares): ReadonlyArray<Shape> =>
  squares.length === 0 ? [] : laid(area(among(squares)), wall.fill, wall.stroke, 0.05)

/** The four sides of a square: the direction to the next one, and the two ends of the line between them. */
const sides = [
  [0, -1, 0, 0, 1, 0],
  [1, 0, 1, 0, 1, 1],
  [0, 1, 1, 1, 0, 1],
  [-1, 0, 0, 1, 0, 0]
] as const

/** Draws the ramparts of one owner, with a line around them. */
export const drawRamparts = (squares: Squares, color: string): ReadonlyArray<Shape> => {
  if (squares.length === 0) return []
  const isRampart = among(squares)
  const border = squares.flatMap(({ x, y }) =>
    sides.flatMap(([dx, dy, ax, ay, bx, by]): ReadonlyArray<Step> =>
      isRampart(x + dx, y + dy)
        ? []
        : [
            ["M", x + ax, y + ay],
            ["L", x + bx, y + by]
          ]
    )
  )
  return [
    path(area(isRampart), { fill: color, opacity: 0.22 }),
    path(border, { stroke: color, width: 0.08, opacity: 0.8 })
  ]
}
