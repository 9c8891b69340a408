/** `--completions`: scripts for shells, which ask the command itself what completes a line. */
// cspell:ignore WORDBREAKS COMPREPLY compgen compopt compadd compset compdef esac
import * as Catalogue from "@screeps-effect/api/Catalogue"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import { fieldsOf } from "../commands/call/field.ts"
import { load } from "../commands/call/load.ts"
import * as Settings from "../config/settings.ts"

type FlagType = Completions.FlagDescriptor["type"]

/** Flags that name a file but also accept `-`. */
const files: ReadonlySet<string> = new Set(["token-file", "password-file"])

/** Names that a shell completes without quotes. */
const isPlainName = (name: string) => /^[\w.-]{1,64}$/.test(name)

/** What completes a word: one word with its description, or files or folders, which the shell finds. */
type Candidate =
  | { readonly word: string; readonly description: string }
  | { readonly path: "file" | "directory" }

const words = (values: ReadonlyArray<string>): ReadonlyArray<Candidate> =>
  values.map((word) => ({ word, description: "" }))

/** The names of servers in the credentials file. */
const servers = ConfigFile.read().pipe(
  Effect.map((file) => [...file.servers.keys()].filter(isPlainName)),
  Effect.orElseSucceed((): ReadonlyArray<string> => [])
)

/** The known values of a field of an operation that also accepts others. */
const knownValues = Effect.fnUntraced(function* (operation: string, field: string) {
  const entry = Catalogue.entries().find((one) => one.id === operation)
  if (entry === undefined) return []
  const { input } = yield* load(entry)
  return fieldsOf(input).find(({ name }) => name === field)?.choices ?? []
})

/** The flags of all commands. */
const shared = Completions.fromCommand(
  Command.make("shared", Object.fromEntries(Settings.all.map(({ flag, id }) => [id, flag])))
).flags

/** The words of a line before the one that is completed, read from left to right. */
interface Reached {
  readonly command: Completions.CommandDescriptor
  /** The flag whose value comes next. */
  readonly flag: Completions.FlagDescriptor | undefined
  /** How many arguments precede. */
  readonly position: number
}

const takesValue = ({ optionalValue, type }: Completions.FlagDescriptor) =>
  type._tag !== "Boolean" && optionalValue !== true

const flagsOf = ({ flags }: Completions.CommandDescriptor) => [...flags, ...shared]

const flagNamed = (command: Completions.CommandDescriptor, word: string) =>
  flagsOf(command).find(({ aliases, name }) =>
    word.startsWith("--") ? word === `--${name}` : aliases.some((alias) => word === `-${alias}`)
  )

const reach = (root: Completions.CommandDescriptor, before: ReadonlyArray<string>): Reached => {
  let reached: Reached = { command: root, flag: undefined, position: 0 }
  for (const word of before) {
    const { command, flag, position } = reached
    const inner = command.subcommands.find(({ name }) => name === word)
    if (flag !== undefined) reached = { ...reached, flag: undefined }
    else if (word.startsWith("-")) {
      const found = flagNamed(command, word)
      reached = { ...reached, flag: found !== undefined && takesValue(found) ? found : undefined }
    } else if (inner !== undefined) reached = { command: inner, flag: undefined, position: 0 }
    else reached = { ...reached, position: position + 1 }
  }
  return reached
}

/** Returns what completes a value. */
const valuesOf = Effect.fnUntraced(function* (
  command: string,
  name: string,
  type: FlagType | Completions.ArgumentDescriptor["type"]
) {
  if (name === "server") return words(yield* servers)
  if (type._tag === "Choice") return words(type.values)
  if (type._tag === "Path") return [{ path: type.pathType === "directory" ? "directory" : "file" } as const]
  return files.has(name) ? [{ path: "file" } as const] : words(yield* knownValues(command, name))
})

const negationOf = ({ name, negation, type }: Completions.FlagDescriptor) =>
  type._tag === "Boolean" && negation !== false ? [negation ?? `no-${name}`] : []

