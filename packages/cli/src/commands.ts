/** All commands by their names: the sentence for help, and the module, which is loaded when it is needed. */
import * as Effect from "effect/Effect"
import type { Defined } from "./runner/define.ts"

interface Listed {
  readonly sentence: string
  readonly load: (args: ReadonlyArray<string>) => Effect.Effect<Defined>
}

const listed = (sentence: string, load: () => Promise<{ readonly default: Defined }>): Listed => ({
  sentence,
  load: () => Effect.map(Effect.promise(load), (module) => module.default)
})

/** All commands, in the order of help: those of players first. */
export const commands: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  Account: {
    login: listed("Sign in, and optionally save the credentials", () => import("./commands/login.ts")),
    whoami: listed("Show the signed-in account", () => import("./commands/whoami.ts")),
    servers: listed("List the servers in the credentials file", () => import("./commands/servers.ts")),
    limits: listed("Show the remaining requests of each rate limit", () => import("./commands/limits.ts"))
  },
  "Code and data": {
    code: listed("Push, pull and compare code", () => import("./commands/code.ts")),
    memory: listed("Read and write Memory", () => import("./commands/memory.ts")),
    segments: listed("Read and write raw memory segments", () => import("./commands/segments.ts")),
    market: listed("Show market orders and prices", () => import("./commands/market.ts")),
    messages: listed("Read messages", () => import("./commands/messages.ts"))
  },
  "Console and rooms": {
    console: listed(
      "Run JavaScript in the game and show console output",
      () => import("./commands/console.ts")
    ),
    watch: listed("Watch a room live", () => import("./commands/watch.ts")),
    view: listed("Show rooms live in a page of this machine's browser", () => import("./commands/view.ts")),
    map: listed("Draw the rooms around a room and their owners", () => import("./commands/map.ts")),
    history: listed("Download, replay and share the history of rooms", () => import("./commands/history.ts")),
    stats: listed("Show an account's numbers on a page, and export them", () => import("./commands/stats.ts"))
  },
  "Local server": {
    dev: listed("Start a local server with a sample account", () => import("./commands/dev.ts"))
  },
  "Tools and servers": {
    call: {
      sentence: "Call any operation of the HTTP API",
      load: (args) =>
        Effect.flatMap(
          Effect.promise(() => import("./commands/call.ts")),
          ({ make }) => make(args)
        )
    },
    mcp: listed(
      "Serve tools for AI agents over the Model Context Protocol",
      () => import("./commands/mcp.ts")
    ),
    collect: listed(
      "Collect rooms, histories, ranks and markets into a database",
      () => import("./commands/collect.ts")
    ),
    lab: listed(
      "Run bots on the game's own server and check their milestones",
      () => import("./commands/lab.ts")
    ),
    admin: listed(
      "Administer a private server through its command line",
      () => import("./commands/admin.ts")
    ),
    doctor: listed(
      "Compare a server's responses with this SDK, or check the local set-up",
      () => import("./commands/doctor.ts")
    )
  }
}
