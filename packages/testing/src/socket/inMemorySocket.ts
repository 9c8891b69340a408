/** A WebSocket in memory: what one side sends, the other receives a microtask later, in order. */
import type * as Socket from "effect/socket/Socket"

/** Sends to one connection, on the server's side. @internal */
export interface ClientSide {
  readonly send: (text: string) => void
  /** Closes the connection; with 1006 without a close frame, as when a process dies. */
  readonly close: (code: number, reason: string) => void
}

/** Receives from one connection, on the server's side. @internal */
export interface ServerSide {
  /** A frame that keeps the connection open, which a port sends every 25 seconds. */
  readonly keepAlive?: string | undefined
  /** Receives a text frame. */
  readonly receive: (text: string) => void
  /** Receives a binary frame; returns the mistake where it is one. */
  readonly receiveBinary: (bytes: Uint8Array) => Error | undefined
  /** Handles the client's close; returns `false` when the server is frozen and does not respond. */
  readonly leave: () => boolean
}

type Listener = (event: Socket.WebSocketEvent) => void
type EventName = "open" | "message" | "error" | "close"

const connecting = 0
const open = 1
const closing = 2
const closed = 3

/** The client's end of a connection in memory. @internal */
export class InMemorySocket implements Socket.WebSocketLike {
  #state = connecting
  #serverSide: ServerSide | undefined
  readonly #listeners: Record<EventName, Map<Listener, boolean>> = {
    open: new Map(),
    message: new Map(),
    error: new Map(),
    close: new Map()
  }

  /**
   * Connects: a microtask later `answer` returns the server's side. `refused` ends the attempt, `silent` leaves it
   * pending forever.
   */
  constructor(answer: (out: ClientSide) => ServerSide | "refused" | "silent") {
    const out: ClientSide = {
      send: (data) => this.#later(open, () => this.#emit("message", { data })),
      close: (code, reason) => this.#later(open, () => this.#end(code, reason))
    }
    queueMicrotask(() => {
      if (this.#state !== connecting) return
      // What the server sends at once, its greeting, waits for this turn to end.
      const serverSide = answer(out)
      if (serverSide === "silent") return
      if (serverSide === "refused") {
        this.#emit("error", { type: "error" })
        return this.#end(1006, "")
      }
      this.#serverSide = serverSide
      this.#state = open
      this.#emit("open", { type: "open" })
    })
  }

  get readyState(): number {
    return this.#state
  }

  addEventListener(name: EventName, listener: Listener, options?: { readonly once?: boolean }) {
    this.#listeners[name].set(listener, options?.once === true)
  }

  removeEventListener(name: EventName, listener: Listener) {
    this.#listeners[name].delete(listener)
  }

  send(data: string | Uint8Array) {
    if (this.#state === connecting) throw new Error("The connection is not open yet.")
    if (this.#state !== open || this.#serverSide === undefined) return
    if (typeof data === "string") return this.#serverSide.receive(data)
    const mistake = this.#serverSide.receiveBinary(data)
    if (mistake !== undefined) throw mistake
  }

  close(code = 1000, reason = "") {
    if (this.#state >= closing) return
    const wasOpen = this.#state === open
    this.#state = closing
    const isAnswered = this.#serverSide?.leave() ?? true
    if (isAnswered) this.#later(closing, () => this.#end(wasOpen ? code : 1006, wasOpen ? reason : ""))
  }

  #later(state: number, go: () => void) {
    queueMicrotask(() => {
      if (this.#state === state) go()
    })
  }

  #end(code: number, reason: string) {
    this.#state = closed
    this.#emit("close", { type: "close", code, reason })
  }

  #emit(name: EventName, event: Socket.WebSocketEvent) {
    for (const [listener, once] of Array.from(this.#listeners[name])) {
      if (once) this.#listeners[name].delete(listener)
      listener(event)
    }
  }
}
