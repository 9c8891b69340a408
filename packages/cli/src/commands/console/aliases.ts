/** Aliases of the prompt, kept in a file of the user's own. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Effect from "effect/Effect"
import { Path } from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import * as Schema from "effect/Schema"
import { oneLine } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"

const Aliases = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const decode = Schema.decodeEffect(Aliases)

/** The aliases in a text of `change`; none without a text. */
const aliasesIn = (path: string, text: string | undefined): Effect.Effect<Map<string, string>, Refused> =>
  text === undefined
    ? Effect.succeed(new Map())
    : decode(text).pipe(
        Effect.map((aliases) => new Map(Object.entries(aliases))),
        Effect.mapError(
          () =>
            new Refused({ message: `${oneLine(path)} has no aliases that can be read; correct or remove it` })
        )
      )

const file = Effect.gen(function* () {
  const path = yield* Path
  return path.join(yield* UserDirectories.make().state("screeps"), "console-aliases.json")
})

/** Reads the aliases; none without a file. */
export const read = Effect.gen(function* () {
  const path = yield* file
  const text = yield* LocalFile.readText(path).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "NotFound",
      () => Effect.undefined
    )
  )
  return yield* aliasesIn(path, text)
})

/** Adds, replaces or removes one alias of the file, whatever other sessions do meanwhile. */
export const change = (name: string, expression: string | undefined) =>
  Effect.gen(function* () {
    const path = yield* file
    yield* LocalFile.modify(
      path,
      Effect.fnUntraced(function* (text) {
        const all = yield* aliasesIn(path, text)
        if (expression === undefined) all.delete(name)
        else all.set(name, expression)
        return [undefined, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`] as const
      }),
      { isPrivate: true }
    )
  })
