/** Every command by its name: its sentence for help, and its module, which is loaded when it is asked for. */
import * as Effect from "effect/Effect"
import type { Defined } from "./runner/define.ts"

interface Listed {
  readonly sentence: string
  /** Receives the arguments, and whether everything is wanted, as for completions. */
  readonly load: (args: ReadonlyArray<string>, all: boolean) => Effect.Effect<Defined>
}

const lazy =
  (load: () => Promise<{ readonly default: Defined }>): Listed["load"] =>
  () =>
    Effect.map(Effect.promise(load), (module) => module.default)

/** In the order of help. @internal */
export const commands: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  Account: {
    login: {
      sentence: "Sign in, and save the credentials on request",
      load: lazy(() => import("./commands/login.ts"))
    },
    whoami: { sentence: "Tell who you are to the server", load: lazy(() => import("./commands/whoami.ts")) },
    servers: {
      sentence: "List the servers of the credentials file",
      load: lazy(() => import("./commands/servers.ts"))
    },
    limits: {
      sentence: "Tell what is left of the rate limits",
      load: lazy(() => import("./commands/limits.ts"))
    }
  },
  Play: {
    code: { sentence: "Push, pull and compare code", load: lazy(() => import("./commands/code.ts")) },
    memory: { sentence: "Read and write Memory", load: lazy(() => import("./commands/memory.ts")) },
    segments: {
      sentence: "Read and write raw memory segments",
      load: lazy(() => import("./commands/segments.ts"))
    },
    market: { sentence: "Look at the market", load: lazy(() => import("./commands/market.ts")) },
    messages: { sentence: "Read messages", load: lazy(() => import("./commands/messages.ts")) }
  },
  Watch: {
    console: {
      sentence: "Run JavaScript in the game, and see what your script logs",
      load: lazy(() => import("./commands/console.ts"))
    },
    watch: { sentence: "Watch a room as it changes", load: lazy(() => import("./commands/watch.ts")) },
    map: { sentence: "Draw who holds the rooms around one", load: lazy(() => import("./commands/map.ts")) },
    history: {
      sentence: "Download and play the past of rooms",
      load: lazy(() => import("./commands/history.ts"))
    },
    dev: {
      sentence: "Start a server of your own, with a sample account",
      load: lazy(() => import("./commands/dev.ts"))
    }
  },
  Everything: {
    call: {
      sentence: "Call any operation of the HTTP API",
      load: (args, all) =>
        Effect.flatMap(
          Effect.promise(() => import("./commands/call.ts")),
          ({ make }) => make(args, all)
        )
    }
  }
}
