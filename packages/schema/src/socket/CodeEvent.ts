/** Saved branches: the channel `user:<user>/code`. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { BinaryModule, CodeModule, fromBytes, toBytes } from "../account/CodeModules.ts"
import { nullish, record } from "../values/Record.ts"

/** The bytes of a WebAssembly module keyed by index, as xxscreeps sends them. */
const IndexedBytes = Schema.Record(Schema.String, Schema.Int).check(
  Schema.makeFilter(
    (bytes: { readonly [index: string]: number }) =>
      Object.entries(bytes).every(([key, byte], index) => key === String(index) && byte >= 0 && byte < 256) ||
      "bytes keyed by index"
  )
)

const IndexedModule = IndexedBytes.pipe(
  Schema.decodeTo(BinaryModule, {
    decode: SchemaGetter.transform((bytes: { readonly [index: string]: number }) =>
      fromBytes(Uint8Array.from(Object.values(bytes)))
    ),
    encode: SchemaGetter.transform((module: BinaryModule) =>
      Object.fromEntries(Result.getOrElse(toBytes(module), () => new Uint8Array()).entries())
    )
  })
)

/**
 * A branch that was uploaded or copied, with all of its code.
 *
 * **Details**
 *
 * Rejected uploads and deleted branches cause no event.
 *
 * **Gotchas**
 *
 * xxscreeps sends neither `timestamp` nor `hash`.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export class CodeEvent extends record<CodeEvent>("CodeEvent")({
  /** Name of the branch. */
  branch: Schema.String,
  /** Modules of the branch, keyed by name; binary modules of xxscreeps are decoded like those of other servers. */
  modules: Schema.Record(Schema.String, Schema.Union([CodeModule, IndexedModule])),
  /** Time of saving: milliseconds since 1970 after an upload, ISO 8601 text after a copy. */
  timestamp: nullish(Schema.Union([Schema.Finite, Schema.String])),
  /** Value that the upload contained as `_hash`; absent after a copy. */
  hash: Schema.optionalKey(Schema.Unknown)
}) {}
