/** A small map of the rooms around the shown one. */
import { Game } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { MapStats, RoomName, Terrain, type UserBrief, type UserId } from "@screeps-effect/schema"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

const reach = 3
const across = 2 * reach + 1

interface Cell {
  readonly room: RoomName.RoomName
  readonly picture: OffscreenCanvas | undefined
  readonly stat: MapStats.MapStatsRoom | undefined
}

/** The rooms around one, from the north-west to the south-east. */
export interface RoomsAround {
  readonly centre: RoomName.RoomName
  readonly cells: ReadonlyArray<Cell>
  readonly users: Readonly<Record<string, UserBrief.UserBrief>>
}

/** Paints the ground of a room on the map, one pixel per square. */
const sketch = (land: Terrain.Terrain): OffscreenCanvas => {
  const canvas = new OffscreenCanvas(Terrain.size, Terrain.size)
  const context = canvas.getContext("2d")
  const colours = { plain: "#262d36", swamp: "#233529", wall: RoomPicture.ground.wall } as const
  for (let y = 0; y < Terrain.size; y++) {
    for (let x = 0; x < Terrain.size; x++) {
      if (context === null) continue
      context.fillStyle = colours[land.at(x, y)]
      context.fillRect(x, y, 1, 1)
    }
  }
  return canvas
}

/** Reads terrain and owners of the rooms around a room. */
export const around = Effect.fn("around")(function* (centre: RoomName.RoomName) {
  const { x, y } = RoomName.toWorld(centre)
  const rooms = Array.from({ length: across * across }, (_, i) =>
    RoomName.fromWorld({ x: x - reach + (i % across), y: y - reach + Math.floor(i / across) })
  )
  const [lands, { stats, users }] = yield* Effect.all(
    [Game.rooms({ rooms }), Game.mapStats({ rooms, statName: "owner0" })],
    {
      concurrency: 2
    }
  )
  const pictures = new Map(
    lands.rooms.flatMap(({ room, terrain }) => {
      const land = Terrain.decode(terrain)
      return Result.isSuccess(land) ? [[room, sketch(land.success)]] : []
    })
  )
  const cells = rooms.map((room) => ({ room, picture: pictures.get(room), stat: stats[room] }))
  return { centre, cells, users: users ?? {} }
})

/** Draws the rooms; owned rooms are tinted in the colour of their owner. */
export const draw = (
  canvas: HTMLCanvasElement,
  { cells, centre }: RoomsAround,
  me: UserId.UserId | undefined
): void => {
  const scale = Math.max(1, Math.floor((canvas.clientWidth * devicePixelRatio) / across))
  canvas.width = canvas.height = scale * across
  const context = canvas.getContext("2d")
  if (context === null) return
  context.fillStyle = "#0d1014"
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [i, { picture, room, stat }] of cells.entries()) {
    const [x, y] = [(i % across) * scale, Math.floor(i / across) * scale]
    if (picture === undefined) continue
    context.drawImage(picture, x, y, scale - 1, scale - 1)
    const owner = stat?.own?.user
    if (owner !== undefined) {
      const colour = RoomPicture.ownerColor(owner, me)
      context.globalAlpha = 0.28
      context.fillStyle = colour
      context.fillRect(x, y, scale - 1, scale - 1)
      context.globalAlpha = 1
      context.fillStyle = colour
      context.font = `700 ${scale * 0.46}px ui-sans-serif, system-ui, sans-serif`
      context.textAlign = "center"
      context.textBaseline = "middle"
      if (stat !== undefined && stat.own !== null && stat.own !== undefined && stat.own.level > 0)
        context.fillText(String(stat.own.level), x + scale / 2, y + scale / 2 + scale * 0.03)
    }
    if (room === centre) {
      context.strokeStyle = "#f3f6fa"
      context.lineWidth = 2
      context.strokeRect(x, y, scale - 1, scale - 1)
    }
  }
}

/** Finds the room at a position of the map, and its label. */
export const find = (
  { cells, users }: RoomsAround,
  canvas: HTMLCanvasElement,
  { offsetX, offsetY }: MouseEvent
) => {
  const index = (offset: number) =>
    Math.min(across - 1, Math.max(0, Math.floor((offset / canvas.clientWidth) * across)))
  const cell = cells[index(offsetY) * across + index(offsetX)]
  if (cell === undefined || cell.picture === undefined) return undefined
  const own = cell.stat?.own
  const name = own === undefined || own === null ? undefined : (users[own.user]?.username ?? "unknown user")
  const kind = cell.stat === undefined ? "free" : MapStats.holding(cell.stat)
  return {
    room: cell.room,
    text: name === undefined ? `${cell.room}, free` : `${cell.room}, ${kind} by ${name}`
  }
}
