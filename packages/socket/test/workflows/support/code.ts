/** A server that stores code by rules recorded from a real one, and emits events on a fake socket. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import { type FakeRequest, type Fake, fake } from "./server.ts"
import { type FakeSocket, fakeSocket } from "./socket.ts"

export interface CodeServer extends Fake {
  readonly socket: FakeSocket
  readonly branches: Map<string, CodeModules>
  readonly active: { activeWorld: string; activeSim: string }
  /** Responses by path that replace the normal one once. */
  readonly overrides: Map<string, () => Response>
  /** Which events the socket emits: all, none, or first events of other branches and other code. */
  reports: "all" | "nothing" | "others first"
}

interface Body {
  readonly branch?: string
  readonly newName?: string
  readonly modules?: CodeModules
  readonly defaultModules?: CodeModules
  readonly activeName?: "activeWorld" | "activeSim"
}

/** Creates a server with a branch `default`, active in the world and in the simulation. */
export const codeServer = (
  modules: CodeModules = { main: "// old" },
  options: { readonly server?: Server.Description; readonly socket?: FakeSocket } = {}
): CodeServer => {
  const socket = options.socket ?? fakeSocket()
  const branches = new Map<string, CodeModules>([["default", modules]])
  const active: CodeServer["active"] = { activeWorld: "default", activeSim: "default" }
  const overrides: CodeServer["overrides"] = new Map()
  const stamp = 1_795_267_486_000

  const real = (branch = "$activeWorld") =>
    branch === "$activeWorld" ? active.activeWorld : branch === "$activeSim" ? active.activeSim : branch

  const store = (branch: string, modules: CodeModules, timestamp: number | string) => {
    branches.set(branch, { main: "", ...modules })
    const event = { branch, modules, timestamp }
    if (self.reports === "others first") {
      socket.emit("Code", { ...event, branch: "other" })
      socket.emit("Code", { ...event, modules: { main: "// of another player" } })
    }
    if (self.reports !== "nothing") socket.emit("Code", event)
    return Response.json({ ok: 1, timestamp: stamp })
  }

  const respond = ({ body, method, url }: FakeRequest): Response => {
    const other = overrides.get(url.pathname)
    if (other !== undefined) {
      overrides.delete(url.pathname)
      return other()
    }
    const { activeName, branch, defaultModules, modules, newName } = (body ?? {}) as Body
    switch (`${method} ${url.pathname}`) {
      case "GET /api/user/code": {
        const name = real(url.searchParams.get("branch") ?? undefined)
        const modules = branches.get(name)
        if (modules === undefined) return Response.json({ error: "no code" })
        return Response.json({ ok: 1, branch: name, modules })
      }
      case "POST /api/user/code":
        return branches.has(real(branch))
          ? store(real(branch), modules ?? {}, stamp)
          : Response.json({ error: "branch does not exist" })
      case "GET /api/user/branches": {
        const list = [...branches.keys()].map((branch, i) => ({
          _id: `7c8fe39e74fdae${i}`,
          branch,
          activeWorld: active.activeWorld === branch,
          activeSim: active.activeSim === branch
        }))
        return Response.json({ ok: 1, list })
      }
      case "POST /api/user/clone-branch":
        return store(
          newName ?? "",
          branches.get(branch ?? "") ?? defaultModules ?? { main: "" },
          "2026-11-21T13:24:45.489Z"
        )
      case "POST /api/user/set-active-branch":
        if (branch === undefined || activeName === undefined || !branches.has(branch)) {
          return Response.json({ error: "no branch" })
        }
        active[activeName] = branch
        if (self.reports === "others first") {
          socket.emit("ActiveBranch", { activeName: "activeSim", branch })
          socket.emit("ActiveBranch", { activeName, branch: "other" })
        }
        if (self.reports !== "nothing") socket.emit("ActiveBranch", { activeName, branch })
        return Response.json({ ok: 1 })
      default:
        return new Response("<!DOCTYPE html>", { status: 404 })
    }
  }

  const server = fake((request) => Effect.sync(() => respond(request)), options.server)
  const self: CodeServer = { ...server, socket, branches, active, overrides, reports: "all" }
  return self
}
