/** Charts of numbers over time. */
import uPlot from "uplot"
import type { Range } from "../../StatsPage.ts"
import { short } from "./numbers.ts"

/** A line of a chart. */
export interface Line {
  readonly label: string
  readonly values: ReadonlyArray<number | null>
}

/** The most lines of a chart; further ones are counted in its title. */
const maxLines = 12

/** Colours that differ on light and on dark ground. */
const colors = [
  "#0e9f8a",
  "#e08a1e",
  "#4a86e8",
  "#e0526e",
  "#9166d6",
  "#6fa832",
  "#c94fc0",
  "#b8961f",
  "#3fa7c4",
  "#a0694b",
  "#7d8794",
  "#d06c3c"
]

const height = 190

interface Shown {
  readonly plot: uPlot
  readonly box: HTMLElement
  readonly title: HTMLElement
  /** What is fixed when a plot is made. */
  readonly form: string
}

/** The charts in an element, by their titles. */
export class Charts {
  readonly #root: HTMLElement
  readonly #shown = new Map<string, Shown>()
  /** Draws the charts again. */
  #again = () => {}

  constructor(root: HTMLElement) {
    this.#root = root
    new ResizeObserver(() => this.#resize()).observe(root)
    // The colours of axes are fixed when a plot is made.
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const title of this.#shown.keys()) this.#remove(title)
      this.#again()
    })
  }

  #remove(title: string) {
    const shown = this.#shown.get(title)
    shown?.plot.destroy()
    shown?.box.remove()
    this.#shown.delete(title)
  }

  #resize() {
    for (const { box, plot } of this.#shown.values()) plot.setSize({ width: widthIn(box), height })
    // A new size empties the legends.
    this.#again()
  }

  /** Shows these charts and no others; a chart without lines is not shown. */
  show(range: Range, charts: ReadonlyArray<{ readonly title: string; readonly lines: ReadonlyArray<Line> }>) {
    this.#again = () => this.show(range, charts)
    const wanted = charts.filter(({ lines }) => lines.length > 0)
    for (const title of this.#shown.keys())
      if (!wanted.some((chart) => chart.title === title)) this.#remove(title)
    for (const { lines, title } of wanted) this.#draw(range, title, lines)
  }

  #draw(range: Range, title: string, all: ReadonlyArray<Line>) {
    const lines = all.slice(0, maxLines)
    const data: uPlot.AlignedData = [[...range.times], ...lines.map(({ values }) => [...values])]
    const form = JSON.stringify(lines.map(({ label }) => label))
    const shown = this.#shown.get(title)
    const more = all.length - lines.length
    const text = more === 0 ? title : `${title} (and ${more} more)`
    if (shown?.form === form) {
      shown.title.textContent = text
      shown.plot.setData(data)
      return showLast(shown.plot, range)
    }
    this.#remove(title)
    const box = document.createElement("section")
    box.className = "chart"
    const heading = document.createElement("h2")
    heading.textContent = text
    box.append(heading)
    this.#root.append(box)
    const plot = new uPlot({ ...optionsOf(lines), width: widthIn(box), height }, data, box)
    this.#shown.set(title, { plot, box, title: heading, form })
    showLast(plot, range)
  }
}

/** Shows the last numbers in the legend until the pointer is on a chart. */
const showLast = (plot: uPlot, { times }: Range) => {
  if (typeof plot.cursor.idx !== "number") plot.setLegend({ idx: times.length - 1 }, false)
}

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** Writes the time of day: minutes and seconds for steps below a minute, and at midnight the day. */
const clock = (seconds: number, step: number): string => {
  const date = new Date(seconds * 1000)
  const [hours, minutes] = [date.getHours(), date.getMinutes()]
  if (step < 60) return `${twoDigits(minutes)}:${twoDigits(date.getSeconds())}`
  return hours === 0 && minutes === 0
    ? date.toLocaleDateString(undefined, { day: "numeric", month: "short" })
    : `${twoDigits(hours)}:${twoDigits(minutes)}`
}

/** The space within the box, in pixels: its border and padding are the same on both sides. */
const widthIn = (box: HTMLElement) => Math.max(120, box.clientWidth - 26)

/** Resolves a colour that depends on the scheme, for a canvas. */
const resolved = (name: string) => {
  const probe = document.createElement("span")
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const optionsOf = (lines: ReadonlyArray<Line>): Omit<uPlot.Options, "width" | "height"> => {
  const [quiet, line] = [resolved("--quiet"), resolved("--line")]
  const axis: uPlot.Axis = {
    stroke: quiet,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: "11px system-ui"
  }
  return {
    cursor: { sync: { key: "time" } },
    scales: {
      y: {
        range: (_, low, high) => {
          if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1]
          // From zero, unless the change would not be seen.
          const from = low >= 0 && high - low > high / 20 ? 0 : low
          const space = (high - from) * 0.06 || Math.abs(high) * 0.1 || 1
          return [from === 0 ? 0 : from - space, high + space]
        }
      }
    },
    axes: [
      { ...axis, values: (_, times, __, ___, step) => times.map((time) => clock(time, step)) },
      { ...axis, size: 62, values: (_, values) => values.map(short) }
    ],
    series: [
      { value: (_, time) => (time === null ? "–" : new Date(time * 1000).toLocaleString()) },
      ...lines.map(({ label }, i): uPlot.Series => {
        const color = colors[i % colors.length] ?? "#888"
        return {
          label,
          stroke: color,
          width: 1.5,
          spanGaps: false,
          value: (_, value) => short(value),
          ...(lines.length === 1 ? { fill: `${color}22` } : {})
        }
      })
    ]
  }
}
