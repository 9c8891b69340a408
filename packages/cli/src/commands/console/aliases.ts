/** Aliases of the prompt, kept in a file of the user's own. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { Path } from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import * as Schema from "effect/Schema"

const Aliases = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const decode = Schema.decodeUnknownOption(Aliases)

/** The aliases in a text; none if it is not one of `change`. */
const aliasesIn = (text: string | undefined): ReadonlyMap<string, string> => {
  const decoded = decode(text)
  return new Map(decoded._tag === "Some" ? Object.entries(decoded.value) : [])
}

const file = Effect.gen(function* () {
  const path = yield* Path
  return path.join(yield* UserDirectories.make().state("screeps"), "console-aliases.json")
})

/** Reads the aliases; none without a file that can be read. */
export const read = Effect.gen(function* () {
  return aliasesIn(yield* LocalFile.readText(yield* file))
}).pipe(Effect.catch(() => Effect.succeed<ReadonlyMap<string, string>>(new Map())))

/** Adds, replaces or removes one alias of the file, whatever other sessions do meanwhile. */
export const change = (name: string, expression: string | undefined) =>
  Effect.gen(function* () {
    yield* LocalFile.modify(
      yield* file,
      (text) => {
        const all = new Map(aliasesIn(text))
        if (expression === undefined) all.delete(name)
        else all.set(name, expression)
        return Effect.succeed([undefined, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`] as const)
      },
      { isPrivate: true }
    )
  })
