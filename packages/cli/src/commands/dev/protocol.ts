/** What `scripts.ts` and its worker thread, `sandbox.ts`, share. */
import type { MessagePort } from "node:worker_threads"

/** What the thread receives when it starts. */
export interface Link {
  readonly port: MessagePort
  /** The number of messages that the thread has posted. */
  readonly posted: Int32Array
}

/** What runs next of a player: the script, at the beginning of a tick, or a console line after it. */
export interface Step {
  readonly tick?: { readonly time: number; readonly shard: string }
  readonly line?: string
  /** Memory, where it is not what the last step left. */
  readonly memory?: unknown
}

/** One step. The thread posts `""` when the player's engine is loaded, then the outcome as JSON. */
export interface Call {
  readonly user: string
  /** The `Step` as JSON. */
  readonly given: string
}

/** Maximum length of Memory, and of the output of one tick, as JSON. */
export const maxText = 3 * 1024 * 1024
