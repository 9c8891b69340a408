/** What `scripts.ts` and its worker thread, `sandbox.ts`, share. */
import type { MessagePort } from "node:worker_threads"

/** What the thread receives when it starts. */
export interface Link {
  readonly port: MessagePort
  /** The number of messages that the thread has posted. */
  readonly posted: Int32Array
}

/** One run of a player's lines. The thread posts `""` when the player's engine is loaded, then the outcome as JSON. */
export interface Call {
  readonly user: string
  /** The tick, the lines and Memory, as JSON. */
  readonly given: string
}

/** Maximum length of Memory and output of one run, as JSON. */
export const maxText = 3 * 1024 * 1024
