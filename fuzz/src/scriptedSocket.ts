/** A WebSocket in memory whose server is a script. */
import type * as Socket from "effect/socket/Socket"

type Listener = (event: Socket.WebSocketEvent) => void
type Name = "open" | "message" | "error" | "close"

const [connecting, open, closed] = [0, 1, 3]

export class ScriptedSocket implements Socket.WebSocketLike {
  readyState = connecting
  readonly #listeners: Record<Name, Map<Listener, boolean>> = {
    open: new Map(),
    message: new Map(),
    error: new Map(),
    close: new Map()
  }
  readonly #receive: (socket: ScriptedSocket, text: string) => void

  /** `greet` runs after the connection was opened, `receive` for every frame of the client. */
  constructor(
    greet: (socket: ScriptedSocket) => void,
    receive: (socket: ScriptedSocket, text: string) => void
  ) {
    this.#receive = receive
    queueMicrotask(() => {
      if (this.readyState !== connecting) return
      this.readyState = open
      this.#emit("open", { type: "open" })
      greet(this)
    })
  }

  get isOpen(): boolean {
    return this.readyState === open
  }

  addEventListener(name: Name, listener: Listener, options?: { readonly once?: boolean }) {
    this.#listeners[name].set(listener, options?.once === true)
  }

  removeEventListener(name: Name, listener: Listener) {
    this.#listeners[name].delete(listener)
  }

  send(data: string | Uint8Array) {
    if (this.readyState !== open) return
    queueMicrotask(() =>
      this.#receive(this, typeof data === "string" ? data : new TextDecoder().decode(data))
    )
  }

  close(code = 1000, reason = "") {
    this.end(code, reason)
  }

  /** Delivers a frame of the server. */
  deliver(data: string | Uint8Array) {
    queueMicrotask(() => {
      if (this.readyState === open) this.#emit("message", { data })
    })
  }

  /** Closes the connection. */
  end(code: number, reason: string) {
    queueMicrotask(() => {
      if (this.readyState === closed) return
      this.readyState = closed
      this.#emit("close", { type: "close", code, reason })
    })
  }

  #emit(name: Name, event: Socket.WebSocketEvent) {
    for (const [listener, once] of Array.from(this.#listeners[name])) {
      if (once) this.#listeners[name].delete(listener)
      listener(event)
    }
  }
}
