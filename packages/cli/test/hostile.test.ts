import { assert, describe, it } from "@effect/vitest"
import * as Retry from "@screeps-effect/api/Retry"
import * as Effect from "effect/Effect"
import { evil, type Mode, onPort, respond, unsafe } from "./support/hostile.ts"
import { asBob, folder, screepsAt } from "./support/inside.ts"
import * as Live from "./support/live.ts"

const served = (mode: Mode) =>
  screepsAt((request) =>
    Effect.flatMap(
      Effect.promise(() => request.text()),
      (body) => respond(mode, new URL(request.url).pathname, body)
    )
  )

const invocations: ReadonlyArray<ReadonlyArray<string>> = [
  ["whoami"],
  ["limits"],
  ["messages"],
  ["messages", "mallory"],
  ["code", "branches"],
  ["code", "diff", "<folder>"],
  ["code", "diff", "<folder>", "--text"],
  ["code", "push", "<folder>", "--dry-run"],
  ["code", "push", "<folder>", "--dry-run", "--branch", evil("branch")],
  ["code", "pull", "<folder>"],
  ["code", "activate", evil("branch")],
  ["map", "W7N3", "--radius", "1"],
  ["memory", "get"],
  ["memory", "get", evil("path")],
  ["memory", "set", "a", "5"],
  ["segments", "get", "1"],
  ["market", "orders"],
  ["market", "orders", "energy"],
  ["market", "mine"],
  ["history", "download", "W7N3", "--folder", "<folder>/history"],
  ["call", "game.version"],
  ["call", "user.find", "--username", evil("name")],
  ["call", "code.get"],
  ["call", "user.branches"],
  ["call", evil("operation")],
  ["login", "--url", "http://screeps.test", "--username", evil("name"), "--password-file", "-"],
  ["doctor"],
  [evil("command")],
  ["map", evil("room")],
  ["whoami", "--url", evil("address")],
  ["whoami", "--config", evil("file")]
]

const modes: ReadonlyArray<Mode> = ["data", "rejects", "faults", "drifts"]

describe("a server whose every text controls terminals", () => {
  for (const mode of modes)
    for (const flags of [[], ["--json"], ["--log-level", "trace"]])
      it.effect(
        `that ${mode === "data" ? "returns data" : mode} cannot control the terminal with any command ${flags.join(" ")}`,
        () =>
          Effect.gen(function* () {
            const dir = yield* folder
            let repeated = 0
            for (const invocation of invocations) {
              const args = invocation.map((arg) => arg.replace("<folder>", dir))
              // JSON has no colours.
              for (const color of flags.includes("--json") ? [false] : [false, true]) {
                const { drawn, err, out } = yield* served(mode)([...args, ...flags], {
                  columns: 100,
                  color,
                  stdin: "secret",
                  env: asBob
                })
                assert.notMatch(out + err + drawn, unsafe, args.join(" "))
                assert.isFalse(!color && `${out}${err}${drawn}`.includes("\u001B"), args.join(" "))
                repeated += (out + err).split("PWN").length - 1
              }
            }
            // The texts do reach the output: otherwise this test would prove nothing.
            assert.isAbove(repeated, mode === "data" ? 20 : 2)
          }).pipe(Effect.provideService(Retry.Retry, Retry.none))
      )

  for (const terminal of [undefined, [400, 60] as const])
    for (const args of [
      ["console", "--follow"],
      ["console", "--follow", "--json"],
      ["memory", "watch", "plan", "--as", "text"],
      ["memory", "watch", "plan", "--as", "text", "--json"],
      ["watch", "W7N3"],
      ["watch", "W7N3", "--changes"],
      ["watch", "W7N3", "--json"]
    ])
      it.live(
        `cannot control ${terminal === undefined ? "a pipe" : "the terminal"} of ${args.join(" ")}`,
        () =>
          Effect.gen(function* () {
            const enough = (text: string) => text.split(/BIDI/).length > 6
            const start = terminal === undefined ? {} : { terminal }
            const { drawn, err, out } = yield* Live.until(
              args,
              ({ drawn, out }) => enough(out + drawn),
              start
            )
            // The screen's own sequences: alternate screen, cursor, wrapping, updates, position, and clearing.
            // oxlint-disable-next-line no-control-regex
            const others = drawn.replaceAll(/\u001B\[(?:\?(?:1049|25|7|2026)[hl]|[HJK])/g, "")
            assert.notMatch(out + err + others, unsafe)
            assert.isFalse(`${out}${err}${others}`.includes("\u001B["), args.join(" "))
          }).pipe(Effect.provide(onPort))
      )
})
