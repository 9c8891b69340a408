/** Errors of a bundled TypeScript bot on the game's own server, at their place in its sources. */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import { PrivateServer } from "@screeps-effect/private-server"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { rolldown } from "rolldown"
import { inject } from "vitest"
import { code } from "./socket/support/code.ts"
import { settler } from "./socket/support/player.ts"
import { server } from "./socket/support/server.ts"
import { eventually } from "./support/world.ts"

// By its path: the command depends on this package, so this package cannot depend on the command.
const bin = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url))

const main = `import { work } from "./work.ts"

export const loop = (): void => {
  console.log("tick", Game.time)
  work(Object.values(Game.spawns))
}

declare const Game: { readonly time: number; readonly spawns: Readonly<Record<string, object>> }
`

/** A module that throws, below a number of comments, which its error names. */
const work = (comments: number) => `${"// A comment, which the bundle does not contain.\n".repeat(comments)}
interface Plan {
  readonly room: string
}

const planOf = (_spawn: object): Plan | undefined => undefined

export const work = (spawns: ReadonlyArray<object>): void => {
  spawns.forEach((spawn) => {
    const plan = planOf(spawn)
    if (plan === undefined) throw new Error("no plan below ${comments} comments")
    console.log(plan.room)
  })
}
`

/** The place of the error in the source with that many comments; minifiers leave out `new`. */
const placeOf = (comments: number, minify: boolean) => {
  const lines = work(comments).split("\n")
  const line = lines.findIndex((text) => text.includes("new Error("))
  return `src/work.ts:${line + 1}:${(lines[line]?.indexOf(minify ? "Error(" : "new Error(") ?? 0) + 1}`
}

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "screeps-bot-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** Bundles the bot into the folder `dist` below a folder. */
const build = (path: string, comments: number, minify: boolean) =>
  Effect.promise(async () => {
    await mkdir(join(path, "src"), { recursive: true })
    await writeFile(join(path, "src/main.ts"), main)
    await writeFile(join(path, "src/work.ts"), work(comments))
    const bundle = await rolldown({ input: { main: join(path, "src/main.ts") } })
    await bundle.write({ dir: join(path, "dist"), format: "cjs", sourcemap: true, minify })
    await bundle.close()
    return {
      modules: { main: await readFile(join(path, "dist/main.js"), "utf8") },
      maps: new Map([
        ["main", Result.getOrThrow(SourceMaps.parse(await readFile(join(path, "dist/main.js.map"), "utf8")))]
      ])
    }
  })

/** Runs the command with a folder as home, and returns what it prints and its status. */
const screeps = (home: string, username: string, args: ReadonlyArray<string>) =>
  Effect.flatMap(PrivateServer.PrivateServer, ({ url }) =>
    Effect.callback<{ readonly out: string; readonly status: number | null }>((resume, signal) => {
      const env = {
        PATH: process.env["PATH"],
        HOME: home,
        SCREEPS_URL: url,
        SCREEPS_USERNAME: username,
        SCREEPS_PASSWORD: `secret of ${username}`
      }
      const line = ["--disable-warning=ExperimentalWarning", bin, ...args]
      const child = execFile(process.execPath, line, { cwd: home, env, signal }, (_, out, err) =>
        resume(Effect.succeed({ status: child.exitCode, out: out + err }))
      )
    })
  )

describe.skipIf(inject("whyNot") !== "")("on a real server", () => {
  it.layer(server, { timeout: "2 minutes", excludeTestServices: true })((it) => {
    for (const minify of [false, true]) {
      it.effect(
        `the command shows an error of a ${minify ? "minified" : "readable"} bundle at its place in the sources`,
        () =>
          Effect.gen(function* () {
            const bob = yield* settler(code)
            const home = yield* folder
            yield* build(home, 7, minify)
            const push = ["code", "push", join(home, "dist")]
            const pushed = yield* screeps(home, bob.username, push.concat("--confirm"))
            assert.strictEqual(pushed.status, 0, pushed.out)
            const follow = ["console", "--follow", "--for", "5s", "--json"]
            const { out } = yield* screeps(home, bob.username, follow)
            const errors = out
              .trim()
              .split("\n")
              .map((line): { kind: string; text: string } => JSON.parse(line))
              .filter(({ kind }) => kind === "error")
            assert.isAbove(errors.length, 5)
            const [message, frame, ...others] = errors.at(-1)?.text.split("\n") ?? []
            assert.strictEqual(message, "Error: no plan below 7 comments")
            assert.include(frame, placeOf(7, minify))
            assert.include(others.join("\n"), "src/main.ts:5:3")
            // The frames of the game stay.
            assert.include(others.join("\n"), "__mainLoop:1:52")
            const watched = yield* screeps(home, bob.username, push.concat("--watch-errors", "5"))
            assert.strictEqual(watched.status, 1)
            assert.include(watched.out, placeOf(7, minify))
          }).pipe(Effect.scoped),
        120_000
      )
    }

    it.effect(
      "errors are mapped by the code that ran, while it is uploaded again and again",
      () =>
        Effect.gen(function* () {
          const eve = yield* settler(code)
          const path = yield* folder
          const upload = (comments: number) =>
            Effect.gen(function* () {
              const { maps, modules } = yield* build(path, comments, true)
              yield* SourceMaps.keep(modules, maps)
              yield* eve.as(Code.set({ branch: "default", modules }))
            })
          const seen: Array<string> = []
          const watching = Stream.runForEach(SourceMaps.lines(), ({ kind, text }) =>
            Effect.sync(() => void (kind === "error" && seen.push(text)))
          )
          yield* Effect.forkScoped(eve.as(watching))
          for (const comments of [1, 40, 3, 40, 1]) {
            yield* upload(comments)
            const place = placeOf(comments, true)
            yield* eventually(
              Effect.sync(() => seen.at(-1)),
              (text) => text?.includes(place) === true,
              `an error at ${place}`
            )
          }
          const mapped = seen.filter((text) => text.includes("src/work.ts"))
          assert.isAtLeast(mapped.length, 5)
          for (const text of mapped) {
            const comments = Number(/below (\d+) comments/.exec(text)?.[1])
            assert.include(text, placeOf(comments, true))
          }
        }).pipe(Effect.scoped, Effect.provide(SourceMaps.layerMemory)),
      120_000
    )
  })
})
