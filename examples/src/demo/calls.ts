/** What was called and how long it took: every operation is a span, so a tracer can tell. */
import { Exit, Option, Tracer } from "effect"

/** All calls of one operation: how often, how many were refused, milliseconds in all. */
interface Calls {
  count: number
  refused: number
  millis: number
}

/** A tracer that counts and times the operations of a program. */
export const countCalls = (): { readonly tracer: Tracer.Tracer; readonly table: () => string } => {
  const calls = new Map<string, Calls>()
  class Timed extends Tracer.NativeSpan {
    override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
      super.end(endTime, exit)
      const so = calls.get(this.name) ?? { count: 0, refused: 0, millis: 0 }
      calls.set(this.name, so)
      so.count += 1
      so.refused += Exit.isSuccess(exit) ? 0 : 1
      so.millis += Number(endTime - this.startTime) / 1e6
    }
  }
  const tracer = Tracer.make({ span: (options) => new Timed({ ...options, parent: Option.none() }) })
  const table = () => {
    const rows = [...calls].map(([name, { count, millis, refused }]) => [
      name,
      String(count),
      refused === 0 ? "" : String(refused),
      (millis / count).toFixed(1)
    ])
    const all = [["called", "times", "refused", "ms each"], ...rows]
    const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
    const align = (text: string, column: number) =>
      column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
    return all.map((row) => `  ${row.map(align).join("  ")}`.trimEnd()).join("\n")
  }
  return { tracer, table }
}
