/**
 * The geometry of the built-in badges: 24 shapes in a square of 100 by 100, deformed by a parameter from −100 to 100.
 *
 * **Source** the numbers were read in the server's source; a test compares every shape with the server's own image.
 *
 * @internal
 */

type Point = readonly [x: number, y: number]

/** The two layers of a shape as path data; the second may be empty. @internal */
export type Layers = readonly [first: string, second: string]

/** A built-in shape. @internal */
export interface BadgeShape {
  /** Rotation in degrees when the badge is flipped. */
  readonly turn: 0 | 45 | 90 | 180
  /** Returns the layers for a parameter from -100 to 100. */
  readonly draw: (param: number) => Layers
}

const size = 100
const middle = size / 2

/** Joins path data; numbers get at most four decimals and no exponent. */
const path = (...parts: ReadonlyArray<string | number>): string =>
  parts.map((part) => (typeof part === "number" ? String(Math.round(part * 1e4) / 1e4 || 0) : part)).join(" ")

const polygon = (...points: ReadonlyArray<Point>): string =>
  `M ${points.map(([x, y]) => path(x, y)).join(" L ")} Z`

const rectangle = (left: number, top: number, right: number, bottom: number): string =>
  polygon([left, top], [right, top], [right, bottom], [left, bottom])

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns a point by direction and distance from the middle; 0° is east, 90° south. */
const polar = (degrees: number, distance: number = size): Point => [
  middle + distance * Math.cos(radians(degrees)),
  middle + distance * Math.sin(radians(degrees))
]

/** Scales `most` by a positive parameter; 0 for a negative one. */
const above = (param: number, most: number) => (Math.max(param, 0) / 100) * most
/** Scales `most` by the size of a negative parameter; 0 for a positive one. */
const below = (param: number, most: number) => (Math.max(-param, 0) / 100) * most
/** Scales `most` by the parameter's position between −100 (0) and 100 (all). */
const along = (param: number, most: number) => ((param + 100) / 200) * most
/** Scales `most` by a parameter, from −`most` to `most`. */
const about = (param: number, most: number) => (param / 100) * most

const wedge = (direction: number, width: number): string =>
  polygon([middle, middle], polar(direction - width / 2), polar(direction + width / 2))

/** A wedge whose tip is not in the middle. */
const blade = (direction: number, width: number, tip: number): string =>
  polygon(polar(direction + width / 2), polar(direction - width / 2), polar(direction, tip))

/** A wedge cut off by a circle around the middle. */
const spoke = (direction: number, width: number, inner: number): string => {
  const from = direction - width / 2
  const to = direction + width / 2
  const outline = path("M", ...polar(to), "L", ...polar(from), "L", ...polar(from, inner))
  return `${outline} ${path("A", inner, inner, 0, 0, 1, ...polar(to, inner), "Z")}`
}

const thrice = (part: (direction: number) => string, first: number): string =>
  [first, first + 120, first + 240].map(part).join(" ")

const triangle = (top: number, bottom: number, halfWidth: number): string =>
  polygon([middle, top], [middle - halfWidth, bottom], [middle + halfWidth, bottom])

/** The area below a gable. */
const gable = (top: number): string => {
  const eaves = top + 70
  return polygon([middle, top], [size, eaves], [size, size + 1], [0, size + 1], [0, eaves])
}

/** A band that stands on the lower edge as an arch. */
const arch = (radius: number, halfWidth: number): string => {
  const floor = size + 10
  const [outer, inner] = [radius + halfWidth, radius - halfWidth]
  const outside = path("M", middle - outer, floor, "A", outer, outer, 0, 0, 1, middle + outer, floor)
  return `${outside} ${path("L", middle + inner, floor, "A", inner, inner, 0, 1, 0, middle - inner, floor, "Z")}`
}

const diamond = (x: number, y: number, halfWidth: number, halfHeight: number): string =>
  polygon([x + halfWidth, y], [x, y - halfHeight], [x - halfWidth, y], [x, y + halfHeight])

const square = (x: number, y: number, half: number): string =>
  rectangle(x - half, y - half, x + half, y + half)

