/** Areas of rooms as texts: `W10N20:W1N11` (two corners of a rectangle), or rooms separated by commas. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Result from "effect/Result"

/** Returns the rooms of an area; `undefined` if the text is not one. */
export const rooms = (area: string): ReadonlyArray<RoomName.RoomName> | undefined => {
  const corners = area.split(":")
  const names = (corners.length === 2 ? corners : area.split(",")).map((name) => RoomName.parse(name))
  const found = names.flatMap((name) => (Result.isSuccess(name) ? [name.success] : []))
  if (found.length !== names.length) return undefined
  if (corners.length !== 2) return found
  const [from, to] = found.map(RoomName.toWorld)
  if (from === undefined || to === undefined) return undefined
  const inside: Array<RoomName.RoomName> = []
  for (let x = Math.min(from.x, to.x); x <= Math.max(from.x, to.x); x++)
    for (let y = Math.min(from.y, to.y); y <= Math.max(from.y, to.y); y++)
      inside.push(RoomName.fromWorld({ x, y }))
  return inside
}

/** Characters of an area: databases limit the length of an indexed text. */
const maxLength = 1000

/** Cuts a list of rooms into areas of up to `size` rooms, and fewer if their names are longer than a text may be. */
export const ofList = (list: ReadonlyArray<RoomName.RoomName>, size: number): ReadonlyArray<string> => {
  const areas: Array<string> = []
  let area: Array<string> = []
  let length = 0
  for (const room of list) {
    if (area.length === size || length + room.length > maxLength) {
      areas.push(area.join(","))
      area = []
      length = 0
    }
    area.push(room)
    length += room.length + 1
  }
  return area.length === 0 ? areas : [...areas, area.join(",")]
}

/** Returns the sides of the rectangles of up to `size` rooms of which the fewest cover a larger one; square ones if equal. */
const sidesFor = (width: number, height: number, size: number): readonly [width: number, height: number] => {
  let best: readonly [number, number] = [1, Math.min(height, size)]
  const count = ([w, h]: readonly [number, number]) => Math.ceil(width / w) * Math.ceil(height / h)
  const shape = ([w, h]: readonly [number, number]) => Math.abs(w - h)
  for (let w = 1; w <= Math.min(width, size); w++) {
    const sides = [w, Math.min(height, Math.floor(size / w))] as const
    const fewer = count(sides) - count(best)
    if (fewer < 0 || (fewer === 0 && shape(sides) < shape(best))) best = sides
  }
  return best
}

/** Cuts the rooms from one corner to the opposite one into rectangles of up to `size` rooms. */
export const ofRectangle = (
  from: RoomName.WorldPosition,
  to: RoomName.WorldPosition,
  size: number
): ReadonlyArray<string> => {
  const [width, height] = sidesFor(to.x - from.x + 1, to.y - from.y + 1, Math.max(1, size))
  const areas: Array<string> = []
  for (let x = from.x; x <= to.x; x += width)
    for (let y = from.y; y <= to.y; y += height) {
      const last = { x: Math.min(x + width - 1, to.x), y: Math.min(y + height - 1, to.y) }
      areas.push(`${RoomName.fromWorld({ x, y })}:${RoomName.fromWorld(last)}`)
    }
  return areas
}
