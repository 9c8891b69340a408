/** The parts of Node that read and write pipes and terminals; `undefined` on platforms without them. */

/** What Node calls when it is done. */
export type Callback<A> = (error: unknown, value: A) => void

interface NodeFs {
  readonly constants: Readonly<Record<"O_RDONLY" | "O_WRONLY", number>> & { readonly O_NONBLOCK?: number }
  readonly open: (file: string, flags: number, done: Callback<number>) => void
  readonly fstat: (
    fd: number,
    done: Callback<Readonly<Record<"isDirectory" | "isFIFO" | "isSocket", () => boolean>>>
  ) => void
  readonly read: (
    fd: number,
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: null,
    done: Callback<number>
  ) => void
  readonly close: (fd: number, done: () => void) => void
}

/** A pipe or a terminal: it closes the file. */
export interface NodeStream {
  on(event: "data", listener: (bytes: Uint8Array) => void): unknown
  on(event: "error", listener: (error: unknown) => void): unknown
  on(event: "close", listener: () => void): unknown
  readonly write: (bytes: Uint8Array, done: (error?: unknown) => void) => unknown
  readonly destroy: () => unknown
}

/** Loads a module of Node. */
export interface NodeModules {
  (name: "node:fs"): NodeFs
  (name: "node:net"): {
    readonly Socket: new (options: {
      readonly fd: number
      readonly readable: boolean
      readonly writable: boolean
    }) => NodeStream
  }
  (name: "node:tty"): {
    readonly isatty: (fd: number) => boolean
    readonly ReadStream: new (fd: number) => NodeStream
  }
}

declare const process: { readonly getBuiltinModule?: NodeModules } | undefined

/** Returns the function that loads modules of Node. */
export const nodeModules = (): NodeModules | undefined =>
  typeof process === "undefined" ? undefined : process.getBuiltinModule
