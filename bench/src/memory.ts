/** Measures the memory of a new process in which our client receives messages of a room. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Benchmark } from "./harness.ts"

const client = "ours on ws"

export const memory: Benchmark = {
  name: "socket memory",
  group: "memory",
  units: [
    "MB in use after 10 000 messages",
    "MB in use after 200 000",
    "MB resident after 10 000",
    "MB resident after 200 000"
  ],
  reference: client,
  isSingle: true,
  open: async () => ({
    clients: [
      {
        name: client,
        isOurs: true,
        measure: async () => {
          const child = fork(join(import.meta.dirname, "receiver.ts"), { execArgv: ["--expose-gc"] })
          const [measured]: ReadonlyArray<unknown> = await Promise.race([
            once(child, "message"),
            once(child, "exit").then(() => Promise.reject(new Error("The measured process ended early.")))
          ])
          return measured as ReadonlyArray<number> // sent by receiver.ts
        }
      }
    ]
  })
}
