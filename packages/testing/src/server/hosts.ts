/**
 * Decides which requests a server on a port responds to. A browser sends requests for any web page, and a page can give a
 * name of its own the address of this machine: the headers `Host` and `Origin` reveal both.
 */
import type { Headers } from "effect/http/Headers"

const shape = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

const isLoopback = (name: string) =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(name)

/** Whether headers name only allowed hosts. @internal */
export interface Hosts {
  /** Whether a page of this origin may send requests; a client without an origin is not a page. */
  readonly isOrigin: (origin: string | undefined) => boolean
  /** Returns why a request is refused; `undefined` for an allowed one. */
  readonly refusal: (headers: Headers) => string | undefined
}

/** Allows loopback addresses and these hosts, on any port. @internal */
export const make = (hosts: ReadonlyArray<string>): Hosts => {
  const named = new Set(hosts.map((host) => host.toLowerCase()))
  const isHost = (host: string) => {
    const name = shape.exec(host)?.[1]?.toLowerCase()
    return name !== undefined && (isLoopback(name) || named.has(name))
  }
  const isOrigin = (origin: string | undefined) =>
    origin === undefined || (/^https?:\/\//.test(origin) && isHost(origin.replace(/^https?:\/\//, "")))
  const refused = (header: string, value: string) =>
    `${header} ${JSON.stringify(value.slice(0, 100))} is not allowed: name its host in "hosts" (screeps dev --host)`
  return {
    isOrigin,
    refusal: ({ host = "", origin }) => {
      if (!isHost(host)) return refused("Host", host)
      return isOrigin(origin) ? undefined : refused("Origin", origin ?? "")
    }
  }
}
