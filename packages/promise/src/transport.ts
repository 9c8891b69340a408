/** The transport of connections: undici on Node where it is installed, else the platform's `fetch` and `WebSocket`. */
import type * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import type { LayerOptions } from "@screeps-effect/socket/Screeps"
import * as Layer from "effect/Layer"

type Transport = Pick<LayerOptions, "http" | "webSocket">

/** Bun and Deno have an `undici` of their own, which only passes requests on to `fetch`. */
const isNode = (): boolean => {
  const versions = globalThis.process?.versions
  return versions?.node !== undefined && versions["bun"] === undefined && versions["deno"] === undefined
}

/** The oldest major version that `UndiciHttpClient` works with: others may be there for another package. */
const oldest = 8

/** Loads a module that bundlers neither look for nor copy: most programs do not have undici. */
const load = (name: string): unknown =>
  process.getBuiltinModule("node:module").createRequire(import.meta.url)(name)

const find = (loaded: typeof load): Transport => {
  // The types of what is loaded, by its name.
  const { version } = loaded("undici/package.json") as { readonly version: string }
  if (Number.parseInt(version, 10) < oldest) return {}
  // If this is a copy that a bundler made, its Effect is another one than that of the module which would be loaded.
  const effect = loaded("effect/Layer") as typeof Layer
  if (effect.merge !== Layer.merge) return {}
  return (loaded("@screeps-effect/api/UndiciHttpClient") as typeof UndiciHttpClient).transport
}

/** Returns undici's transport if the package is installed; nothing elsewhere. */
export const installed = (loaded = load): Transport => {
  if (!isNode()) return {}
  try {
    return find(loaded)
  } catch {
    return {}
  }
}

/** Adds a transport to options that choose none. @internal */
export const withTransport = <O extends Transport>(options: O): O =>
  options.http === undefined && options.webSocket === undefined ? { ...options, ...installed() } : options
