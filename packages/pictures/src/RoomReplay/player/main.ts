/** The player of a replay: `scripts/generate/player.mjs` compiles it for the pages that `RoomReplay.html` writes. */
import * as Result from "effect/Result"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Xy } from "@screeps-effect/schema/Xy"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import type { About } from "../page.ts"
import { count } from "./details.ts"
import * as Panel from "./panel.ts"
import { RoomCanvas } from "../../RoomCanvas.ts"
import { parseTicks, Timeline } from "./timeline.ts"

const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

const elementsOf = (kind: string): ReadonlyArray<HTMLElement> => [
  ...document.querySelectorAll<HTMLElement>(`script[data-kind="${kind}"]`)
]

/** `page.ts` has written the data of this page: it has the types of the constants that take it. */
const dataOf = (script: HTMLElement | undefined) => JSON.parse(script?.textContent ?? "null")

const about: About & { readonly user?: UserId } = dataOf(elementsOf("about")[0])
const timeline = new Timeline(
  elementsOf("part").map((script) => ({
    ticks: parseTicks(script.dataset["ticks"] ?? ""),
    read: (): ReadonlyArray<RoomFrame> => dataOf(script)
  }))
)

const [first = 0, last = 0] = [timeline.ticks[0], timeline.ticks.at(-1)]
const [from, to] = [Math.min(about.from ?? first, first), Math.max(about.to ?? last, last)]

const land = Result.getOrElse(Terrain.decode(about.terrain), () => Terrain.fromSquares([]))
const canvas = element("room", HTMLCanvasElement)
const picture = new RoomCanvas(canvas)
picture.begin(land, about.user)
const panel = element("panel", HTMLElement)
const slider = element("slider", HTMLInputElement)
const speed = element("speed", HTMLSelectElement)
const playButton = element("play", HTMLButtonElement)

let tick = first
/** Square under the pointer, and the one that was clicked. */
let hovered: Xy | undefined
let chosen: Xy | undefined
/** Object that was clicked: it is followed from tick to tick. */
let followed: ObjectId | undefined

const showPanel = (): void => {
  const at = hovered ?? chosen
  Panel.show(
    panel,
    timeline.at(tick),
    at === undefined ? undefined : { at, objects: picture.on(at) },
    about.user
  )
}

const show = (): void => {
  const state = timeline.at(tick)
  const object = followed === undefined ? undefined : state?.objects.get(followed)
  if (object !== undefined) chosen = RoomObject.position(object) ?? chosen
  picture.show(state)
  picture.select(chosen)
  showPanel()
  slider.value = String(tick)
  slider.ariaValueText = `tick ${tick}`
  element("tick", HTMLElement).textContent = `tick ${count(tick)}`
  // A tick that is not recorded is dimmed.
  document.body.dataset["state"] = state === undefined ? "gap" : "recorded"
  document.body.dataset["tick"] = String(tick)
}

const go = (to: number): void => {
  tick = to
  show()
}

/** Moves by recorded ticks. */
const step = (by: number): void => {
  const at = timeline.indexAt(tick)
  // Within a gap, the tick before it is one step back.
  const index = by < 0 && timeline.ticks[at] !== tick ? at + by + 1 : at + by
  const next = timeline.ticks[Math.min(timeline.ticks.length - 1, Math.max(0, index))]
  if (next !== undefined) go(next)
}

// ---- playing

let isPlaying = false

const setPlaying = (value: boolean): void => {
  isPlaying = value && timeline.ticks.length > 1
  if (isPlaying && timeline.indexAt(tick) >= timeline.ticks.length - 1) go(first)
  playButton.setAttribute("aria-pressed", String(isPlaying))
  playButton.textContent = isPlaying ? "Pause" : "Play"
  if (isPlaying) requestAnimationFrame((now) => advance(now, now))
}

/** Shows the ticks that are due since a time. */
const advance = (since: number, now: number): void => {
  if (!isPlaying) return
  const due = Math.floor(((now - since) / 1000) * Number(speed.value))
  if (due > 0) step(due)
  if (timeline.indexAt(tick) >= timeline.ticks.length - 1) return setPlaying(false)
  // After a pause of the page, nothing is skipped.
  const start = due === 0 ? since : now - since > 1000 ? now : since + (due * 1000) / Number(speed.value)
  requestAnimationFrame((later) => advance(start, later))
}

playButton.addEventListener("click", () => setPlaying(!isPlaying))
speed.addEventListener("change", () => isPlaying && setPlaying(true))
element("back", HTMLButtonElement).addEventListener("click", () => step(-1))
element("forward", HTMLButtonElement).addEventListener("click", () => step(1))
slider.addEventListener("input", () => go(Number(slider.value)))

const keys: Readonly<Record<string, () => void>> = {
  " ": () => setPlaying(!isPlaying),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  PageUp: () => step(10),
  PageDown: () => step(-10),
  Home: () => go(first),
  End: () => go(last),
  Escape: () => choose(undefined)
}
document.addEventListener("keydown", (event) => {
  const { altKey, ctrlKey, key, metaKey, target } = event
  // Lists have keys of their own, and the space key presses the button that has the focus.
  const isOther =
    ctrlKey ||
    metaKey ||
    altKey ||
    target instanceof HTMLSelectElement ||
    (key === " " && target instanceof HTMLButtonElement)
  const action = isOther ? undefined : keys[key]
  if (action === undefined) return
  event.preventDefault()
  action()
})

// ---- the square under the pointer

const choose = (at: Xy | undefined): void => {
  const top = at === undefined ? undefined : picture.on(at)[0]
  followed = top === undefined ? undefined : RoomObject.id(top)
  chosen = at
  show()
}
canvas.addEventListener("pointermove", (event) => {
  // A finger has no position between two touches.
  hovered = event.pointerType === "mouse" ? picture.square(event) : undefined
  showPanel()
})
canvas.addEventListener("pointerleave", () => {
  hovered = undefined
  showPanel()
})
canvas.addEventListener("click", (event) => {
  const at = picture.square(event)
  choose(at?.x === chosen?.x && at?.y === chosen?.y ? undefined : at)
})

// ---- the slider and its gaps

const paintGaps = (): void => {
  const strip = element("gaps", HTMLCanvasElement)
  strip.width = Math.max(1, Math.round(strip.clientWidth * devicePixelRatio))
  strip.height = 1
  const context = strip.getContext("2d")
  if (context === null) return
  const scale = strip.width / (to - from + 1)
  context.fillStyle = "#4fd6be"
  context.fillRect(0, 0, strip.width, 1)
  context.fillStyle = "#5b3340"
  for (const [begin, end] of timeline.gaps(from, to))
    context.fillRect(Math.floor((begin - from) * scale), 0, Math.ceil((end - begin + 1) * scale), 1)
}

slider.min = String(from)
slider.max = String(to)
new ResizeObserver(() => {
  paintGaps()
  show()
}).observe(document.body)

const missing = timeline.gaps(from, to).reduce((sum, [begin, end]) => sum + end - begin + 1, 0)
element("name", HTMLElement).textContent = about.room
element("range", HTMLElement).textContent =
  timeline.ticks.length === 0
    ? "No tick is recorded."
    : `ticks ${count(from)} to ${count(to)}${missing === 0 ? "" : `, ${count(missing)} not recorded`}`

const wanted = Number(location.hash.slice(1))
go(wanted >= from && wanted <= to && location.hash.length > 1 ? wanted : first)

// For scripts in the browser's console, and tests.
Object.assign(globalThis, { replay: { ticks: timeline.ticks, stateAt: (at: number) => timeline.at(at), go } })
