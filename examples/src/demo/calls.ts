/** Counts and times the operations of a program with a tracer: every operation is a span, and so is each of its requests. */
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"

/** All calls of one operation: number, failures, total milliseconds. */
interface Calls {
  count: number
  failed: number
  millis: number
}

/** Returns a tracer that counts and times operations, and a function that prints the table. */
export const countCalls = (): { readonly tracer: Tracer.Tracer; readonly table: () => string } => {
  const calls = new Map<string, Calls>()
  class Timed extends Tracer.NativeSpan {
    override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>) {
      super.end(endTime, exit)
      if (this.kind === "client") return // a request, not the operation
      const total = calls.get(this.name) ?? { count: 0, failed: 0, millis: 0 }
      calls.set(this.name, total)
      total.count += 1
      total.failed += Exit.isSuccess(exit) ? 0 : 1
      total.millis += Number(endTime - this.startTime) / 1e6
    }
  }
  const tracer = Tracer.make({ span: (options) => new Timed({ ...options, parent: Option.none() }) })
  const table = () => {
    const rows = [...calls].map(([name, { count, millis, failed }]) => [
      name,
      String(count),
      failed === 0 ? "" : String(failed),
      (millis / count).toFixed(1)
    ])
    const all = [["called", "times", "failed", "ms each"], ...rows]
    const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
    const align = (text: string, column: number) =>
      column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
    return all.map((row) => `  ${row.map(align).join("  ")}`.trimEnd()).join("\n")
  }
  return { tracer, table }
}
