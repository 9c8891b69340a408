/** Recordings, and the texts of their files. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Texts = Schema.Record(Schema.String, Schema.String)

/** A request as it was sent, without prefixes of the path such as `/season`. */
export class RecordedRequest extends Schema.Opaque<RecordedRequest>()(
  Schema.Struct({
    method: Schema.String,
    path: Schema.String,
    /** Numbers are sent as text. */
    query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
    headers: Schema.optionalKey(Texts),
    /** A body of JSON, as data. */
    body: Schema.optionalKey(Schema.Unknown),
    /** Any other body, as text. */
    rawBody: Schema.optionalKey(Schema.String)
  }).annotate({ identifier: "RecordedRequest" })
) {}

/** An answer as it came. */
export class RecordedResponse extends Schema.Opaque<RecordedResponse>()(
  Schema.Struct({
    /** 0 where no answer came, or not to its end. */
    status: Schema.Int,
    /** By names in lower case. */
    headers: Texts,
    /** JSON as data; anything else as text, and so is JSON that would be written differently again. */
    body: Schema.Unknown
  }).annotate({ identifier: "RecordedResponse" })
) {}

/** One request and its answer. */
export class Recording extends Schema.Opaque<Recording>()(
  Schema.Struct({
    request: RecordedRequest,
    response: RecordedResponse
  }).annotate({ identifier: "Recording" })
) {}

/** A recording, and the name under which it is kept. */
export interface Named extends Pick<Recording, "request" | "response"> {
  /** `game/time.1`: the path, and how many of it there are so far. */
  readonly name: string
}

/** A recording as the text of its file. */
export const format = ({ request, response }: Recording): string =>
  `${JSON.stringify({ request, response }, null, 2)}\n`

/** The texts of recordings by the names of their files, `game/time.1.json`. */
export const files = (recordings: ReadonlyArray<Named>): Readonly<Record<string, string>> =>
  Object.fromEntries(recordings.map((recording) => [`${recording.name}.json`, format(recording)]))

/** Reads a recording from the text of its file. */
export const parse: (text: string) => Effect.Effect<Recording, Schema.SchemaError> =
  Schema.decodeUnknownEffect(Schema.fromJsonString(Recording))
