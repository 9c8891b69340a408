/** `--completions`: scripts for shells, with the flags of all commands and the values that are known. */
// cspell:ignore WORDBREAKS COMPREPLY compgen compopt compset compdef
import * as Catalogue from "@screeps-effect/api/Catalogue"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Option from "effect/Option"
import type { Path } from "effect/Path"
import { fieldsOf } from "../commands/call/field.ts"
import { load, nameOf } from "../commands/call/load.ts"
import * as Settings from "../config/settings.ts"

type FlagType = Completions.FlagDescriptor["type"]

const file: FlagType = { _tag: "Path", pathType: "file" }

/** Flags that name a file but also accept `-`. */
const files: ReadonlySet<string> = new Set(["token-file", "password-file"])

/** Names that a shell completes without quotes. */
const isPlainName = (name: string) => /^[\w.-]{1,64}$/.test(name)

/** The flags of all commands. */
const shared = (servers: ReadonlyArray<string>): ReadonlyArray<Completions.FlagDescriptor> => {
  const flags = Object.fromEntries(Settings.all.map(({ flag, id }) => [id, flag]))
  return Completions.fromCommand(Command.make("shared", flags)).flags.map((one) =>
    one.name === "server" && servers.length > 0 ? { ...one, type: { _tag: "Choice", values: servers } } : one
  )
}

/** The known values of fields that also accept others, by operation and field. */
const knownValues = Effect.gen(function* () {
  const known = new Map<string, ReadonlyMap<string, ReadonlyArray<string>>>()
  for (const entry of Catalogue.entries()) {
    const { input } = yield* load(entry)
    const open = fieldsOf(input).filter(({ choices, kind }) => kind === "text" && choices.length > 0)
    known.set(nameOf(entry), new Map(open.map(({ choices, name }) => [name, choices])))
  }
  return known
})

/** Paths of `@file`, which the generated scripts do not complete; PowerShell gives `@` a meaning of its own. */
const atFile: Readonly<Record<Completions.Shell, string>> = {
  bash: `
_screeps_at_file()
{
  local line="\${COMP_LINE:0:COMP_POINT}"
  local word="\${line##*[[:space:]]}"
  if [[ "$word" == @* && "$word" != @@* ]]; then
    # Readline replaces only the part after the last character of COMP_WORDBREAKS.
    local kept="\${word%"$2"}" path
    COMPREPLY=()
    while IFS= read -r path; do
      path="@$path"
      COMPREPLY+=("\${path#"$kept"}")
    done < <(compgen -f -- "\${word#@}")
    compopt -o filenames 2>/dev/null
    return
  fi
  _screeps "$@"
}
complete -F _screeps_at_file screeps`,
  zsh: `
_screeps_at_file() {
  if [[ $PREFIX == @* && $PREFIX != @@* ]]; then
    compset -P @
    _files
  else
    _screeps "$@"
  fi
}
if (( $+functions[compdef] )); then compdef _screeps_at_file screeps; fi`,
  fish: `
function __screeps_at_file
  set -l word (commandline -ct)
  __fish_complete_path (string sub -s 2 -- $word) | string replace -r '^' '@'
end
complete -c screeps -n 'string match -q -r "^@(?!@)" -- (commandline -ct)' -f -a '(__screeps_at_file)'`,
  powershell: ""
}

/**
 * Returns the completion script of a shell. The names of servers are those of the credentials file at this time.
 *
 * @internal
 */
export const script = (
  shell: Completions.Shell,
  root: Command.Command.Any
): Effect.Effect<string, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const known = yield* knownValues
    const config = Option.getOrUndefined(yield* Effect.option(ConfigFile.read()))
    const flags = shared([...(config?.servers.keys() ?? [])].filter(isPlainName))
    const complete = (one: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
      ...one,
      flags: [
        ...one.flags.map((flag) => {
          const values = known.get(one.name)?.get(flag.name)
          const type: FlagType =
            values === undefined ? (files.has(flag.name) ? file : flag.type) : { _tag: "Choice", values }
          return { ...flag, type }
        }),
        ...flags.map((flag) => (files.has(flag.name) ? { ...flag, type: file } : flag))
      ],
      subcommands: one.subcommands.map(complete)
    })
    const descriptor = complete(Completions.fromCommand(root))
    return `${Completions.generate("screeps", shell, descriptor)}\n${atFile[shell]}`
  })
