/** Texts of files as bytes. */
import * as Result from "effect/Result"

const decode = (bytes: Uint8Array, encoding: string, ignoreBOM: boolean): string | undefined =>
  Result.getOrUndefined(Result.try(() => new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes)))

const startsWith = (bytes: Uint8Array, ...mark: ReadonlyArray<number>) =>
  mark.every((byte, i) => bytes[i] === byte)

/**
 * Decodes a text as editors and shells write it: UTF-8, or UTF-16 if a byte order mark at its beginning says so, as
 * PowerShell 5 writes it. The mark is not part of the text. Returns `undefined` for other bytes; nothing is replaced.
 */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  // The mark of UTF-32 begins like that of UTF-16.
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) return undefined
  if (startsWith(bytes, 0xff, 0xfe)) return decode(bytes, "utf-16le", false)
  if (startsWith(bytes, 0xfe, 0xff)) return decode(bytes, "utf-16be", false)
  return decode(bytes, "utf-8", false)
}

/** Decodes UTF-8 byte for byte: a byte order mark is part of the text. Returns `undefined` for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => decode(bytes, "utf-8", true)
