/** Draws a room: the map, with facts, legend and changes beside it. */
import type { RoomView } from "@screeps-effect/socket/RoomFeed"
import * as Controller from "@screeps-effect/schema/Controller"
import * as TicksLeft from "@screeps-effect/schema/TicksLeft"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPicture from "@screeps-effect/pictures/RoomPicture"
import * as Store from "@screeps-effect/schema/Store"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import { size } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as CliOutput from "effect/cli/CliOutput"
import type { Paint } from "../../output/output.ts"
import type { Size } from "../../output/screen.ts"
import { cut, drawing, format, join, plain, type PlainText, spaces } from "../../output/text.ts"
import type { News } from "./news.ts"

/** The data for the drawing besides the room's state. */
export interface Scene {
  readonly land: Terrain
  /** The signed-in user, whose creeps are counted as own; `undefined` for guests. */
  readonly user: UserId | undefined
  /** Whether the terminal has 256 colours. */
  readonly colors: boolean
  readonly paint: Paint
}

/** A line about a change and its tick. */
export interface Dated extends News {
  readonly tick: PlainText
}

const count = (amount: number, one: string) => `${amount} ${one}${amount === 1 ? "" : "s"}`

const grouped = (amount: number) => amount.toLocaleString("en-US").replaceAll(",", " ")

const creepsOf = (objects: ReadonlyArray<RoomObject.RoomObject>, user: UserId | undefined): string => {
  const creeps = objects.filter(RoomObject.is("creep"))
  if (user === undefined) return count(creeps.length, "creep")
  const own = creeps.filter((creep) => creep.user === user).length
  const others = creeps.length - own
  return `${count(own, "creep")}${others === 0 ? "" : `, ${others} foreign`}`
}

const controllerOf = (
  objects: ReadonlyArray<RoomObject.RoomObject>,
  tick: RoomView["tick"],
  paint: Paint
): ReadonlyArray<PlainText> => {
  const controller = objects.find(RoomObject.is("controller"))
  if (controller === undefined || controller.level === 0) return []
  const progress = Controller.progress(controller)
  const part = progress === undefined ? "" : `, ${Math.floor((100 * progress.done) / progress.total)} %`
  // Servers keep the tick at which safe mode ended.
  const isSafe = tick !== undefined && (TicksLeft.of(controller.safeMode, tick) ?? 0) > 0
  const safe = isSafe ? paint("green", format`, safe mode`) : format``
  return [format`controller ${controller.level}${plain(part)}${safe}`]
}

const energyOf = (objects: ReadonlyArray<RoomObject.RoomObject>): ReadonlyArray<PlainText> => {
  const structures = objects.filter(RoomObject.hasStore).filter(RoomObject.isStructure)
  const energy = structures.reduce((sum, structure) => sum + Store.amount(structure, "energy"), 0)
  return structures.length === 0 ? [] : [plain(`${grouped(energy)} energy`)]
}

/** Returns the lines above the legend, beginning with the room's name and the tick. */
export const facts = (
  { afterGap, objects, room, tick }: RoomView,
  { paint, user }: Scene
): ReadonlyArray<PlainText> => {
  const list = [...objects.values()]
  return [
    format`${paint("bold", plain(room))}  tick ${tick ?? plain("?")}${afterGap ? paint("yellow", format`  after a gap`) : format``}`,
    plain(creepsOf(list, user)),
    ...controllerOf(list, tick, paint),
    ...energyOf(list)
  ]
}

/** Splits a row into the map and the legend to its right, if there is one. */
const split = (row: string, colors: boolean): readonly [row: PlainText, legend: PlainText | undefined] => {
  const end = colors ? row.indexOf("\x1b[0m") + "\x1b[0m".length : size
  const legend = row.slice(end).trimStart()
  return [drawing(row.slice(0, end)), legend === "" ? undefined : drawing(legend)]
}

const styles = { "+": "green", "-": "red", "·": "reset" } as const

/** The number of rows that the legend leaves for changes. */
const fewest = 4

/** The narrowest column beside the map that can be read. */
const narrowest = 24

/** Formats changes, each tick before its first line, cut at the width. */
const dated = (news: ReadonlyArray<Dated>, width: number, paint: Paint): ReadonlyArray<PlainText> =>
  news.map(({ sign, text, tick }, i) => {
    const when = news[i - 1]?.tick === tick ? spaces(tick.length) : paint("dim", tick)
    const fit = Math.max(width - tick.length - 3, 1)
    return format`${when} ${paint(styles[sign], format`${plain(sign)} ${cut(text, fit)}`)}`
  })

/** Joins facts as far as they fit into one line, the room and the tick always. */
const inOneLine = ([first = format``, ...others]: ReadonlyArray<PlainText>, columns: number): PlainText => {
  let line = first
  for (const one of others) {
    const longer = format`${line}, ${one}`
    if (CliOutput.displayWidth(longer) > columns) break
    line = longer
  }
  return line
}

/**
 * Returns the lines of the screen: the map, and to its right facts, legend and the latest changes, as far as they fit.
 * In a narrow window only the facts are left, above the map.
 */
export const lines = (
  view: RoomView,
  scene: Scene,
  news: ReadonlyArray<Dated>,
  { columns, rows }: Size
): ReadonlyArray<PlainText> => {
  const { colors, land, paint, user } = scene
  const drawn = RoomPicture.draw(land, view.objects.values(), { colors, user }).map((row) =>
    split(row, colors)
  )
  const map = drawn.map(([row]) => row)
  const legend = drawn.flatMap(([, one]) => (one === undefined ? [] : [one]))
  const factLines = facts(view, scene)
  if (columns < size + 2 + narrowest) return [inOneLine(factLines, columns), ...map]
  // If the map is higher than the screen, the last row says so.
  const height = map.length > rows ? rows - 1 : Number.isFinite(rows) ? rows : map.length
  const room = Math.max(0, height - factLines.length - 2)
  const shownLegend = legend.slice(0, Math.max(0, room - fewest))
  const latest = dated(news.slice(0, room - shownLegend.length), columns - size - 3, paint)
  const beside = [...factLines, format``, ...shownLegend, format``, ...latest]
  const nothing = spaces(size)
  return Array.from({ length: Math.max(map.length, beside.length) }, (_, i) => {
    const row = map[i] ?? nothing
    return beside[i] === undefined ? row : join([row, beside[i]], "  ")
  })
}
