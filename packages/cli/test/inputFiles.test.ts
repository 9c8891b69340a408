/** Files that the user names: pipes, other encodings, and what is no text. */
import { execFileSync, spawn } from "node:child_process"
import { closeSync, constants, openSync, readFileSync, writeFileSync } from "node:fs"
import { utf16 } from "@screeps-effect/fixtures/memoryFile"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { asBob, bin, onPort, screeps as process } from "./support/binary.ts"
import { folder, makeWorld, official, screeps } from "./support/inside.ts"

const unlessWindows = it.live.skipIf(globalThis.process.platform === "win32")

/** Runs a line of a shell with the program as `$screeps`, and returns its output and status. */
const shell = (line: string, env: Readonly<Record<string, string>>) =>
  Effect.callback<{ readonly out: string; readonly status: number | null }>((resume) => {
    const child = spawn("bash", ["--norc", "-c", line], {
      env: {
        ...env,
        PATH: globalThis.process.env["PATH"] ?? "",
        NODE_NO_WARNINGS: "1",
        screeps: `${globalThis.process.execPath} ${bin}`
      }
    })
    let out = ""
    child.stdout.on("data", (bytes) => (out += String(bytes)))
    child.stderr.on("data", (bytes) => (out += String(bytes)))
    child.on("close", (status) => resume(Effect.succeed({ out, status })))
    child.stdin.end()
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Waits until a program reads a pipe, as its writer, until the test ends. */
const untilRead = (pipe: string) =>
  Effect.acquireRelease(
    Effect.try(() => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)).pipe(
      Effect.retry(Schedule.spaced("20 millis"))
    ),
    (fd) => Effect.sync(() => closeSync(fd))
  )

describe("a file that the user names", () => {
  unlessWindows("may be a pipe of the shell, or standard input by its name", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const env = yield* asBob
      const read = yield* shell("$screeps segments set 1 @<(printf 'a\\n')", env)
      assert.deepStrictEqual([read, yield* world.users.segment("bob", 1)], [{ out: "", status: 0 }, "a\n"])
      // A test's standard input is a socket, which cannot be opened by its name.
      const named = yield* process(["segments", "set", "2", "@/dev/stdin"], { env, stdin: "b\n" })
      assert.deepStrictEqual([named.err, yield* world.users.segment("bob", 2)], ["", "b\n"])
      const secret = env.SCREEPS_PASSWORD
      const login = `$screeps login --url ${env.SCREEPS_URL} --username bob --password-file`
      const guest = { secret }
      assert.include((yield* shell(`${login} <(printf %s "$secret")`, guest)).out, "bob")
      assert.include((yield* shell(`printf %s "$secret" | ${login} -`, guest)).out, "bob")
      const empty = yield* shell(`${login} <(false)`, guest)
      assert.deepStrictEqual(empty.status, 2)
      assert.match(
        empty.out,
        /^screeps: \/dev\/fd\/\d+ is empty: it must contain the secret and nothing else/
      )
    }).pipe(Effect.provide(onPort(world)))
  })

  const waiting = {
    "a token": ["whoami", "--url", "http://127.0.0.1:1", "--token-file"],
    "a value": ["segments", "set", "1", "--url", "http://127.0.0.1:1", "--guest"],
    "a scenario": ["lab", "run"]
  }
  for (const [what, args] of Object.entries(waiting)) {
    unlessWindows(`does not keep the program from ending while it waits for a pipe: ${what}`, () =>
      Effect.gen(function* () {
        const pipe = `${yield* folder}/pipe`
        execFileSync("mkfifo", [pipe])
        for (const signal of ["SIGTERM", "SIGINT"] as const) {
          const all = [...args, what === "a value" ? `@${pipe}` : pipe]
          const child = spawn(globalThis.process.execPath, [bin, ...all], { stdio: "ignore" })
          yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
          const ended = Effect.callback<number | null>((resume) => {
            child.on("close", (status) => resume(Effect.succeed(status)))
          })
          const fiber = yield* Effect.forkChild(ended)
          const status = yield* Effect.scoped(
            Effect.andThen(untilRead(pipe), () => {
              child.kill(signal)
              return Fiber.join(fiber)
            })
          )
          assert.strictEqual(status, 130, signal)
        }
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is decoded by its byte order mark", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const run = screeps(world)
      const dir = yield* folder
      const file = `${dir}/value.json`
      for (const bytes of [utf16('{"a":"ä"}'), `\uFEFF{"a":"ä"}`, '{"a":"ä"}']) {
        writeFileSync(file, bytes)
        assert.strictEqual((yield* run(["segments", "set", "1", `@${file}`])).err, "")
        assert.strictEqual(yield* world.users.segment("bob", 1), '{"a":"ä"}')
      }
    })
  )

  it.effect("is refused if it is no text, and nothing is sent", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const run = screeps(world)
      const dir = yield* folder
      const file = `${dir}/latin1.txt`
      writeFileSync(file, new Uint8Array([0x22, 0xe4, 0x22]))
      const message = `screeps: ${file} cannot be read: it is not text in UTF-8, nor in UTF-16 with a byte order mark; save it as UTF-8`
      for (const args of [
        ["segments", "set", "1", `@${file}`],
        ["memory", "set", "x", `@${file}`],
        ["console", "-e", `@${file}`],
        ["call", "segments.set", "--segment", "1", "--data", `@${file}`],
        ["call", "segments.set", "--input", `@${file}`],
        ["whoami", "--token-file", file]
      ]) {
        const { err, out, status } = yield* run(args)
        assert.deepStrictEqual([err, out, status], [message, "", 2], args.join(" "))
      }
      assert.strictEqual(yield* world.users.segment("bob", 1), undefined)
    })
  )

  it.effect("must contain a secret, if one is wanted", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const { run, token } = yield* official(world)
      const file = `${yield* folder}/token.txt`
      const whoami = ["whoami", "--token-file", file]
      const env = { SCREEPS_URL: "https://screeps.com" }
      for (const text of ["", "\n", "  \r\n"]) {
        writeFileSync(file, text)
        const { err, status } = yield* run(whoami, { env })
        assert.deepStrictEqual(
          [err, status],
          [`screeps: ${file} is empty: it must contain the secret and nothing else; check what writes it`, 2]
        )
      }
      writeFileSync(file, `token: ${token}\n`)
      const { err, status } = yield* run(whoami, { env })
      assert.deepStrictEqual(
        [err, status],
        [
          `screeps: ${file} is no token: it must contain one word of letters, digits and signs, and nothing else`,
          2
        ]
      )
      for (const text of [token, `${token}\r\n`, utf16(`${token}\r\n`), ` ${token} \n\n`]) {
        writeFileSync(file, text)
        assert.include((yield* run(whoami, { env })).out, "bob", JSON.stringify(readFileSync(file)))
      }
    })
  )

  unlessWindows("has a bound", () =>
    Effect.gen(function* () {
      const { err, status } = yield* screeps(makeWorld())(["whoami", "--token-file", "/dev/zero"])
      assert.deepStrictEqual(
        [err, status],
        ["screeps: /dev/zero cannot be read: it is too large (more than 65536 bytes)", 2]
      )
    })
  )
})
