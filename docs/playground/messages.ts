/** Messages between the page, the frame without an origin, and the worker that runs a program. */
import type { Update } from "@screeps-effect/pictures/RoomPage"

/** From the page to the frame. */
export type ToFrame =
  | { readonly kind: "theme"; readonly isDark: boolean }
  /** Runs a program in a new worker, whose script comes with the first one. */
  | { readonly kind: "run"; readonly code: string; readonly worker: string | undefined }
  | { readonly kind: "stop" }

/** From the frame to the page. */
export type ToPage = { readonly kind: "loaded" } | { readonly kind: "state"; readonly isRunning: boolean }

/** From the frame to the worker. A `ping` asks for a `pong`, and permits the next messages. */
export type ToWorker = { readonly kind: "run"; readonly code: string } | { readonly kind: "ping" }

/** The kind of a line of output. */
export type LineKind = "log" | "error" | "note"

/** From the worker to the frame: what the program prints, and its room. */
export type ToOutput =
  | { readonly kind: "ready"; readonly user: string }
  | { readonly kind: "pong" }
  | { readonly kind: "line"; readonly line: LineKind; readonly text: string }
  | { readonly kind: "room"; readonly update: Update.Update }
