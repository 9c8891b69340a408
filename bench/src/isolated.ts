/**
 * Measures each client of a benchmark in a process of its own: code that one client has made V8 compile or give up, and garbage
 * that it left, would be measured with the next one.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Benchmark, Client } from "./harness.ts"

/** A client whose process sends what it measures. */
export type Description = Omit<Client, "measure">

const start = async (benchmark: string, client: number) => {
  const child = fork(join(import.meta.dirname, "client.ts"), [benchmark, String(client)], {
    serialization: "advanced"
  })
  const ended = once(child, "exit").then(() =>
    Promise.reject(new Error(`A process that measures "${benchmark}" ended early.`))
  )
  ended.catch(() => {})
  const receive = async (): Promise<unknown> => (await Promise.race([once(child, "message"), ended]))[0]
  const descriptions = (await receive()) as ReadonlyArray<Description> // sent by client.ts
  return {
    descriptions,
    measure: async () => {
      child.send("measure")
      return (await receive()) as ReadonlyArray<number> // sent by client.ts
    },
    stop: () => child.kill()
  }
}

/** Returns the same benchmark, whose clients have processes of their own, unless it has new processes already. */
export const isolate = (benchmark: Benchmark): Benchmark =>
  benchmark.isSingle === true || benchmark.inNewProcess === true
    ? benchmark
    : {
        ...benchmark,
        isWarm: true,
        open: async () => {
          const first = await start(benchmark.name, 0)
          const processes = [first]
          // One after another: a process that warms up would disturb the next one.
          while (processes.length < first.descriptions.length)
            processes.push(await start(benchmark.name, processes.length))
          return {
            clients: processes.flatMap(({ measure }, i) => {
              const description = first.descriptions[i]
              return description === undefined ? [] : [{ ...description, measure }]
            }),
            close: () => {
              for (const { stop } of processes) stop()
            }
          }
        }
      }
