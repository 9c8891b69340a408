/** The reference of all commands in docs/guide/command.md, made from their help: `scripts/generate.mjs` writes it. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import { commands } from "../../src/commands.ts"
import { withPlaceholder } from "../../src/output/present.ts"
import { assemble, environment } from "../../src/runner/run.ts"
import { Version } from "../../src/runner/define.ts"

const names: ReadonlyArray<string> = Object.values(commands).flatMap((group) => Object.keys(group))

/** Returns the help of a command as data. */
const helpOf = (root: Command.Command.Any, path: ReadonlyArray<string>): Effect.Effect<HelpDoc> =>
  Effect.gen(function* () {
    let found: HelpDoc | undefined
    const presenter = CliOutput.layerPresenter({
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") found = event.helpDoc
        })
    })
    // `assemble` returns a command that requires nothing but the platform.
    const runnable = root as Command.Command<string, {}, {}, unknown, Command.Environment>
    yield* Command.runWith(runnable, { version: "" })([...path, "--help"]).pipe(
      Effect.provideService(Version, ""),
      Effect.ignore,
      Effect.provide(Layer.merge(environment(false), presenter).pipe(Layer.provideMerge(NodeServices.layer)))
    )
    return found ?? (yield* Effect.die(new Error(`${path.join(" ")} has no help`)))
  })

/** A command and its help. */
export interface Entry {
  /** Words of the command after `screeps`. */
  readonly path: ReadonlyArray<string>
  readonly help: HelpDoc
}

const load: Effect.Effect<ReadonlyArray<Entry>> = Effect.gen(function* () {
  const root = yield* assemble(names, names)
  const list: Array<Entry> = []
  for (const name of names) {
    const help = yield* helpOf(root, [name])
    list.push({ path: [name], help })
    if (name === "call") continue
    for (const group of help.subcommands ?? []) {
      for (const { name: inner } of group.commands) {
        list.push({ path: [name, inner], help: yield* helpOf(root, [name, inner]) })
      }
    }
  }
  return list
})

/** Returns all commands with their help, without the operations of `call`; they are loaded once. */
export const entries = Effect.runSync(Effect.cached(load))

const escape = (text: string) => text.replaceAll("|", String.raw`\|`).replaceAll("<", "&lt;")

const code = (text: string) => `\`${text.replaceAll("|", String.raw`\|`)}\``

const flagRow = (flag: FlagDoc) => {
  const { aliases, description, name, required, type } = withPlaceholder(flag)
  const forms = [`--${name}${type === "boolean" ? "" : ` ${type}`}`, ...aliases].map(code).join(", ")
  const sentence = escape(Option.getOrElse(description, () => ""))
  return `| ${forms} | ${sentence}${required ? " (required)" : ""} |`
}

const table = (rows: ReadonlyArray<string>) =>
  rows.length === 0 ? [] : ["", "| argument or flag | meaning |", "| --- | --- |", ...rows]

const section = ({ help, path }: Entry): string => {
  const { args = [], description, examples = [], flags } = help
  const rows = [
    ...args.map(
      ({ description: text, name, required, variadic }) =>
        `| ${code(`<${name.replace(/\.+$/, "")}>${variadic ? "…" : ""}`)} | ${escape(Option.getOrElse(text, () => ""))}${required ? "" : " (optional)"} |`
    ),
    ...flags.map(flagRow)
  ]
  const shown = examples.flatMap(({ command, description: text }) =>
    text === undefined ? [command] : [`# ${text}`, command]
  )
  return [
    `${"#".repeat(path.length + 2)} \`screeps ${path.join(" ")}\``,
    "",
    `${escape(description)}.`,
    ...table(rows),
    ...(shown.length === 0 ? [] : ["", "```sh", ...shown, "```"])
  ].join("\n")
}

const [begin, end] = ["<!-- generated: the commands -->", "<!-- end of the generated part -->"]

/** Returns the guide with its reference as the commands are now, and the exit statuses of the README. */
export const guide = (text: string, readme: string): Effect.Effect<string> =>
  Effect.gen(function* () {
    const statuses = /^\| status .*(?:\n\|.*)+/m.exec(readme)?.[0]
    if (statuses === undefined) return yield* Effect.die(new Error("The README lists no exit statuses."))
    const list = yield* entries
    const shared = list[0]?.help.globalFlags ?? []
    const made = [
      begin,
      ...list.map(section),
      "### Flags of all commands",
      table(shared.map(flagRow)).slice(1).join("\n"),
      "### Exit statuses",
      statuses,
      end
    ].join("\n\n")
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) return yield* Effect.die(new Error("The guide has no markers."))
    return `${text.slice(0, from)}${made}${text.slice(to + end.length)}`
  })
