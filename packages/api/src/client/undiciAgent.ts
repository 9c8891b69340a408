/** undici's connections: direct, or through the proxies that the environment names. */
import { Agent, Dispatcher, EnvHttpProxyAgent, install, setGlobalDispatcher, WebSocket } from "undici"

const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]

/** Whether the environment names a proxy. */
const namesProxy = (): boolean => variables.some((name) => Boolean(process.env[name]))

const loopback = /^(?:localhost|[^.]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i

/** Sends by proxies, except to this machine, and to hosts of `NO_PROXY`. */
class ProxiedAgent extends Dispatcher {
  readonly #direct = new Agent()
  readonly #proxied = new EnvHttpProxyAgent()
  // A proxy that forwards requests does not forward upgrades: WebSockets need a tunnel, also without TLS.
  readonly #tunnelled = new EnvHttpProxyAgent({ proxyTunnel: true })

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const agent = loopback.test(new URL(options.origin ?? "").hostname)
      ? this.#direct
      : options.upgrade
        ? this.#tunnelled
        : this.#proxied
    return agent.dispatch(options, handler)
  }

  override async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied.destroy(), this.#tunnelled.destroy()])
  }
}

const makeProxied = (): Dispatcher => {
  try {
    return new ProxiedAgent()
  } catch {
    // The error contains the address, and this a password.
    throw new Error(
      "HTTP_PROXY or HTTPS_PROXY is not the address of a proxy (expected e.g. http://proxy.example:3128)"
    )
  }
}

/** Creates connections. @internal */
export const makeAgent = (): Dispatcher => (namesProxy() ? makeProxied() : new Agent())

/** Options of a WebSocket, as in Effect's `Socket.WebSocketConstructorOptions`. */
type WebSocketOptions =
  | string
  | Array<string>
  | {
      readonly protocols?: string | Array<string> | undefined
      readonly headers?: Readonly<Record<string, string>> | undefined
    }

/** Returns a constructor of WebSockets over these connections. */
export const webSockets =
  (dispatcher: Dispatcher) =>
  (url: string, options: WebSocketOptions = {}): WebSocket => {
    const { headers, protocols } =
      typeof options === "string" || Array.isArray(options)
        ? { protocols: options, headers: undefined }
        : options
    return new WebSocket(url, {
      dispatcher,
      ...(protocols === undefined ? {} : { protocols }),
      ...(headers === undefined ? {} : { headers })
    })
  }

/** Replaces `fetch` and `WebSocket` of this process by those of undici, with the proxies of the environment. */
export const installGlobally = (): void => {
  setGlobalDispatcher(makeProxied())
  install()
}
