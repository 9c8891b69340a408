/** Draws rooms as a grid of cells with their owners and minerals. */
import * as MapStats from "@screeps-effect/schema/MapStats"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as UserId from "@screeps-effect/schema/UserId"
import type { Paint } from "../../output/output.ts"
import { cut, format, join, oneLine, plain, type PlainText } from "../../output/text.ts"

/** One room of the map. */
export interface Cell {
  readonly room: RoomName.RoomName
  /** Whether the room exists on the server. */
  readonly exists: boolean
  readonly status: string | null
  readonly holding: MapStats.Holding
  readonly owner: string | null
  readonly level: number | null
  readonly mineral: string | null
  readonly density: number | null
  readonly safeMode: boolean
  readonly sign: string | null
}

export const cellOf = (
  room: RoomName.RoomName,
  stats: MapStats.MapStats,
  users: Readonly<Record<string, { readonly username?: string | null }>>,
  now: number
): Cell => {
  const known = stats[room]
  if (known === undefined || known.status === "out of borders") {
    return {
      room,
      exists: false,
      status: null,
      holding: "free",
      owner: null,
      level: null,
      mineral: null,
      density: null,
      safeMode: false,
      sign: null
    }
  }
  const { minerals0, own, safeMode, status } = known
  const user = own?.user
  return {
    room,
    exists: true,
    status: status ?? null,
    holding: MapStats.holding(known),
    owner: user === undefined ? null : user === UserId.invader ? "Invader" : (users[user]?.username ?? user),
    level: own?.level ?? null,
    mineral: minerals0?.type ?? null,
    density: minerals0?.density ?? null,
    safeMode: safeMode ?? false,
    sign: MapStats.signText(known, now) ?? null
  }
}

/** Returns the rooms around a room, row by row from north to south. */
export const around = (
  room: RoomName.RoomName,
  radius: number
): ReadonlyArray<ReadonlyArray<RoomName.RoomName>> => {
  const { x, y } = RoomName.toWorld(room)
  const steps = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius)
  return steps.map((dy) => steps.map((dx) => RoomName.fromWorld({ x: x + dx, y: y + dy })))
}

const colors = ["cyan", "yellow", "magenta", "blue", "red", "green"] as const

type Color = (typeof colors)[number]

interface Owner {
  readonly letter: string
  readonly color: Color
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
const lettersOf = (name: string) => `${name.toUpperCase()}${letters}`.match(/[A-Z]/g) ?? []

/** Assigns a letter and a colour to each owner: first the user, then the owners with the most rooms. */
const ownersOf = (cells: ReadonlyArray<Cell>, me: string | undefined): ReadonlyMap<string, Owner> => {
  const rooms = new Map<string, number>()
  for (const { owner } of cells) if (owner !== null) rooms.set(owner, (rooms.get(owner) ?? 0) + 1)
  const names = [...rooms]
    .toSorted(([a, many], [b, more]) => Number(b === me) - Number(a === me) || more - many)
    .map(([name]) => name)
  const taken = new Set<string>()
  return new Map(
    names.map((name, i): [string, Owner] => {
      const letter = lettersOf(name).find((one) => !taken.has(one)) ?? "?"
      taken.add(letter)
      return [name, { letter, color: name === me ? "green" : (colors[i % (colors.length - 1)] ?? "cyan") }]
    })
  )
}

const width = 6

/** The widest name of an owner in the legend. */
const widestName = 40

const textOf = (
  { exists, holding, level, mineral, owner, room }: Cell,
  owners: ReadonlyMap<string, Owner>
) => {
  const place = RoomName.isHighway(room)
    ? "─"
    : RoomName.isSectorCentre(room) || RoomName.isKeeperRoom(room)
      ? "×"
      : "·"
  if (!exists) return ""
  if (owner === null) return mineral === null ? place : `${place} ${mineral}`
  const letter = owners.get(owner)?.letter ?? "?"
  const held = holding === "reserved" ? letter.toLowerCase() : `${letter}${level ?? ""}`
  return mineral === null ? held : `${held} ${mineral}`
}

const drawn = (
  cell: Cell,
  isCentre: boolean,
  owners: ReadonlyMap<string, Owner>,
  paint: Paint
): PlainText => {
  const text = textOf(cell, owners)
  const framed = oneLine(isCentre ? `[${text.padEnd(width - 2)}]` : ` ${text.padEnd(width - 1)}`)
  const color = cell.owner === null ? undefined : owners.get(cell.owner)?.color
  if (color === undefined) return paint(isCentre ? "bold" : "dim", framed)
  return paint(isCentre || cell.holding === "owned" ? ["bold", color] : color, framed)
}

/** Removes rows and columns outside of the world. */
const within = (rows: ReadonlyArray<ReadonlyArray<Cell>>): ReadonlyArray<ReadonlyArray<Cell>> => {
  const existing = rows.filter((row) => row.some(({ exists }) => exists))
  return existing.map((row) => row.filter((_, i) => existing.some((other) => other[i]?.exists)))
}

/** Draws the map: a row of cells for each row of rooms, and a legend. */
export const draw = (
  all: ReadonlyArray<ReadonlyArray<Cell>>,
  centre: RoomName.RoomName,
  me: string | undefined,
  paint: Paint
): ReadonlyArray<PlainText> => {
  const rows = within(all)
  const cells = rows.flat()
  const owners = ownersOf(cells, me)
  const [column, row] = [/^[WE]\d+/, /[NS]\d+$/].map(
    (part) => (room: RoomName.RoomName) => part.exec(room)?.[0] ?? ""
  )
  const label = (text: string) => paint("dim", plain(text.padStart(4)))
  const heads = (rows[0] ?? []).map(({ room }) =>
    paint("dim", plain(` ${(column?.(room) ?? "").padEnd(width - 1)}`))
  )
  const grid = rows.map((line) => {
    const first = line[0]
    const name = first === undefined ? "" : (row?.(first.room) ?? "")
    return format`${label(name)} ${join(line.map((cell) => drawn(cell, cell.room === centre, owners, paint)))}`
  })
  const many = (name: string) => cells.filter(({ owner }) => owner === name).length
  const legend = [...owners].map(
    ([name, { color, letter }]) =>
      format`${paint(["bold", color], plain(letter))} ${cut(oneLine(name), widestName)} ${paint("dim", format`(${many(name)})`)}`
  )
  const signs = paint("dim", format`A3 level 3   a reserved   · free   × keepers   ─ highway   H mineral`)
  return [
    format`     ${join(heads)}`,
    ...grid,
    format``,
    ...(legend.length === 0 ? [] : [join(legend, "  ")]),
    signs
  ]
}
