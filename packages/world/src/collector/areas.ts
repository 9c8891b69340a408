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

/** Cuts a list of rooms into areas of up to `size` rooms. */
export const ofList = (list: ReadonlyArray<RoomName.RoomName>, size: number): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size).join(",")
  )

/** Cuts the rooms from one corner to the opposite one into squares of up to `size` rooms. */
export const ofRectangle = (
  from: RoomName.WorldPosition,
  to: RoomName.WorldPosition,
  size: number
): ReadonlyArray<string> => {
  const side = Math.max(1, Math.floor(Math.sqrt(size)))
  const areas: Array<string> = []
  for (let x = from.x; x <= to.x; x += side)
    for (let y = from.y; y <= to.y; y += side) {
      const last = { x: Math.min(x + side - 1, to.x), y: Math.min(y + side - 1, to.y) }
      areas.push(`${RoomName.fromWorld({ x, y })}:${RoomName.fromWorld(last)}`)
    }
  return areas
}
