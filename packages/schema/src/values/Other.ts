/**
 * Names that this version does not list: of resources, statistics and structures that seasons and mods add.
 *
 * **Details**
 *
 * Inputs accept the known names as literals, so that a misspelt one is a type error. `Other.make("score_x")` is the
 * explicit way to send any other name.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A name that this version does not list. */
export interface Other {
  /** The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`. */
  readonly other: string
}

const Name = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_$-]{1,100}$/u, {
    expected: "a name of 1 to 100 letters, digits, _, - and $"
  })
)

/** Checks a name that this version does not list; it is sent as text. */
export const Other: Schema.Codec<Other, string> = Schema.Struct({
  /** The name as servers write it: 1 to 100 letters, digits, `_`, `-` and `$`. */
  other: Name
})
  .pipe(
    Schema.encodeTo(
      Schema.String,
      SchemaTransformation.transform({
        decode: (other: string) => ({ other }),
        encode: ({ other }: Other) => other
      })
    )
  )
  .annotate({ identifier: "Other" })

/** Returns a name that this version does not list, to be sent in place of a known one; inputs check its form. */
export const make = (name: string): Other => ({ other: name })

/** Returns a schema that also accepts names that this version does not list. */
export const or = <A extends string>(known: Schema.Codec<A>): Schema.Codec<A | Other, string> =>
  Schema.Union([known, Other])
