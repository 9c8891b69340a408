import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { inject } from "vitest"
import { members } from "./support/server.ts"

const Where = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, world: Schema.String }))

/** Starts the program `orphan.ts` and waits until its server runs. */
const program = Effect.promise(async () => {
  const file = fileURLToPath(new URL("orphan.ts", import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] })
  const [line] = await once(child.stdout, "data")
  return { child, line: String(line) }
})

describe.skipIf(inject("whyNot") !== "")("a server whose program ends without closing its scope", () => {
  it.live.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)("is gone after %s, and so is its world", (signal) =>
    Effect.gen(function* () {
      const { child, line } = yield* program
      const { pid, world } = yield* Schema.decodeEffect(Where)(line)
      assert.isAtLeast((yield* members(pid)).length, 6)
      child.kill(signal)
      yield* members(pid).pipe(
        Effect.map(({ length }) => length === 0 && !existsSync(world)),
        Effect.repeat({ until: (gone) => gone, schedule: Schedule.spaced("50 millis") }),
        Effect.timeout("10 seconds")
      )
    })
  )
})
