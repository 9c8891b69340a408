/** Runs a command line and returns its exit status. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { commands } from "../commands.ts"
import * as Settings from "../config/settings.ts"
import { rejectSecrets } from "../input/input.ts"
import * as Log from "../output/log.ts"
import * as Output from "../output/output.ts"
import { jsonFailure, presenter } from "../output/present.ts"
import * as Print from "../output/print.ts"
import { format, join, oneLine, plain } from "../output/text.ts"
import * as Typing from "../output/typing.ts"
import { define, type Defined, type Group, parent, Version } from "./define.ts"
import { describe, errorOf, status, statusOf, Usage } from "./failure.ts"

const variables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]

/**
 * Lets all requests and sockets of this process use the proxies that the environment names, which Node's `fetch` and
 * `WebSocket` do not by themselves. The
 * transport is loaded only then.
 */
const useProxies: Effect.Effect<void, Usage> = Effect.suspend(() => {
  if (!variables.some((name) => process.env[name])) return Effect.void
  return Effect.flatMap(
    Effect.promise(() => import("@screeps-effect/api/UndiciHttpClient")),
    ({ installGlobally }) =>
      Effect.try({
        try: installGlobally,
        catch: (error) => new Usage({ message: error instanceof Error ? error.message : String(error) })
      })
  )
})

const names: ReadonlySet<string> = new Set(Object.values(commands).flatMap((list) => Object.keys(list)))

/** Flags of all commands that are followed by a value. */
const withValue: ReadonlySet<string> = new Set(
  ["server", "url", "shard", "config", "token-file", "log-level", "completions"].map((name) => `--${name}`)
)

/** Returns the index of the command's name; -1 without a command. */
const commandAt = (args: ReadonlyArray<string>): number => {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ""
    if (withValue.has(arg)) i += 1
    else if (!arg.startsWith("-")) return i
  }
  return -1
}

/** Returns the command that the arguments name; all of them where it is not certain which one it is. */
export const commandsIn = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = args[commandAt(args)] ?? ""
  // After an unknown flag, its value or the word that follows may be the command.
  return names.has(named) ? [named] : args
}

/** Loads the wanted commands; all others have only their sentence for help. */
export const assemble = Effect.fnUntraced(function* (args: ReadonlyArray<string>, wanted = commandsIn(args)) {
  const groups: Array<Group> = []
  for (const [group, list] of Object.entries(commands)) {
    const members: Array<Defined> = []
    for (const [name, { load, sentence }] of Object.entries(list)) {
      members.push(
        wanted.includes(name)
          ? yield* load(args)
          : define(Command.make(name).pipe(Command.withDescription(sentence)))
      )
    }
    groups.push({ group, commands: members })
  }
  return parent("screeps", groups).pipe(
    Command.withDescription("Deploy code, watch rooms and call the HTTP API of Screeps servers."),
    Command.provide(Output.layer),
    Command.withGlobalFlags(Settings.all)
  )
})

/** Prints a failure to standard error. */
const report = (error: unknown, isDefect: boolean, isJson: boolean) => {
  const { hint, kind, message } = describe(error)
  if (isJson) return jsonFailure(kind, message)
  const text = format`screeps: ${plain(message)}`
  if (isDefect) return Print.toErrors(format`${text}\nThis is a bug in screeps: please report it.`)
  return Print.toErrors(hint === undefined ? text : format`${text}\n${plain(hint)}`)
}

/** `--completions`, with scripts that run this program for each word. */
const completions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag,
  run: (shell) =>
    Effect.gen(function* () {
      if (Option.isNone(shell)) return
      const { script } = yield* Effect.promise(() => import("./completions.ts"))
      yield* Print.unchanged(script(shell.value))
    })
})

/** Provides how help is printed, and the flags of every program. */
export const environment = (isJson: boolean) =>
  Layer.mergeAll(
    Layer.unwrap(
      Effect.map(Effect.context<Command.Environment>(), (context) =>
        Layer.mergeAll(
          CliOutput.layerPresenter(presenter(isJson, Effect.provideContext(Output.width, context))),
          CliConfig.layer({
            builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions, GlobalFlag.LogLevel]
          })
        )
      )
    ),
    Log.layer(isJson)
  )

/** Prints what completes a line: the scripts of `--completions` pass `=` and the last word, then those before it. */
const complete = Effect.fnUntraced(function* ([last = "=", ...before]: ReadonlyArray<string>) {
  const { candidates } = yield* Effect.promise(() => import("./completions.ts"))
  const found = yield* candidates(yield* assemble(before), before, last.slice(1))
  const lines = found.map((one) =>
    "path" in one
      ? plain(`:${one.path}`)
      : format`${oneLine(one.word)}${plain("\t")}${oneLine(one.description)}`
  )
  if (lines.length > 0) yield* Print.toOutput(join(lines, "\n"))
  return status.ok
})

/** Looks for `--json` before anything is parsed, so that invalid arguments are also reported as JSON. */
const wantsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).includes("--json")
}

/** Replaces an alias; a command of the program is none. The file is read only for other words. */
const expand = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const at = commandAt(args)
  if (names.has(args[at] ?? "") || at < 0) return args
  const { expand } = yield* Effect.promise(() => import("../config/aliases.ts"))
  return yield* expand(args, at)
})

const runExpanded = (args: ReadonlyArray<string>, version: string) =>
  Effect.gen(function* () {
    yield* rejectSecrets(args)
    yield* useProxies
    const root = yield* assemble(args)
    yield* Effect.provideService(Command.runWith(root, { version })(args), Version, version)
    return status.ok
  }).pipe(Effect.provide(environment(wantsJson(args))))

/** Runs a command line and returns the exit status; an interruption is passed on. */
export const run = (
  given: ReadonlyArray<string>,
  version: string
): Effect.Effect<number, never, Command.Environment> =>
  Effect.suspend(() => {
    if (given[0] === "--complete") return complete(given.slice(1))
    let args = given
    return expand(given).pipe(
      Effect.tap((expanded) => Effect.sync(() => void (args = expanded))),
      Effect.flatMap((expanded) => runExpanded(expanded, version)),
      Effect.catchCause((cause) => {
        const failed = errorOf(cause)
        if (failed === undefined) return Effect.interrupt
        const { error, isDefect } = failed
        const code = isDefect ? status.fault : statusOf(error)
        const isReported = describe(error).kind === "ShowHelp"
        return Effect.as(isReported ? Effect.void : report(error, isDefect, wantsJson(args)), code)
      }),
      Typing.provide
    )
  })
