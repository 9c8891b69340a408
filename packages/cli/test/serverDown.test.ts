import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Millis from "@screeps-effect/schema/Millis"
import { within } from "@screeps-effect/fixtures/time"
import { folder, screepsAt } from "./support/inside.ts"

describe("a server that is down", () => {
  const run = screepsAt(() => Effect.die(new TypeError("fetch failed")))

  for (const args of [
    ["console", "-e", "Game.time"],
    ["console", "--follow", "--for", "15s"],
    ["stats", "--check"],
    ["stats", "--html"]
  ]) {
    it.effect(`makes ${args.join(" ")} fail after the retries over HTTP, not after those of the socket`, () =>
      Effect.gen(function* () {
        const file = args.at(-1) === "--html" ? [`${yield* folder}/page.html`] : []
        const before = yield* Millis.monotonic
        const { err, out, status } = yield* within(run([...args, ...file]), 100)
        assert.match(
          err,
          /^screeps: GET \/api\/version: Unreachable \(.*\) after 3 retries\nCheck the server's address/
        )
        assert.deepStrictEqual([out, status], ["", 5])
        assert.isBelow((yield* Millis.monotonic) - before, 8000)
      }).pipe(Effect.scoped)
    )
  }
})
