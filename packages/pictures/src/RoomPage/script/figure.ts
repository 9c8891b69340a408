/** One room of the page: its picture with a caption. */
import type { RoomState } from "@screeps-effect/schema/RoomState"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import { RoomCanvas } from "../../RoomCanvas.ts"
import { count } from "./details.ts"
import { make } from "./dom.ts"

/** A room of the page. */
export class Figure {
  readonly element = make("figure")
  readonly canvas = document.createElement("canvas")
  readonly picture: RoomCanvas
  readonly #name = make("b")
  readonly #tick = make("span")
  readonly #note = make("span", "", "note")
  room = ""
  state: RoomState | undefined
  /** What the panel says without a state. */
  nothing = ""
  lag: number | undefined

  constructor(room: string) {
    this.canvas.className = "room"
    const caption = make("figcaption")
    caption.append(this.#name, this.#tick, this.#note)
    this.element.append(caption, this.canvas)
    this.picture = new RoomCanvas(this.canvas)
    this.showRoom(room)
  }

  /** Becomes another room. */
  showRoom(room: string): void {
    this.room = this.#name.textContent = room
    this.canvas.ariaLabel = `Room ${room}`
    this.state = this.lag = undefined
    this.#tick.textContent = ""
    this.picture.begin(undefined)
    this.note("Connecting …")
  }

  /** Begins with the room's terrain. */
  begin(land: Terrain, user: UserId | undefined): void {
    this.state = undefined
    this.picture.begin(land, user)
    this.note("Waiting for the first tick.")
  }

  /** Shows why no state comes: the picture is dimmed meanwhile. */
  note(text: string | undefined): void {
    this.#note.textContent = this.#note.title = text ?? ""
    if (text !== undefined) this.nothing = text
    this.element.dataset["state"] = text === undefined ? "live" : "waiting"
  }

  /** Shows the tick of the state, its lag, and the time between two ticks. */
  caption(): void {
    const { lag, state } = this
    const { pace } = this.picture
    this.#tick.textContent = [
      state?.tick === undefined ? "" : `tick ${count(state.tick)}`,
      ...(lag === undefined || lag <= 1 ? [] : [`${count(lag)} ticks behind`]),
      ...(pace === undefined ? [] : [`${(pace / 1000).toFixed(1)} s a tick`])
    ].join("  ")
  }
}
