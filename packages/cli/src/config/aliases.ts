/** Commands that the user has named in the credentials file: `configs`, `screeps-effect`, `aliases`. */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import * as Schema from "effect/Schema"
import { Usage } from "../runner/failure.ts"
import { isForeign } from "./servers.ts"

/** The name of the command's settings in the file. */
const section = "screeps-effect"

const Words = Schema.Union([Schema.String, Schema.Array(Schema.String)])

const Settings = Schema.Struct({ aliases: Schema.optionalKey(Schema.Record(Schema.String, Words)) })

/** Returns the file that `--config` names. */
const fileIn = (args: ReadonlyArray<string>): string | undefined => {
  const at = args.indexOf("--config")
  return at < 0 ? args.find((arg) => arg.startsWith("--config="))?.slice("--config=".length) : args[at + 1]
}

const isOfSettings = ({ reason }: ConfigFile.ConfigFileError): boolean =>
  reason._tag === "InvalidValue" && reason.key.startsWith("configs")

/** Reads the aliases; none if there is no readable file. Fails for invalid aliases. */
const read = (file: string | undefined) =>
  ConfigFile.section(section, Settings, { file }).pipe(
    Effect.map(({ aliases }) => aliases),
    Effect.catchTag("ConfigFileError", (error) =>
      isOfSettings(error) ? Effect.fail(error) : Effect.undefined
    )
  )

/**
 * Replaces an alias, the word at an index, by its words; an alias is not expanded again.
 *
 * **Details**
 *
 * Aliases of a file that merely lies in the current folder are rejected: the author of a downloaded project would decide
 * what a command does.
 */
export const expand = (
  args: ReadonlyArray<string>,
  at: number
): Effect.Effect<
  ReadonlyArray<string>,
  Usage | ConfigFile.ConfigFileError | Config.ConfigError,
  FileSystem | Path
> =>
  Effect.gen(function* () {
    const name = args[at] ?? ""
    const named = fileIn(args)
    const aliases = yield* read(named)
    const alias = aliases !== undefined && Object.hasOwn(aliases, name) ? aliases[name] : undefined
    if (alias === undefined) return args
    const { file } = yield* ConfigFile.read({ file: named })
    if (named === undefined && (yield* isForeign(file))) {
      return yield* new Usage({
        message: `the alias ${name} is in ${file} in the current folder; pass --config ${file} if you trust that file`
      })
    }
    const words = typeof alias === "string" ? alias.split(/\s+/).filter((word) => word !== "") : alias
    return [...args.slice(0, at), ...words, ...args.slice(at + 1)]
  })
