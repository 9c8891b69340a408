/**
 * The frame of the playground: it starts and ends the worker that runs a program, prints its output as text, and draws its
 * room. `site/playground.mjs` compiles this script into a document that the page shows without an origin
 * (`sandbox="allow-scripts"`), so that no program and no link to one can reach the site.
 */
import { RoomCanvas } from "@screeps-effect/pictures/RoomCanvas"
import type { Update } from "@screeps-effect/pictures/RoomPage"
import type { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import { printable } from "@screeps-effect/schema/ConsoleText"
import * as Result from "effect/Result"
import type { LineKind, ToFrame, ToOutput, ToPage } from "./messages.ts"

/** Lines that are kept, and the longest one. */
const [mostLines, longestLine] = [500, 4000]

/** A worker that misses this many pings, one a second, is ended. */
const mostMissed = 5

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the frame has no ${id}`)
  return found
}

const sendToPage = (message: ToPage): void => window.parent.postMessage(message, "*")

const output = element("output")

/** Lines that the next picture of the page shows: to measure the list for each would take too long. */
let waiting: Array<HTMLElement> = []

const showWaiting = (): void => {
  const isAtEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 8
  output.append(...waiting.slice(-mostLines))
  waiting = []
  while (output.childElementCount > mostLines) output.firstElementChild?.remove()
  if (isAtEnd) output.scrollTop = output.scrollHeight
}

const print = (kind: LineKind, text: string): void => {
  const line = document.createElement("li")
  line.className = kind
  line.textContent = text
    .slice(0, longestLine)
    .split("\n")
    .map((one) => printable(one, longestLine))
    .join("\n")
  if (waiting.push(line) === 1) requestAnimationFrame(showWaiting)
}

const canvas = element("room")
if (!(canvas instanceof HTMLCanvasElement)) throw new Error("the frame has no canvas")
const picture = new RoomCanvas(canvas)
let state: RoomState.RoomState | undefined

const show = (update: Update.Update, user: UserId | undefined): void => {
  if (update.kind === "room") {
    state = undefined
    return picture.begin(
      Result.getOrElse(Terrain.decode(update.terrain), () => Terrain.fromSquares([])),
      user
    )
  }
  if (update.kind !== "state") return
  const base = update.isWhole || state === undefined ? RoomState.empty : state
  state = RoomState.fold({ ...base, patchDepth: "two-levels" }, update.frame as RoomFrame)
  picture.animate({ ...state, afterGap: update.afterGap })
  document.body.dataset["tick"] = element("tick").textContent = String(state.tick ?? "")
}

/** Address of the worker's script, which the page sends once. */
let script: string | undefined
let end: (() => void) | undefined

const stop = (note: string): void => {
  if (end === undefined) return
  end()
  end = undefined
  document.body.dataset["state"] = "stopped"
  print("note", note)
  sendToPage({ kind: "state", isRunning: false })
}

/** Runs a program until it is stopped, or until it no longer answers. */
const run = (url: string, code: string): void => {
  // Chromium starts no module as a worker where there is no origin.
  const worker = new Worker(url)
  let port: MessagePort | undefined
  let user: UserId | undefined
  let missed = 0
  const timer = setInterval(() => {
    if (user === undefined) return
    if (missed === mostMissed)
      return stop(`Stopped: the program did not respond for ${mostMissed} seconds. Is there an endless loop?`)
    missed += 1
    port?.postMessage({ kind: "ping" })
  }, 1000)
  end = () => {
    clearInterval(timer)
    worker.terminate()
    port?.close()
  }
  const receive = ({ data }: MessageEvent<ToOutput>): void => {
    if (data.kind === "pong") missed = 0
    else if (data.kind === "line") print(data.line, data.text)
    else if (data.kind === "room") show(data.update, user)
    else if (user === undefined) {
      user = data.user as UserId
      port?.postMessage({ kind: "run", code })
    }
  }
  worker.addEventListener("error", ({ message }) => stop(`The program could not be started: ${message}`))
  worker.addEventListener(
    "message",
    ({ ports }) => {
      port = ports[0]
      port?.addEventListener("message", (event) => {
        try {
          receive(event)
        } catch {
          // A program can send what is no message.
          print("note", "A message of the program could not be read.")
        }
      })
      port?.start()
    },
    { once: true }
  )
}

window.addEventListener("message", ({ data, source }: MessageEvent<ToFrame>) => {
  if (source !== window.parent) return
  if (data.kind === "theme") document.documentElement.dataset["theme"] = data.isDark ? "dark" : "light"
  else if (data.kind === "stop") stop("Stopped.")
  else {
    end?.()
    waiting = []
    output.replaceChildren()
    document.body.dataset["state"] = "running"
    picture.begin(undefined)
    if (data.worker !== undefined)
      script = URL.createObjectURL(new Blob([data.worker], { type: "text/javascript" }))
    if (script !== undefined) run(script, data.code)
    sendToPage({ kind: "state", isRunning: true })
  }
})
sendToPage({ kind: "loaded" })
