/** The tables of README.md and docs/guide/speed.md, which stand between comments that name them. */
import type { Group, Measured, Result } from "./harness.ts"

/** Where and when the results were measured. */
export interface Setting {
  /** As 2026-11-23. */
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly rounds: number
}

const marks = (name: string) => [`<!-- bench: ${name} -->`, "<!-- /bench -->"] as const

/** Replaces the text between a table's marks; throws an error if a document has them not exactly once. */
export const replaceTable = (document: string, name: string, table: string): string => {
  const [start, end] = marks(name)
  const [before = "", rest, ...others] = document.split(start)
  if (rest === undefined || others.length > 0) throw new Error(`"${start}" must appear exactly once.`)
  const at = rest.indexOf(end)
  if (at < 0) throw new Error(`"${start}" has no "${end}" after it.`)
  return `${before}${start}\n\n${table.trim()}\n\n${rest.slice(at)}`
}

/** Formats a Markdown table; all columns but the first are aligned to the right. */
export const markdown = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = [], ...body] = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((row) => row[column]?.length ?? 0))
  )
  const line = (row: ReadonlyArray<string>) =>
    `| ${widths.map((width, i) => (i === 0 ? (row[i] ?? "").padEnd(width) : (row[i] ?? "").padStart(width))).join(" | ")} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`
  return [line(head), rule, ...body.map(line)].join("\n")
}

/** Formats a number with about two significant digits, and a missing one as a dash. */
export const short = (value: number): string => {
  if (!Number.isFinite(value)) return "–"
  if (value > 0 && value < 0.005) return "<0.01"
  return value < 10 ? value.toFixed(value < 0.095 ? 2 : 1) : Math.round(value).toString()
}

/** Formats a ratio, and its quartiles if they are more than a fifth of it apart. */
const relative = ({ quartiles: [lower, upper], ratio }: Measured): string => {
  const range = [lower, upper].map(short)
  return upper - lower > ratio / 5 && range[0] !== range[1]
    ? `${short(ratio)}; ${range.join("–")}`
    : short(ratio)
}

const caption = ({ cores, date, node, rounds }: Setting) =>
  `Measured on ${date} with Node ${node} on a machine with ${cores} cores, in ${rounds} rounds.`

const find = (results: ReadonlyArray<Result>, name: string, client: string) =>
  results.find((result) => result.name === name && result.client === client)

interface Row {
  readonly label: string
  readonly benchmark: string
  /** Our client with the transports for Node. */
  readonly ours: string
  /** The number that is shown. */
  readonly pick: (result: Result) => number
}

const ratio = ({ measured }: Result) => measured[0]?.ratio ?? Number.NaN

/** The rows of README's table. */
const summary: ReadonlyArray<Row> = [
  {
    label: "a call, 16 at once (axios = 1)",
    benchmark: "call game/time, 16 at once",
    ours: "ours",
    pick: ratio
  },
  {
    label: "map data of 500 rooms (axios = 1)",
    benchmark: "call map-stats, 500 rooms",
    ours: "ours",
    pick: ratio
  },
  {
    label: "a room message, 300 objects (`ws` = 1)",
    benchmark: "socket 300 objects",
    ours: "ours on ws",
    pick: ratio
  },
  {
    label: "start and first call (`fetch` = 1)",
    benchmark: "start and first call",
    ours: "ours",
    pick: ratio
  },
  {
    label: "kB in a web page, compressed",
    benchmark: "size in a web page",
    ours: "ours",
    pick: ({ measured }) => measured[1]?.value ?? Number.NaN
  }
]

/** Returns README's table: ratios of this SDK and of the other clients that are installed. */
export const summaryTable = (
  results: ReadonlyArray<Result>,
  peers: ReadonlyArray<string>,
  setting: Setting
): string => {
  const rows = summary.map(({ benchmark, label, ours, pick }) => {
    const cells = [ours, ...peers].map((client) => {
      const result = find(results, benchmark, client)
      if (result === undefined) throw new Error(`"${benchmark}" was not measured with ${client}.`)
      return short(pick(result))
    })
    return [label, ...cells]
  })
  return `${markdown([["processor time of your program", "this SDK", ...peers], ...rows])}\n\n${caption(setting)}`
}

const unique = (values: ReadonlyArray<string>) => [...new Set(values)]

/** Returns a table with a row for each client and a column for each benchmark of a group. */
export const groupTable = (results: ReadonlyArray<Result>, group: Group): string => {
  const chosen = results.filter((result) => result.group === group)
  const columns = unique(chosen.map(({ name }) => name)).flatMap((name) => {
    const units = chosen.find((result) => result.name === name)?.measured ?? []
    return units.map(({ unit }, index) => ({ name, unit, index }))
  })
  const clients = unique(chosen.map(({ client }) => client))
  // A unit that most columns share stands in the corner.
  const first = columns[0]?.unit
  const usual = columns.filter(({ unit }) => unit === first).length * 2 > columns.length ? (first ?? "") : ""
  const title = (name: string, unit: string) => {
    const plain = name.replace(/^(call|socket) /, "")
    return unit === usual ? plain : `${plain}: ${unit}`
  }
  return markdown([
    [usual, ...columns.map(({ name, unit }) => title(name, unit))],
    ...clients.map((client) => {
      const does = chosen.find((result) => result.client === client && result.does !== "")?.does
      return [
        `${client.replace(/^ours/, "this SDK")}${does === undefined ? "" : ` (${does})`}`,
        ...columns.map(({ index, name }) => {
          const measured = find(chosen, name, client)?.measured[index]
          if (measured === undefined || !Number.isFinite(measured.value)) return "–"
          return Number.isFinite(measured.ratio)
            ? `${short(measured.value)} (${relative(measured)})`
            : short(measured.value)
        })
      ]
    })
  ])
}

/** Returns the table of what is ours in a group, each beside its reference. */
const pairTable = (results: ReadonlyArray<Result>, group: Group, what: string, unit: string) =>
  markdown([
    [`${what}, and what it is compared with`, `this SDK, ${unit}`, `reference, ${unit}`, "ratio"],
    ...results
      .filter((result) => result.group === group && result.isOurs)
      .map(({ client, measured: [first], name, reference }) => {
        const other = find(results, name, reference)?.measured[0]?.value ?? Number.NaN
        return [
          `${name}${client.replace(/^ours/, "")}; ${reference}`,
          short(first?.value ?? Number.NaN),
          short(other),
          first === undefined ? "–" : relative(first)
        ]
      })
  ])

/** Returns the table of functions of ours, each beside its reference. */
export const functionTable = (results: ReadonlyArray<Result>): string =>
  pairTable(results, "functions", "function", "µs")

/** Returns the table of programs of ours that start often, each beside another one. */
export const toolTable = (results: ReadonlyArray<Result>): string =>
  pairTable(results, "tools", "program", "CPU ms")

/** Writes all tables into the two documents. */
export const write = (
  documents: { readonly readme: string; readonly speed: string },
  results: ReadonlyArray<Result>,
  peers: ReadonlyArray<string>,
  setting: Setting
): { readonly readme: string; readonly speed: string } => {
  const tables: ReadonlyArray<readonly [name: string, table: string]> = [
    ["setting", caption(setting)],
    ["functions", functionTable(results)],
    ["tools", toolTable(results)],
    ...(["calls", "sockets", "memory", "start"] as const).map(
      (group) => [group, groupTable(results, group)] as const
    )
  ]
  return {
    readme: replaceTable(documents.readme, "summary", summaryTable(results, peers, setting)),
    speed: tables.reduce((text, [name, table]) => replaceTable(text, name, table), documents.speed)
  }
}
