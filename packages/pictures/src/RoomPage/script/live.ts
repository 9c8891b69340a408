/** Live rooms: each event of the page's own server changes the room that it names. */
import * as Result from "effect/Result"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import { printable } from "@screeps-effect/schema/ConsoleText"
import type { About } from "../page.ts"
import type { Update } from "../updates.ts"
import { byId, make } from "./dom.ts"
import type { Figure } from "./figure.ts"
import type { Rooms } from "./rooms.ts"

/** The number of lines of the console that are kept, and the longest one. */
const [mostLines, longestLine] = [200, 2000]

const showConsole = (lines: Extract<Update, { readonly kind: "console" }>["lines"]): void => {
  const list = byId("lines", HTMLElement)
  byId("console", HTMLElement).hidden = false
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8
  list.append(...lines.map(({ kind, text }) => make("li", printable(text, longestLine), kind)))
  while (list.childElementCount > mostLines) list.firstElementChild?.remove()
  if (isAtEnd) list.scrollTop = list.scrollHeight
}

/** Returns the room that a square at the edge leads to. */
const beyond = (room: string, { x, y }: { readonly x: number; readonly y: number }): string | undefined => {
  const parsed = RoomName.parse(room)
  if (Result.isFailure(parsed)) return undefined
  const { bottom, left, right, top } = RoomName.neighbours(parsed.success)
  return x === 0 ? left : x === 49 ? right : y === 0 ? top : y === 49 ? bottom : undefined
}

/** Shows the rooms until the page is closed. */
export const start = (rooms: Rooms, about: Extract<About, { readonly mode: "live" }>): void => {
  byId("range", HTMLElement).textContent = about.about ?? ""
  const follow = byId("follow", HTMLInputElement)
  let source: EventSource | undefined

  const connect = (): void => {
    source?.close()
    const query = new URLSearchParams(rooms.figures.map(({ room }) => ["room", room]))
    source = new EventSource(`${about.events}?${query}`)
    source.addEventListener("message", ({ data }) => apply(JSON.parse(data)))
    source.addEventListener("error", () => {
      for (const figure of rooms.figures) figure.note("No connection to screeps view.")
    })
  }

  /** Shows the neighbouring room if the followed creep went there. */
  const goAfter = (figure: Figure, before: RoomState.RoomState | undefined): void => {
    const { selected } = rooms
    if (!follow.checked || selected?.figure !== figure || selected.object === undefined) return
    const last = before?.objects.get(selected.object)
    if (last === undefined || figure.state?.objects.has(selected.object) === true) return
    const at = RoomObject.position(last)
    const next = at === undefined ? undefined : beyond(figure.room, at)
    if (next === undefined || rooms.figures.some(({ room }) => room === next)) return
    figure.showRoom(next)
    connect()
  }

  const showState = (figure: Figure, update: Extract<Update, { readonly kind: "state" }>): void => {
    const before = figure.state
    const base = update.isWhole || before === undefined ? RoomState.empty : before
    // Written by `Frames`, from decoded values.
    const frame = update.frame as RoomFrame
    const state = RoomState.fold({ ...base, patchDepth: "two-levels" }, frame)
    figure.state = state
    figure.picture.animate({ ...state, afterGap: update.afterGap })
    figure.note(undefined)
    figure.caption()
    document.body.dataset["tick"] = String(state.tick ?? "")
    goAfter(figure, before)
    rooms.refresh()
  }

  const apply = (update: Update): void => {
    if (update.kind === "console") return showConsole(update.lines)
    const figure = rooms.figures.find(({ room }) => room === update.room)
    if (figure === undefined) return
    switch (update.kind) {
      case "room":
        figure.begin(
          Result.getOrElse(Terrain.decode(update.terrain), () => Terrain.fromSquares([])),
          rooms.user
        )
        return rooms.refresh()
      case "state":
        return showState(figure, update)
      case "notice":
        figure.note(printable(update.text, 200))
        return rooms.refresh()
      case "lag":
        figure.lag = update.ticks
        figure.caption()
    }
  }

  connect()
}
