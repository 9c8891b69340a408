/** A replay: recorded ticks with a slider. */
import * as Result from "effect/Result"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import type { About } from "../page.ts"
import { count } from "./details.ts"
import { byId, dataElements, dataOf } from "./dom.ts"
import type { Rooms } from "./rooms.ts"
import { parseTicks, Timeline } from "./timeline.ts"

const timeline = () =>
  new Timeline(
    dataElements("part").map((script) => ({
      ticks: parseTicks(script.dataset["ticks"] ?? ""),
      read: (): ReadonlyArray<RoomFrame> => dataOf(script)
    }))
  )

/** Calls `show` with the ticks that are due, until it returns that it has shown the last one. */
const player = (step: (by: number) => boolean) => {
  const [button, speed] = [byId("play", HTMLButtonElement), byId("speed", HTMLSelectElement)]
  let isPlaying = false
  const set = (value: boolean): void => {
    isPlaying = value
    button.setAttribute("aria-pressed", String(isPlaying))
    button.textContent = isPlaying ? "Pause" : "Play"
    if (isPlaying) requestAnimationFrame((now) => advance(now, now))
  }
  const advance = (since: number, now: number): void => {
    if (!isPlaying) return
    const due = Math.floor(((now - since) / 1000) * Number(speed.value))
    if (due > 0 && step(due)) return set(false)
    // After a pause of the page, nothing is skipped.
    const start = due === 0 ? since : now - since > 1000 ? now : since + (due * 1000) / Number(speed.value)
    requestAnimationFrame((later) => advance(start, later))
  }
  return { isPlaying: () => isPlaying, set }
}

/** Draws the recorded ticks and the gaps below the slider. */
const paintGaps = (from: number, to: number, gaps: ReadonlyArray<readonly [number, number]>): void => {
  const strip = byId("gaps", HTMLCanvasElement)
  strip.width = Math.max(1, Math.round(strip.clientWidth * devicePixelRatio))
  strip.height = 1
  const context = strip.getContext("2d")
  if (context === null) return
  const scale = strip.width / (to - from + 1)
  context.fillStyle = "#4fd6be"
  context.fillRect(0, 0, strip.width, 1)
  context.fillStyle = "#5b3340"
  for (const [begin, end] of gaps)
    context.fillRect(Math.floor((begin - from) * scale), 0, Math.ceil((end - begin + 1) * scale), 1)
}

/** Calls functions for keys; lists have keys of their own, and the space key presses the button that has the focus. */
const onKeys = (keys: Readonly<Record<string, () => void>>): void =>
  document.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, key, metaKey, target } = event
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

/** Shows the recorded ticks of the page's room. */
export const start = (rooms: Rooms, about: Extract<About, { readonly mode: "replay" }>): void => {
  const [figure] = rooms.figures
  if (figure === undefined) return
  const recorded = timeline()
  const { ticks } = recorded
  const [first = 0, last = 0] = [ticks[0], ticks.at(-1)]
  const [from, to] = [Math.min(about.from ?? first, first), Math.max(about.to ?? last, last)]
  const slider = byId("slider", HTMLInputElement)
  let tick = first

  figure.begin(
    Result.getOrElse(Terrain.decode(about.terrain), () => Terrain.fromSquares([])),
    rooms.user
  )
  figure.nothing = "This tick is not recorded."

  const go = (to: number): void => {
    tick = to
    figure.state = recorded.at(tick)
    figure.picture.show(figure.state)
    rooms.refresh()
    slider.value = String(tick)
    slider.ariaValueText = `tick ${tick}`
    byId("tick", HTMLElement).textContent = `tick ${count(tick)}`
    // A tick that is not recorded is dimmed.
    figure.element.dataset["state"] = figure.state === undefined ? "waiting" : "live"
    document.body.dataset["tick"] = String(tick)
  }

  const isAtEnd = () => recorded.indexAt(tick) >= ticks.length - 1

  /** Moves by recorded ticks; returns whether it has reached the last one. */
  const step = (by: number): boolean => {
    const at = recorded.indexAt(tick)
    // Within a gap, the tick before it is one step back.
    const index = by < 0 && ticks[at] !== tick ? at + by + 1 : at + by
    const next = ticks[Math.min(ticks.length - 1, Math.max(0, index))]
    if (next !== undefined) go(next)
    return isAtEnd()
  }

  const playing = player(step)
  const toggle = (): void => {
    if (!playing.isPlaying() && isAtEnd()) go(first)
    playing.set(!playing.isPlaying() && ticks.length > 1)
  }

  byId("play", HTMLButtonElement).addEventListener("click", toggle)
  byId("back", HTMLButtonElement).addEventListener("click", () => step(-1))
  byId("forward", HTMLButtonElement).addEventListener("click", () => step(1))
  slider.addEventListener("input", () => go(Number(slider.value)))
  onKeys({
    " ": toggle,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    PageUp: () => step(10),
    PageDown: () => step(-10),
    Home: () => go(first),
    End: () => go(last)
  })

  slider.min = String(from)
  slider.max = String(to)
  const gaps = recorded.gaps(from, to)
  new ResizeObserver(() => paintGaps(from, to, gaps)).observe(byId("gaps", HTMLElement))
  const missing = gaps.reduce((sum, [begin, end]) => sum + end - begin + 1, 0)
  byId("range", HTMLElement).textContent =
    ticks.length === 0
      ? "No tick is recorded."
      : `ticks ${count(from)} to ${count(to)}${missing === 0 ? "" : `, ${count(missing)} not recorded`}`

  const wanted = Number(location.hash.slice(1))
  go(wanted >= from && wanted <= to && location.hash.length > 1 ? wanted : first)

  // For scripts in the browser's console, and tests.
  Object.assign(globalThis, { replay: { ticks, stateAt: (at: number) => recorded.at(at), go } })
}
