/**
 * Messages of the socket, as texts of single frames.
 *
 * **Details**
 *
 * A server sends control words (`auth ok …`), events of channels as JSON (`["channel",payload]`), and the same
 * compressed (`gz:…`) where compression was asked for and makes the text shorter. Reading never throws: what is none
 * of these is `Unknown`, and clients pass over it.
 *
 * **Source** recorded from a server 4.3.0 (protocol 14); `package` reported for official servers.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { parseJson } from "../wire/parseJson.ts"
import { pack, unpack } from "../wire/zip.ts"
import type { Millis } from "../values/Millis.ts"
import * as SocketAuth from "./SocketAuth.ts"

/**
 * A message that can be read at once.
 *
 * **Details**
 *
 * - `Time`: the server's clock, the first message of a connection. `Protocol`: its version, the second. `Package`: a
 *   version that official servers add.
 * - `AuthOk`: the sign-in was accepted; the token is a new one and works for HTTP, too. `AuthFailed`: it was not; the
 *   connection stays open and keeps whom it had signed in before.
 * - `Event`: a channel's payload, not yet checked. `ErrorEvent`: the same of a channel's errors (`err@` on the wire); the
 *   subscription goes on.
 * - `Unknown`: anything else. The text is redacted, since it may be a damaged message that holds secrets.
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

/** A compressed message; `inflate` reads it. */
export interface CompressedFrame {
  readonly _tag: "Compressed"
  /** Base64 of a zlib stream. */
  readonly data: string
}

/** A message of the socket. */
export type Frame = PlainFrame | CompressedFrame

const zipped = "gz:"
const error = "err@"

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
  const auth = SocketAuth.parse(text)
  if (auth !== undefined) {
    return auth.outcome === "failed"
      ? { _tag: "AuthFailed" }
      : { _tag: "AuthOk", token: Redacted.make(auth.token, { label: "token" }) }
  }
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

const parsePlain = (text: string): PlainFrame =>
  text.startsWith("[") ? parseEvent(text) : parseControl(text)

/** Reads the text of a frame. */
export const parse = (text: string): Frame =>
  text.startsWith(zipped) ? { _tag: "Compressed", data: text.slice(zipped.length) } : parsePlain(text)

/** A compressed message could not be unpacked. */
export class InflateError extends Data.TaggedError("InflateError")<{
  /** The layer that was not there: the data is no base64, what it holds is no zlib, or too long a text to be read. */
  readonly layer: "base64" | "zlib" | "length"
}> {
  override get message() {
    return this.layer === "length"
      ? "the compressed frame is longer than 64 MiB"
      : `the compressed frame is not ${this.layer}`
  }
}

/**
 * Unpacks a compressed message and reads it.
 *
 * **Details**
 *
 * Works wherever the Web's compression streams exist. It stops at 64 MiB of text, far more than any server sends: a
 * small message can hold hundreds of times its own length.
 *
 * **Gotchas**
 *
 * Plain and compressed messages of one channel are mixed; unpack them one after another, or they change order.
 *
 * **Errors** `InflateError` when the data is not base64 of zlib, or the text has more than 64 MiB.
 */
export const inflate = (frame: CompressedFrame): Effect.Effect<PlainFrame, InflateError> =>
  unpack(frame.data, "zlib").pipe(
    Effect.mapBoth({
      onSuccess: parsePlain,
      onFailure: (layer) => new InflateError({ layer })
    })
  )

/** Writes the text of an event as servers do that were asked to compress: packed where that is shorter. */
export const deflate = (text: string): Effect.Effect<string> =>
  Effect.map(pack(text, "zlib"), (packed) =>
    zipped.length + packed.length < text.length ? zipped + packed : text
  )

/** Writes a message as a server does. */
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
