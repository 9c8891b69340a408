/** Recordings and their JSON files. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { record } from "@screeps-effect/schema/Record"

const Texts = Schema.Record(Schema.String, Schema.String)

/** A request as it was sent, without path prefixes such as `/season`. */
export class RecordedRequest extends record<RecordedRequest>("RecordedRequest")({
  method: Schema.String,
  /** Path with leading slash. */
  path: Schema.String,
  /** Parameters; numbers become text. */
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
  /** Values by header name; `record` keeps only those about the account and the body. */
  headers: Schema.optionalKey(Texts),
  /** A JSON body, as data. */
  body: Schema.optionalKey(Schema.Unknown),
  /** Any other body, as text. */
  rawBody: Schema.optionalKey(Schema.String)
}) {}

/** A response as it arrived. */
export class RecordedResponse extends record<RecordedResponse>("RecordedResponse")({
  /** 0 when no complete response arrived. */
  status: Schema.Int,
  /** Values by header name in lower case. */
  headers: Texts,
  /** JSON as data; anything else as text, as is JSON that would not be written identically again. */
  body: Schema.Unknown
}) {}

/** One request and its response. */
export class Recording extends record<Recording>("Recording")({
  request: RecordedRequest,
  response: RecordedResponse
}) {}

/** A recording with its name. */
export interface Named extends Pick<Recording, "request" | "response"> {
  /** The path and a number that counts its recordings, such as `game/time.1`. */
  readonly name: string
}

/** Returns the text of a recording's file. */
export const format = ({ request, response }: Recording): string =>
  `${JSON.stringify({ request, response }, null, 2)}\n`

/** Returns the texts of recordings by file name, such as `game/time.1.json`. */
export const files = (recordings: ReadonlyArray<Named>): Readonly<Record<string, string>> =>
  Object.fromEntries(recordings.map((recording) => [`${recording.name}.json`, format(recording)]))

/** Parses the text of a recording's file. */
export const parse: (text: string) => Effect.Effect<Recording, Schema.SchemaError> =
  Schema.decodeUnknownEffect(Schema.fromJsonString(Recording))
