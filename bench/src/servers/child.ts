/** Starts servers in their own processes, so that their work is not measured. */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

export interface Child {
  readonly port: number
  /** Allows the server to send so many more messages of a room. */
  readonly grant: (room: string, messages: number) => void
  readonly stop: () => void
}

/** Starts one of the programs of this folder and waits for the port that it sends. */
export const start = async (program: "http.ts" | "socket.ts"): Promise<Child> => {
  const child = fork(join(import.meta.dirname, program), { execArgv: [] })
  const [port]: ReadonlyArray<unknown> = await once(child, "message")
  return {
    port: Number(port),
    grant: (room, messages) => void child.send([room, messages]),
    stop: () => void child.kill()
  }
}

/** Sends the port to the parent process, and ends with it. */
export const sendPort = (address: AddressInfo | string | null): void => {
  if (address !== null && typeof address === "object") process.send?.(address.port)
  process.on("disconnect", () => process.exit())
}
