/**
 * Frames of the socket: parsing, formatting and compression.
 *
 * **Details**
 *
 * A server sends control words (`auth ok …`) and events of channels as JSON (`["channel",payload]`). Events are
 * compressed (`gz:…`) if the client enabled compression and the compressed text is shorter. Parsing never throws: any
 * other text becomes `Unknown`, which clients ignore.
 *
 * **Source** recorded from a server 4.3.0 (protocol 14); `package` reported for official servers.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseJson } from "../wire/parseJson.ts"
import { pack, unpack } from "../wire/zip.ts"
import type { Millis } from "../values/Millis.ts"

/**
 * A frame that is not compressed.
 *
 * **Details**
 *
 * - `Time`: the server's clock in milliseconds since 1970, the first frame of a connection. `Protocol`: the protocol
 *   version, the second frame. `Package`: a version that official servers add.
 * - `AuthOk`: the sign-in was accepted; the token is new and is also valid for HTTP. `AuthFailed`: the sign-in was
 *   rejected; the connection stays open and keeps the user of an earlier sign-in.
 * - `Event`: a channel's payload, not yet decoded. `ErrorEvent`: the payload of a channel's error (`err@` on the wire);
 *   the subscription continues.
 * - `Unknown`: any other text. It is redacted because it may be a damaged frame that contains secrets.
 */
export type PlainFrame =
  | { readonly _tag: "Time"; readonly now: Millis }
  | { readonly _tag: "Protocol"; readonly version: number }
  | { readonly _tag: "Package"; readonly version: number }
  | { readonly _tag: "AuthOk"; readonly token: Redacted.Redacted }
  | { readonly _tag: "AuthFailed" }
  | { readonly _tag: "Event"; readonly channel: string; readonly payload: unknown }
  | { readonly _tag: "ErrorEvent"; readonly channel: string; readonly payload: unknown }
  | { readonly _tag: "Unknown"; readonly text: Redacted.Redacted }

/** A compressed frame, which `decompress` decompresses. */
export interface CompressedFrame {
  readonly _tag: "Compressed"
  /** A zlib stream in base64. */
  readonly data: string
}

/** A frame of the socket. */
export type Frame = PlainFrame | CompressedFrame

const zipped = "gz:"
const error = "err@"

/** A token is sent in a header of each request: it is ASCII without blanks, and not longer than a server's headers. */
const accepted = /^auth ok ([!-~]{1,4096})$/

const isMillis = (value: number): value is Millis => Number.isSafeInteger(value)

const isWhole = (text: string) => /^\d+$/.test(text)

const unknown = (text: string): PlainFrame => ({
  _tag: "Unknown",
  text: Redacted.make(text, { label: "unknown frame" })
})

const parseEvent = (text: string): PlainFrame => {
  const json = parseJson(text)
  if (!Array.isArray(json) || json.length < 2) return unknown(text)
  const [channel, payload]: ReadonlyArray<unknown> = json
  if (typeof channel !== "string") return unknown(text)
  return channel.startsWith(error)
    ? { _tag: "ErrorEvent", channel: channel.slice(error.length), payload }
    : { _tag: "Event", channel, payload }
}

const parseControl = (text: string): PlainFrame => {
  if (text === "auth failed") return { _tag: "AuthFailed" }
  const token = accepted.exec(text)?.[1]
  if (token !== undefined) return { _tag: "AuthOk", token: Redacted.make(token, { label: "token" }) }
  const blank = text.indexOf(" ")
  const argument = text.slice(blank + 1)
  const number = Number(argument)
  if (blank < 0 || !isWhole(argument) || !isMillis(number)) return unknown(text)
  switch (text.slice(0, blank)) {
    case "time":
      return { _tag: "Time", now: number }
    case "protocol":
      return { _tag: "Protocol", version: number }
    case "package":
      return { _tag: "Package", version: number }
    default:
      return unknown(text)
  }
}

/** Parses the text of a frame that is not compressed, such as the result of `decompress`. */
export const parsePlain = (text: string): PlainFrame =>
  text.startsWith("[") ? parseEvent(text) : parseControl(text)

/** Parses the text of a frame. */
export const parse = (text: string): Frame =>
  text.startsWith(zipped) ? { _tag: "Compressed", data: text.slice(zipped.length) } : parsePlain(text)

/** A compressed frame cannot be decompressed. */
export class InflateError extends Data.TaggedError("InflateError")<{
  /** Step that failed: the data is not base64, its content is not zlib, or the text is too long. */
  readonly layer: "base64" | "zlib" | "length"
}> {
  override get message() {
    return this.layer === "length"
      ? "the text of the compressed frame is too long"
      : `the compressed frame is not ${this.layer}`
  }
}

/** Limits of decompression. */
export interface DecompressOptions {
  /** The most bytes of text: 16 MiB by default. */
  readonly maxBytes?: number | undefined
}

/**
 * Decompresses a frame to its text, which `parsePlain` parses.
 *
 * **Details**
 *
 * Uses the zlib of Node, Deno and Bun, and otherwise the web's compression streams. Decompression stops at `maxBytes` of
 * text: the text of a small frame can be hundreds of times longer than the frame.
 *
 * **Gotchas**
 *
 * A channel mixes plain and compressed frames: decompress one frame after another to keep their order.
 *
 * **Errors** `InflateError` when the data is not a zlib stream in base64, or the text is longer than `maxBytes`.
 */
export const decompress = (
  frame: CompressedFrame,
  options: DecompressOptions = {}
): Effect.Effect<string, InflateError> =>
  Effect.mapError(unpack(frame.data, "zlib", options.maxBytes), (layer) => new InflateError({ layer }))

/** Compresses the text of an event as servers do; returns the text itself if it is not longer. */
export const deflate = (text: string): Effect.Effect<string> =>
  Effect.map(pack(text, "zlib"), (packed) =>
    zipped.length + packed.length < text.length ? zipped + packed : text
  )

/** Formats a frame as a server does. */
export const format = (frame: Frame): string => {
  switch (frame._tag) {
    case "Time":
      return `time ${frame.now}`
    case "Protocol":
      return `protocol ${frame.version}`
    case "Package":
      return `package ${frame.version}`
    case "AuthOk":
      return `auth ok ${Redacted.value(frame.token)}`
    case "AuthFailed":
      return "auth failed"
    case "Event":
      return JSON.stringify([frame.channel, frame.payload])
    case "ErrorEvent":
      return JSON.stringify([error + frame.channel, frame.payload])
    case "Compressed":
      return zipped + frame.data
    case "Unknown":
      return Redacted.value(frame.text)
  }
}
