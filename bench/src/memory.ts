/** Measures the memory of new processes in which our client receives messages of a room. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Benchmark } from "./harness.ts"

/** How `receiver.ts` listens. */
const clients = { "ours on ws": "stream", "ours on ws, as a callback": "callback" } as const

export const memory: Benchmark = {
  name: "socket memory",
  group: "memory",
  units: [
    "MB in use after 10 000 messages",
    "MB in use after 200 000",
    "MB resident after 10 000",
    "MB resident after 200 000"
  ],
  reference: "ours on ws",
  isSingle: true,
  open: async () => ({
    clients: Object.entries(clients).map(([name, listener]) => ({
      name,
      isOurs: true,
      measure: async () => {
        const child = fork(join(import.meta.dirname, "receiver.ts"), [listener], {
          execArgv: ["--expose-gc"]
        })
        const [measured]: ReadonlyArray<unknown> = await Promise.race([
          once(child, "message"),
          once(child, "exit").then(() => Promise.reject(new Error("The measured process ended early.")))
        ])
        return measured as ReadonlyArray<number> // sent by receiver.ts
      }
    }))
  })
}
