/**
 * The playground: an editor, and beside it the frame that runs the program. The page itself never runs code of an editor or of
 * a link: it hands it, when its reader asks for it, to a frame without an origin.
 */
import frameDocument from "./made/frame.html?raw"
import samples from "./made/samples.json"
import workerAddress from "./made/worker.js?url"
import type { Editor } from "./editor.ts"
import * as Link from "./link.ts"
import type { ToFrame, ToPage } from "./messages.ts"
import "./page.css"

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {}
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties)

/** Returns the frame: it may run scripts, and nothing else. */
const makeFrame = (): HTMLIFrameElement => {
  const frame = make("iframe", {
    title: "The running program: its room and its output",
    srcdoc: frameDocument
  })
  frame.setAttribute("sandbox", "allow-scripts")
  return frame
}

/** Follows the site's theme until the returned function is called. */
const followTheme = (show: (isDark: boolean) => void): (() => void) => {
  const root = document.documentElement
  const observer = new MutationObserver(() => show(root.classList.contains("dark")))
  observer.observe(root, { attributes: true, attributeFilter: ["class"] })
  return () => observer.disconnect()
}

/** What the reader sees and uses. */
const makeControls = () => ({
  choice: make("select", { ariaLabel: "Program" }),
  run: make("button", { type: "button", textContent: "Run", className: "run", title: "Ctrl + Enter" }),
  stop: make("button", { type: "button", textContent: "Stop", disabled: true }),
  share: make("button", { type: "button", textContent: "Copy link" }),
  note: make("p", { className: "playground-note" }),
  field: make("textarea", { ariaLabel: "Source of the program", spellcheck: false, wrap: "off" })
})

/** Puts the playground into an element; returns a function that removes it. */
export const mount = async (root: HTMLElement): Promise<() => void> => {
  const { choice, field, note, run, share, stop } = makeControls()
  const frame = makeFrame()
  const ends: Array<() => void> = []
  let editor: Pick<Editor, "get" | "set"> = {
    get: () => field.value,
    set: (code) => {
      field.value = code
    }
  }
  let isWorkerSent = false

  const send = (message: ToFrame): void => frame.contentWindow?.postMessage(message, "*")
  const showTheme = (isDark: boolean): void => send({ kind: "theme", isDark })

  const start = async (): Promise<void> => {
    if (run.disabled) return
    run.disabled = true
    try {
      const worker = isWorkerSent ? undefined : await (await fetch(workerAddress)).text()
      isWorkerSent = true
      send({ kind: "run", code: editor.get(), worker })
    } catch {
      note.textContent = "The playground could not be loaded: is there a network?"
    }
    run.disabled = false
  }

  const receive = ({ data, source }: MessageEvent<ToPage>): void => {
    if (source !== frame.contentWindow) return
    if (data.kind === "state") stop.disabled = !data.isRunning
    else {
      // The frame's document is new: at first, and after the element was moved.
      isWorkerSent = false
      run.disabled = false
      showTheme(document.documentElement.classList.contains("dark"))
    }
  }

  run.disabled = true
  choice.append(...samples.map(({ name }) => make("option", { textContent: name, value: name })))
  choice.addEventListener("change", () => {
    const sample = samples.find(({ name }) => name === choice.value)
    if (sample !== undefined) editor.set(sample.code)
    note.textContent = ""
  })
  run.addEventListener("click", () => void start())
  stop.addEventListener("click", () => send({ kind: "stop" }))
  share.addEventListener("click", async () => {
    history.replaceState(history.state, "", await Link.write(editor.get()))
    try {
      // A page without TLS has no clipboard.
      await navigator.clipboard.writeText(location.href)
      note.textContent = "The link is copied."
    } catch {
      note.textContent = "The link is in the address bar."
    }
  })
  root.addEventListener("keydown", ({ ctrlKey, key, metaKey }) => {
    if (key === "Enter" && (ctrlKey || metaKey)) void start()
  })
  window.addEventListener("message", receive)
  ends.push(
    followTheme(showTheme),
    () => window.removeEventListener("message", receive),
    () => root.replaceChildren()
  )

  const foreign = await Link.read(location.hash)
  if (foreign !== undefined) {
    choice.prepend(make("option", { textContent: "From the link", value: "", selected: true }))
    note.textContent =
      "This program came with a link. It runs when you press Run: without a network, and apart from this site."
  }
  field.value = foreign ?? samples[0]?.code ?? ""
  const bar = make("div", { className: "playground-bar" })
  bar.append(choice, run, stop, share)
  const source = make("div", { className: "playground-source" })
  source.append(field)
  root.replaceChildren(bar, note, source, frame)

  const full = (await import("./editor.ts")).edit(field)
  editor = full
  ends.push(full.end)
  return () => ends.forEach((end) => end())
}
