import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { output } from "./support/example.ts"

describe("02_auth-from-a-vault", () => {
  it.live("reads the vault at the start, and again when its password was rotated", () =>
    Effect.map(output("02_auth-from-a-vault.ts", [], { source: true }), (out) =>
      assert.deepStrictEqual(out.trimEnd().split("\n"), [
        "  the vault was read",
        "Signed in as bob.",
        "The password was rotated, and the token has expired. The same call again:",
        "  the vault was read",
        "Signed in as bob."
      ])
    )
  )
})