/** Returns what completes the last word of a line. */
export const candidates = (
  root: Command.Command.Any,
  before: ReadonlyArray<string>,
  word: string
): Effect.Effect<ReadonlyArray<Candidate>, never, FileSystem | Path> =>
  Effect.gen(function* () {
    const { command, flag, position } = reach(Completions.fromCommand(root), before)
    if (flag !== undefined) return yield* valuesOf(command.name, flag.name, flag.type)
    const [, given] = /^(--[^=]+)=/.exec(word) ?? []
    const assigned = given === undefined ? undefined : flagNamed(command, given)
    if (assigned !== undefined) {
      const values = yield* valuesOf(command.name, assigned.name, assigned.type)
      return values.map((one) => ("word" in one ? { ...one, word: `${given}=${one.word}` } : one))
    }
    if (word.startsWith("-")) {
      return flagsOf(command).flatMap((one) =>
        [one.name, ...negationOf(one)].map((name) => ({
          word: `--${name}`,
          description: one.description ?? ""
        }))
      )
    }
    const argument = command.arguments[position] ?? command.arguments.findLast(({ variadic }) => variadic)
    const values = argument === undefined ? [] : yield* valuesOf(command.name, argument.name, argument.type)
    const commands = position > 0 ? [] : command.subcommands
    return [
      ...commands.map(({ description, name }) => ({ word: name, description: description ?? "" })),
      ...values
    ]
  }).pipe(
    Effect.map((all) => all.filter((one) => !("word" in one) || one.word.startsWith(word))),
    Effect.catchCause(() => Effect.succeed([]))
  )

/** Scripts: each passes `=` and the word that is completed, then the words before it. */
const scripts: Readonly<Record<Completions.Shell, string>> = {
  bash: `
_screeps() {
  local line="\${COMP_LINE:0:COMP_POINT}" one path
  local word="\${line##*[[:space:]]}"
  # Readline replaces only the part after the last character of COMP_WORDBREAKS.
  local kept="\${word%"$2"}"
  local -a before
  read -ra before <<< "\${line%"$word"}"
  COMPREPLY=()
  _screeps_paths() {
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do
      path="$3$path"
      COMPREPLY+=("\${path#"$kept"}")
    done < <(compgen "$1" -- "$2")
  }
  if [[ "$word" == @* && "$word" != @@* ]]; then
    _screeps_paths -f "\${word#@}" @
    return
  fi
  while IFS=$'\\t' read -r one _; do
    case "$one" in
      :file) _screeps_paths -f "$word" ;;
      :directory) _screeps_paths -d "$word" ;;
      *) COMPREPLY+=("\${one#"$kept"}") ;;
    esac
  done < <("$1" --complete "=$word" "\${before[@]:1}" 2>/dev/null)
}
complete -F _screeps screeps`,
  zsh: `#compdef screeps
_screeps() {
  if [[ $PREFIX == @* && $PREFIX != @@* ]]; then
    compset -P @
    _files
    return
  fi
  local line
  local -a names shown
  for line in "\${(@f)$("\${words[1]}" --complete "=$PREFIX" "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}"; do
    case "$line" in
      '') ;;
      :file*) _files ;;
      :directory*) _files -/ ;;
      *)
        names+=("\${line%%$'\\t'*}")
        shown+=("\${line/$'\\t'/  }")
        ;;
    esac
  done
  compadd -l -d shown -a names
}
if (( $+functions[compdef] )); then compdef _screeps screeps; fi`,
  fish: `
function __screeps_complete
  set -l word (commandline -ct)
  set -l before (commandline -opc)
  if string match -q -r '^@(?!@)' -- "$word"
    __fish_complete_path (string sub -s 2 -- $word) | string replace -r '^' '@'
    return
  end
  for line in (command $before[1] --complete "=$word" $before[2..-1] 2>/dev/null)
    switch $line
      case ':file*'
        __fish_complete_path "$word"
      case ':directory*'
        __fish_complete_directories "$word"
      case '*'
        echo $line
    end
  end
end
complete -c screeps -f -a '(__screeps_complete)'`,
  powershell: `
Register-ArgumentCompleter -Native -CommandName screeps -ScriptBlock {
  param($word, $ast, $position)
  $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  & $ast.CommandElements[0].ToString() --complete "=$word" @before 2>$null | ForEach-Object {
    $name, $description = $_ -split "\`t", 2
    if ($name -eq ':file' -or $name -eq ':directory') {
      Get-ChildItem -Path "$word*" -ErrorAction SilentlyContinue | ForEach-Object { Resolve-Path -Relative $_ }
    } else {
      if (-not $description) { $description = $name }
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $description)
    }
  }
}`
}

/** Returns the completion script of a shell. */
export const script = (shell: Completions.Shell): string => scripts[shell].trimStart()
