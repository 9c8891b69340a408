/** The page of numbers: `scripts/generate/statsPage.mjs` compiles it. */
import type { Range, Ranges } from "../../StatsPage.ts"
import { Charts } from "./charts.ts"
import { known } from "./numbers.ts"
import { chartsOf, ownCharts } from "./panels.ts"
import { roomRows, tilesOf } from "./tiles.ts"

const element = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

/** How often the page asks for new numbers, in milliseconds. */
const every = 5000
/** The most charts of the script's numbers that are shown at once. */
const maxOwn = 24

/** The server of the page, or the page itself, has written them. */
const parsed = (text: string) => JSON.parse(text)
const stored: Ranges | undefined =
  parsed(document.getElementById("ranges")?.textContent ?? "null") ?? undefined

const account = element("account", HTMLSelectElement)
const filter = element("filter", HTMLInputElement)
const state = element("state", HTMLElement)
const charts = new Charts(element("charts", HTMLElement))
const own = new Charts(element("own-charts", HTMLElement))
const buttons = [...document.querySelectorAll<HTMLButtonElement>("nav button")]

let chosen: keyof Ranges = "hour"
let range: Range | undefined

const add = (parent: HTMLElement, tag: string, text: string): HTMLElement => {
  const child = document.createElement(tag)
  child.textContent = text
  parent.append(child)
  return child
}

/** Keeps the choice of accounts, with those that are known now. */
const showAccounts = (names: ReadonlyArray<string>) => {
  const known = [...account.options].map(({ value }) => value)
  if (known.join("\n") === names.join("\n")) return
  const before = account.value
  account.replaceChildren()
  for (const name of names) add(account, "option", name)
  if (names.includes(before)) account.value = before
  account.parentElement?.toggleAttribute("hidden", names.length < 2)
}

const showTiles = (now: Range) => {
  const tiles = element("tiles", HTMLElement)
  tiles.replaceChildren()
  for (const { note, part, title, value } of tilesOf(now)) {
    const tile = add(tiles, "div", "")
    tile.className = "tile"
    add(tile, "h2", title)
    add(tile, "b", value)
    if (note !== undefined) add(tile, "span", note)
    if (part === undefined) continue
    const bar = document.createElement("progress")
    bar.value = Math.min(1, Math.max(0, part))
    bar.title = `${(bar.value * 100).toFixed(1)} %`
    tile.append(bar)
  }
}

const showRooms = (now: Range) => {
  const [head, ...rows] = roomRows(now)
  const table = element("rooms", HTMLTableElement)
  table.replaceChildren()
  element("rooms-card", HTMLElement).hidden = rows.length === 0
  const top = table.createTHead().insertRow()
  for (const text of head ?? []) add(top, "th", text).setAttribute("scope", "col")
  const tableBody = table.createTBody()
  for (const [name = "", ...cells] of rows) {
    const row = tableBody.insertRow()
    add(row, "th", name).setAttribute("scope", "row")
    for (const text of cells) add(row, "td", text)
  }
}

const show = () => {
  if (range === undefined) return
  showAccounts([...new Set(range.series.map(({ labels }) => labels["account"] ?? ""))].toSorted())
  const series = range.series.filter(({ labels }) => (labels["account"] ?? "") === account.value)
  const now = known({ ...range, series })
  showTiles(now)
  showRooms(now)
  charts.show(now, chartsOf(now))
  const all = ownCharts(now)
  const text = filter.value.toLowerCase()
  const matching = all.filter(({ title }) => title.toLowerCase().includes(text))
  own.show(now, matching.slice(0, maxOwn))
  element("own", HTMLElement).hidden = all.length === 0
  element("own-note", HTMLElement).textContent = [
    matching.length > maxOwn ? `${matching.length} charts match: the first ${maxOwn} are shown.` : "",
    range.leftOut > 0 ? `${range.leftOut} series are not kept: there are too many.` : ""
  ]
    .filter((note) => note !== "")
    .join(" ")
  const end = range.times.at(-1)
  state.textContent = end === undefined ? "no numbers yet" : new Date(end * 1000).toLocaleString()
  state.className = ""
}

const load = async () => {
  if (stored !== undefined) {
    range = stored[chosen]
    return show()
  }
  const wanted = chosen
  try {
    const response = await fetch(`history?range=${wanted}`)
    if (!response.ok) throw new Error(`status ${response.status}`)
    const read: Range = parsed(await response.text())
    if (wanted !== chosen) return
    range = read
    show()
  } catch (error) {
    state.textContent = `not connected (${error instanceof Error ? error.message : "unknown"})`
    state.className = "bad"
  }
}

for (const button of buttons)
  button.addEventListener("click", () => {
    const { range: name } = button.dataset
    if (name !== "hour" && name !== "day" && name !== "week") return
    chosen = name
    for (const one of buttons) one.setAttribute("aria-pressed", String(one === button))
    void load()
  })
account.addEventListener("change", show)
filter.addEventListener("input", show)

// A file has no server.
element("server", HTMLElement).hidden = stored !== undefined

const repeat = async () => {
  await load()
  if (stored === undefined) setTimeout(() => void repeat(), every)
}
void repeat()