/** The squares of one colour of a chess board around the middle, as far as they can be seen. */
const chess = (half: number): string => {
  const steps = [-3, -2, -1, 0, 1, 2, 3]
  return steps
    .flatMap((column) => steps.map((row) => [column, row] as const))
    .filter(([column, row]) => (column + row) % 2 !== 0)
    .map(([column, row]) => square(middle + 2 * half * column, middle + 2 * half * row, half))
    .join(" ")
}

/** A curve from one end to the other and back, closed by straight lines along an edge. */
const bulge = (from: Point, towards: Point, to: Point, ...edge: ReadonlyArray<Point>): string =>
  `${path("M", ...from, "Q", ...towards, ...to)} ${edge.map((point) => path("L", ...point)).join(" ")} Z`

const shape = (turn: BadgeShape["turn"], draw: BadgeShape["draw"]): BadgeShape => ({ turn, draw })

/** The shapes by number. @internal */
export const badgeShapes: { readonly [number: number]: BadgeShape } = {
  1: shape(0, (param) => {
    const height = above(param, 30)
    const side = below(param, 30)
    const ends: ReadonlyArray<Point> = [
      [side, middle],
      [size - side, middle]
    ]
    return [polygon([middle, size - height], ...ends), polygon(...ends, [middle, height])]
  }),
  2: shape(0, (param) => {
    const x = above(param, 30)
    const y = below(param, 30)
    const centre: Point = [middle, middle]
    return [
      polygon([x, y], centre, [size - x, y], [size - x, -1], [-1, -1]),
      polygon([x, size - y], centre, [size - x, size - y], [size - x, size + 1], [-1, size + 1])
    ]
  }),
  3: shape(180, (param) => {
    const width = 45 + along(param, 45)
    return [wedge(-90, width), `${wedge(150, width)} ${wedge(30, width)}`]
  }),
  4: shape(90, (param) => {
    const half = along(param, 30)
    const lower = middle + half
    return [rectangle(0, lower, size, size), half > 0 ? rectangle(0, middle - half, size, lower) : ""]
  }),
  5: shape(45, (param) => {
    const half = 10 + along(param, 10)
    const [near, far] = [middle - half, middle + half]
    return [rectangle(near, 0, far, size), rectangle(0, near, size, far)]
  }),
  6: shape(90, (param) => {
    const half = 5 + along(param, 8)
    const stripe = (x: number) => rectangle(x - half, 0, x + half, size)
    return [stripe(middle), `${stripe(20)} ${stripe(80)}`]
  }),
  7: shape(90, (param) => {
    const half = 20 + about(param, 10)
    const wave = (y: number) => path("M", 0, y, "Q", 25, y - 20, middle, y, "T", size, y)
    const back = (y: number) => path("L", size, y, "Q", 75, y + 20, middle, y, "T", 0, y, "Z")
    return [
      `${wave(middle)} ${path("L", size, size, "L", 0, size, "Z")}`,
      `${wave(middle - half)} ${back(middle + half)}`
    ]
  }),
  8: shape(90, (param) => {
    const y = about(param, 20)
    const lens = path("M", 0, middle, "Q", middle, y, size, middle, "Q", middle, size - y, 0, middle, "Z")
    return [rectangle(0, middle, size, size), lens]
  }),
  9: shape(180, (param) => {
    const top = above(param, 20)
    return [gable(top), gable(top + middle - below(param, 30))]
  }),
  10: shape(90, (param) => {
    const radius = 30 + above(param, 50)
    const gap = 7 + below(param, 20)
    const [top, bottom] = [middle - radius, middle + radius]
    const bow = (x: number, sweep: 0 | 1, edge: number) =>
      path("M", x, top, "A", radius, radius, 0, 0, sweep, x, bottom, "L", edge, bottom, "L", edge, top, "Z")
    return [bow(middle + gap + radius, 0, size + 1), bow(middle - gap - radius, 1, -1)]
  }),
  11: shape(90, (param) => {
    const [near] = polar(225, middle)
    const far = size - near
    const side = 30 + above(param, 25)
    const top = side + below(param, 50)
    const west = bulge([near, near], [side, middle], [near, far], [0, far], [0, near])
    const east = bulge([far, near], [size - side, middle], [far, far], [size, far], [size, near])
    const north = bulge([near, near], [middle, top], [far, near], [far, 0], [near, 0])
    const south = bulge([near, far], [middle, size - top], [far, far], [far, size], [near, size])
    return [`${west} ${east}`, `${north} ${south}`]
  }),
  12: shape(180, (param) => {
    const top = 30 + above(param, 30)
    const width = 35 - below(param, 15)
    const sides = `${rectangle(0, top, width, size)} ${rectangle(size - width, top, size, size)}`
    return [rectangle(0, top, size, size), sides]
  }),
  13: shape(180, (param) => {
    const radius = 30 + above(param, 50)
    const y = middle - radius - below(param, 20)
    const [left, right] = [middle - radius, middle + radius]
    const bowl = path("M", left, y, "A", radius, radius, 0, 0, 0, right, y, "L", right, 0, "L", left, 0, "Z")
    return [rectangle(0, 0, middle, size), bowl]
  }),
  14: shape(180, (param) => {
    const [x, y] = polar(45 + about(param, 45), middle)
    const wing = (tip: number, edge: number) =>
      bulge([middle, 0], [middle, middle], [tip, y], [edge, y], [edge, 0], [middle, 0])
    return [wing(x, size), wing(size - x, 0)]
  }),
  15: shape(180, (param) => {
    const half = 13 + about(param, 6)
    return [arch(80, half), arch(45, half)]
  }),
  16: shape(0, (param) => {
    const width = 30 + above(param, 30)
    const inner = 25 - below(param, 25)
    const part = (direction: number) => spoke(direction, width, inner)
    return [thrice(part, -90), thrice(part, 90)]
  }),
  17: shape(0, (param) => {
    const half = 35 + above(param, 20)
    const height = 45 + below(param, 30)
    return [triangle(45, 45 + height, half), triangle(0, height, half)]
  }),
  18: shape(180, (param) => {
    const width = 90 - above(param, 60)
    const tip = 10 + below(param, 15)
    const part = (direction: number) => blade(direction, width, tip)
    return [part(-90), `${part(30)} ${part(150)}`]
  }),
  19: shape(180, (param) => {
    const wider = about(param, 20)
    return [triangle(-10, size, 60 + wider), wider > -20 ? triangle(0, size, 20 + wider) : ""]
  }),
  20: shape(90, (param) => {
    const gap = 10 + above(param, 20)
    const height = 20 - below(param, 40)
    const left = rectangle(0, middle - height, middle - gap, size)
    return [left, rectangle(middle + gap, 0, size, middle + height)]
  }),
  21: shape(45, (param) => {
    const side = middle + 40 - above(param, 20)
    const tip = middle - below(param, 20)
    const upright = (from: number, to: number) =>
      path("M", middle, from, "Q", side, to, middle, to, "T", middle, from, "Z")
    const lying = (from: number, to: number) =>
      path("M", from, middle, "Q", to, side, to, middle, "T", from, middle, "Z")
    return [`${upright(tip, 0)} ${upright(size - tip, size)}`, `${lying(tip, 0)} ${lying(size - tip, size)}`]
  }),
  22: shape(45, (param) => {
    const half = 20 + about(param, 10)
    return [square(middle, middle, half), chess(half)]
  }),
  23: shape(90, (param) => {
    const halfWidth = 17 + above(param, 35)
    const halfHeight = 25 + below(param, 23)
    const row = (y: number) =>
      [-3, -1, 1, 3].map((n) => diamond(middle + n * halfWidth, y, halfWidth, halfHeight)).join(" ")
    return [row(middle - halfHeight), row(middle + halfHeight)]
  }),
  24: shape(180, (param) => {
    const half = 50 + above(param, 60)
    const top = 45 - below(param, 30)
    const valley: ReadonlyArray<Point> = [
      [size, top],
      [middle, 70],
      [0, top]
    ]
    return [
      polygon(...valley, [0, size], [size, size]),
      polygon([middle, 0], [middle + half, size], [size, size], ...valley, [0, size], [middle - half, size])
    ]
  })
}
