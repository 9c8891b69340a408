/** `screeps dev` */
import { randomBytes } from "node:crypto"
import { Server } from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { accept, optional, toggle } from "../input/flags.ts"
import { secretFrom } from "../input/input.ts"
import * as Output from "../output/output.ts"
import { format, join, oneLine, plain } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import * as Serving from "./dev/serving.ts"

/** A password, and how to pass it on. */
interface Password {
  readonly secret: Redacted.Redacted
  /** The text, if it is to be printed: only a new one is. */
  readonly printed: string | undefined
  /** An expression of a shell that has the password as its value. */
  readonly shell: string
}

const variable = "SCREEPS_DEV_PASSWORD"
const label = "dev-password"

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Reads the password from a file or the environment; generates one if neither has it. */
const choosePassword = Effect.fnUntraced(function* (file: string | undefined) {
  if (file !== undefined) {
    const secret = yield* secretFrom(file, label)
    const shell = `"$(cat ${quoted(file)})"`
    return { secret, printed: undefined, shell } satisfies Password
  }
  const given = yield* Config.option(Config.Redacted(variable))
  if (Option.isSome(given)) {
    if (Redacted.value(given.value) === "")
      return yield* new Usage({ message: `${variable}: the password is empty` })
    return { secret: given.value, printed: undefined, shell: `"$${variable}"` } satisfies Password
  }
  const printed = randomBytes(16).toString("hex")
  return { secret: Redacted.make(printed, { label: "printed" }), printed, shell: printed } satisfies Password
})

/** Prints the server's address and account, and keeps it running. `cliPort` is the port of its command line, if it has one. */
const serve = Effect.fnUntraced(function* <R>(
  kind: string,
  tick: number,
  { printed: password, shell }: Password,
  settle: Effect.Effect<{ readonly room: string; readonly cliPort?: number }, unknown, R>
) {
  const output = yield* Output.Output
  const { url } = yield* Server
  const { cliPort, room } = yield* settle
  const { username } = SampleWorld.account
  yield* Output.value({ url, username, password, room, cliPort }, (_, paint) =>
    join(
      [
        format`${paint("bold", oneLine(url))}  ${plain(kind)}, a tick every ${plain(Duration.format(Duration.millis(tick)))}`,
        format`account ${paint("bold", plain(username))}, ${
          password === undefined
            ? plain("password as given")
            : format`password ${paint("bold", plain(password))}`
        }, room ${paint("bold", oneLine(room))}`,
        format``,
        paint("dim", format`In another terminal:`),
        plain(`  export SCREEPS_URL=${url} SCREEPS_USERNAME=${username} SCREEPS_PASSWORD=${shell}`),
        format`  screeps watch ${oneLine(room)}`,
        ...(cliPort === undefined ? [] : [format`  screeps admin status --cli 127.0.0.1:${cliPort}`])
      ],
      "\n"
    )
  )
  yield* output.note(format`Press Ctrl-C to stop the server and discard its world.`)
  return yield* Effect.never
})

export default define(
  Command.make(
    "dev",
    {
      port: Flag.Int("port").pipe(
        accept((port: number) => port >= 0 && port <= 65_535, "between 0 and 65535"),
        Flag.withDefault(undefined),
        Flag.withDescription("Port; 0 for a free port (default: 21025, with --real a free port)")
      ),
      tick: Flag.Int("tick").pipe(
        Flag.withMetavar("<milliseconds>"),
        accept((tick: number) => tick >= 10, "at least 10 milliseconds"),
        Flag.withDefault(1000),
        Flag.withDescription("Duration of a tick in milliseconds (default: 1000)")
      ),
      passwordFile: optional(
        Flag.String("password-file"),
        "File that contains only the account's password; - for standard input (default: SCREEPS_DEV_PASSWORD, or a new password for each run)",
        "<file>"
      ),
      host: Flag.String("host").pipe(
        Flag.withMetavar("<name>"),
        accept(
          (name: string) => /^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(name),
          "a host name or address without a port"
        ),
        Flag.atLeast(1),
        Flag.withDefault<ReadonlyArray<string>>([]),
        Flag.withDescription(
          "Also accept requests and pages that name this host, such as that of a proxy or tunnel (default: only localhost and loopback addresses); repeatable"
        )
      ),
      real: toggle("real", "Start the game's own server, installed with --install"),
      bots: Flag.KeyValuePair("bot").pipe(
        Flag.withMetavar("<name>=<folder>"),
        Flag.withDefault<Readonly<Record<string, string>>>({}),
        Flag.withDescription(
          "With --real: a bot for `screeps admin spawn-bot`, and the folder of its scripts, with a main.js; repeatable"
        )
      ),
      install: toggle(
        "install",
        "Install the game's own server first if necessary: about 250 MB, Linux x64 only"
      )
    },
    Effect.fnUntraced(function* ({ bots, host, install, passwordFile, port, real, tick }) {
      const tickEvery = Duration.millis(tick)
      if (install && !real) return yield* new Usage({ message: "--install requires --real" })
      if (!real && Object.keys(bots).length > 0)
        return yield* new Usage({
          message: "--bot requires --real: scripts run only on the game's own server"
        })
      if (real && host.length > 0)
        return yield* new Usage({ message: "the game's own server accepts every host: omit --host" })
      const password = yield* choosePassword(passwordFile)
      const output = yield* Output.Output
      if (!real) {
        const note = output.note(
          format`Code was uploaded: this server keeps it, but runs no scripts. screeps dev --real does.`
        )
        const inMemory = Serving.inMemory({
          port: port ?? 21_025,
          tickEvery,
          password: password.secret,
          hosts: host,
          onCode: yield* Effect.cached(note)
        })
        const settled = Effect.succeed({ room: SampleWorld.room })
        yield* output.note(
          format`It runs no scripts; console lines see Game.time, Memory and console.log, but no rooms and creeps.`
        )
        return yield* serve("a server in memory", tick, password, settled).pipe(Effect.provide(inMemory))
      }
      const [{ PrivateServer }, { settle }] = yield* Effect.promise(() =>
        Promise.all([import("@screeps-effect/private-server/PrivateServer"), import("./dev/settle.ts")])
      )
      if (install) yield* Output.during(format`Installing the server if necessary`, Serving.install)
      yield* output.note(format`Starting the server…`)
      const settled = Effect.gen(function* () {
        const { cliPort } = yield* PrivateServer
        return { cliPort, room: yield* settle(password.secret) }
      })
      return yield* serve("the game's own server", tick, password, settled).pipe(
        Effect.provide(
          Serving.real({
            tickRate: tickEvery,
            port: port === 0 ? undefined : port,
            bots
          })
        )
      )
    })
  ).pipe(
    Command.withDescription("Start a local server with a sample account"),
    Command.withExamples([
      {
        command: "screeps dev",
        description: "In-memory server: responds like the game's server, runs console lines but no scripts"
      },
      {
        command: "screeps dev --real --tick 200 --port 21025",
        description: "The game's own server with a new world"
      }
    ])
  )
)
