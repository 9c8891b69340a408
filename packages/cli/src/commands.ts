/** All commands by their names: the sentence for help, and the module, which is loaded when it is needed. */
import * as Effect from "effect/Effect"
import type { Defined } from "./runner/define.ts"

interface Listed {
  readonly sentence: string
  readonly load: (args: ReadonlyArray<string>) => Effect.Effect<Defined>
}

const lazy =
  (load: () => Promise<{ readonly default: Defined }>): Listed["load"] =>
  () =>
    Effect.map(Effect.promise(load), (module) => module.default)

/** All commands, in the order of help. @internal */
export const commands: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  Account: {
    login: {
      sentence: "Sign in, and optionally save the credentials",
      load: lazy(() => import("./commands/login.ts"))
    },
    whoami: { sentence: "Show the signed-in account", load: lazy(() => import("./commands/whoami.ts")) },
    servers: {
      sentence: "List the servers in the credentials file",
      load: lazy(() => import("./commands/servers.ts"))
    },
    limits: {
      sentence: "Show the remaining requests of each rate limit",
      load: lazy(() => import("./commands/limits.ts"))
    }
  },
  "Code and data": {
    code: { sentence: "Push, pull and compare code", load: lazy(() => import("./commands/code.ts")) },
    memory: { sentence: "Read and write Memory", load: lazy(() => import("./commands/memory.ts")) },
    segments: {
      sentence: "Read and write raw memory segments",
      load: lazy(() => import("./commands/segments.ts"))
    },
    market: { sentence: "Show market orders and prices", load: lazy(() => import("./commands/market.ts")) },
    messages: { sentence: "Read messages", load: lazy(() => import("./commands/messages.ts")) }
  },
  "Console and rooms": {
    console: {
      sentence: "Run JavaScript in the game and show console output",
      load: lazy(() => import("./commands/console.ts"))
    },
    watch: { sentence: "Watch a room live", load: lazy(() => import("./commands/watch.ts")) },
    map: {
      sentence: "Draw the rooms around a room and their owners",
      load: lazy(() => import("./commands/map.ts"))
    },
    stats: {
      sentence: "Export an account's numbers to Prometheus, OpenTelemetry or Graphite",
      load: lazy(() => import("./commands/stats.ts"))
    },
    collect: {
      sentence: "Collect rooms, histories, ranks and markets into a database",
      load: lazy(() => import("./commands/collect.ts"))
    },
    history: {
      sentence: "Download, replay and share the history of rooms",
      load: lazy(() => import("./commands/history.ts"))
    }
  },
  Development: {
    dev: {
      sentence: "Start a local server with a sample account",
      load: lazy(() => import("./commands/dev.ts"))
    },
    admin: {
      sentence: "Administer a private server through its command line",
      load: lazy(() => import("./commands/admin.ts"))
    },
    lab: {
      sentence: "Run bots on the game's own server and check their milestones",
      load: lazy(() => import("./commands/lab.ts"))
    }
  },
  "AI agents": {
    mcp: {
      sentence: "Serve tools for AI agents over the Model Context Protocol",
      load: lazy(() => import("./commands/mcp.ts"))
    }
  },
  API: {
    call: {
      sentence: "Call any operation of the HTTP API",
      load: (args) =>
        Effect.flatMap(
          Effect.promise(() => import("./commands/call.ts")),
          ({ make }) => make(args)
        )
    },
    doctor: {
      sentence: "Compare a server's responses with this SDK, or check the local set-up",
      load: lazy(() => import("./commands/doctor.ts"))
    }
  }
}
